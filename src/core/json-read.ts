import { StructagError } from "./errors.ts";
import { DEFAULT_MAX_DEPTH, depthError, type Json, JsonNumber } from "./json.ts";
import { jsonLiteralEnd } from "./json-literal.ts";
import { childPointer } from "./pointer.ts";

export interface ReadOptions {
  /** Levels of arrays and objects; default {@link DEFAULT_MAX_DEPTH}. */
  readonly maxDepth?: number;
  /** What a key that occurs twice means: `last` (default; the later value at the first place) or `error`. */
  readonly duplicates?: "last" | "error";
}

type Frame = { kind: "array"; items: Json[] } | { kind: "object"; members: Map<string, Json>; key: string };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const SHORT: Record<string, string> = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/**
 * Reads RFC 8259 text without recursion, keeping key order and number spelling. Lone surrogate escapes are kept as they are.
 * @throws StructagError `json-syntax` (message with line and column), `json-depth`, `json-duplicate-key`
 */
export function readJson(text: string, options: ReadOptions = {}): Json {
  const maxDepth = options.maxDepth ?? DEFAULT_MAX_DEPTH;
  const frames: Frame[] = [];
  let at = 0;

  const syntax = (what: string): StructagError => {
    const before = text.slice(0, at);
    const line = before.split("\n").length;
    const column = at - before.lastIndexOf("\n");
    return new StructagError({ code: "json-syntax", path: pathOf(frames), message: `${what} at line ${line}, column ${column}` });
  };
  const found = (): string => (at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at)!)) : "end of text");
  const skip = (): void => {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) at += 1;
      else return;
    }
  };
  const readString = (): string => {
    at += 1;
    let out = "";
    for (;;) {
      PLAIN.lastIndex = at;
      const plain = PLAIN.exec(text)![0];
      out += plain;
      at += plain.length;
      const char = text[at];
      if (char === '"') {
        at += 1;
        return out;
      }
      // The engine's own reader is fast with escapes; where it refuses the literal, the loop finds out why.
      const whole = out.length === plain.length ? readLiteral(text, at - plain.length - 1) : undefined;
      if (whole !== undefined) {
        at = whole.end;
        return whole.value;
      }
      if (char !== "\\") throw syntax(at < text.length ? `raw control character ${found()} in a string` : "unterminated string");
      const escaped = text[at + 1];
      if (escaped === "u") {
        const hex = text.slice(at + 2, at + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(hex)) throw syntax("incomplete \\u escape");
        out += String.fromCharCode(Number.parseInt(hex, 16));
        at += 6;
      } else {
        const short = escaped === undefined ? undefined : SHORT[escaped];
        if (short === undefined) throw syntax("unknown escape in a string");
        out += short;
        at += 2;
      }
    }
  };
  const readKey = (members: Map<string, Json>): string => {
    if (text[at] !== '"') throw syntax(`expected a key in double quotes, found ${found()}`);
    const key = readString();
    if (options.duplicates === "error" && members.has(key)) {
      const path = childPointer(pathOf(frames.slice(0, -1)), key);
      throw new StructagError({ code: "json-duplicate-key", path, message: `the key ${JSON.stringify(key)} occurs twice` });
    }
    skip();
    if (text[at] !== ":") throw syntax(`expected ":", found ${found()}`);
    at += 1;
    return key;
  };
  const word = (spelled: string): boolean => {
    if (!text.startsWith(spelled, at)) return false;
    at += spelled.length;
    return true;
  };

  for (;;) {
    skip();
    let value: Json | undefined;
    const char = text[at];
    if (char === "{" || char === "[") {
      if (frames.length >= maxDepth) throw depthError(maxDepth, pathOf(frames));
      at += 1;
      skip();
      if (char === "{") {
        if (text[at] === "}") {
          at += 1;
          value = new Map();
        } else {
          const frame: Frame = { kind: "object", members: new Map(), key: "" };
          frames.push(frame);
          frame.key = readKey(frame.members);
        }
      } else if (text[at] === "]") {
        at += 1;
        value = [];
      } else frames.push({ kind: "array", items: [] });
    } else if (char === '"') value = readString();
    else if (word("true")) value = true;
    else if (word("false")) value = false;
    else if (word("null")) value = null;
    else {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(text);
      if (number === null) throw syntax(`expected a JSON value, found ${found()}`);
      at += number[0].length;
      value = new JsonNumber(number[0]);
    }
    // Close as many containers as end here.
    while (value !== undefined) {
      skip();
      const frame = frames.at(-1);
      if (frame === undefined) {
        if (at < text.length) throw syntax(`text after the value: ${found()}`);
        return value;
      }
      const next = text[at];
      if (frame.kind === "array") {
        frame.items.push(value);
        if (next === ",") value = undefined;
        else if (next === "]") value = frame.items;
        else throw syntax(`expected "," or "]", found ${found()}`);
      } else {
        frame.members.set(frame.key, value);
        if (next === ",") value = undefined;
        else if (next === "}") value = frame.members;
        else throw syntax(`expected "," or "}", found ${found()}`);
      }
      at += 1;
      if (value !== undefined) frames.pop();
      else if (frame.kind === "object") {
        skip();
        frame.key = readKey(frame.members);
      }
    }
  }
}

function readLiteral(text: string, quote: number): { value: string; end: number } | undefined {
  const end = jsonLiteralEnd(text, quote);
  if (end < 0) return undefined;
  try {
    return { value: JSON.parse(text.slice(quote, end)) as string, end };
  } catch {
    return undefined;
  }
}

function pathOf(frames: readonly Frame[]): string {
  let path = "";
  for (const frame of frames) path = childPointer(path, frame.kind === "array" ? frame.items.length : frame.key);
  return path;
}
