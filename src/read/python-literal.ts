import { writeJsonString } from "../core/json-write.ts";
import { jsonText } from "./json-compact.ts";

/** Nesting that is read. */
const MAX_DEPTH = 500;
const WORDS: Readonly<Record<string, string>> = { true: "true", false: "false", null: "null", none: "null" };
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v", a: "\x07", "0": "\0", "\n": "" };

/** One argument of a Python call; a positional one has no key. */
export interface PythonArgument {
  readonly key: string | undefined;
  readonly json: string;
}

/** Reads the literals of Python, and those of JSON, to JSON text. */
export class PythonReader {
  readonly #text: string;
  #at = 0;
  #failed = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** True where something could not be read. */
  get failed(): boolean {
    return this.#failed;
  }

  /** The JSON text of the one value that the text is; `undefined` where it is none. */
  whole(): string | undefined {
    const json = this.#value(0);
    this.#space();
    return this.#failed || this.#at < this.#text.length ? undefined : json;
  }

  /** The arguments of a call, from behind its opening bracket; those before a fault where there is one. */
  arguments(): readonly PythonArgument[] {
    const read: PythonArgument[] = [];
    for (;;) {
      this.#space();
      if (this.#at >= this.#text.length) return read;
      const key = this.#match(/([\p{L}_][\p{L}\p{N}_]*)\s*=(?!=)/uy)?.[1];
      const json = this.#value(0);
      if (this.#failed) return read;
      read.push({ key, json });
      this.#space();
      if (this.#at >= this.#text.length) return read;
      if (this.#text[this.#at] !== ",") {
        this.#failed = true;
        return read;
      }
      this.#at += 1;
    }
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at = pattern.lastIndex;
    return found;
  }

  #space(): void {
    while (this.#at < this.#text.length && this.#text[this.#at].trim() === "") this.#at += 1;
  }

  #fail(): string {
    this.#failed = true;
    return "null";
  }

  #value(depth: number): string {
    this.#space();
    const char = this.#text[this.#at];
    if (depth > MAX_DEPTH || char === undefined) return this.#fail();
    if (char === '"' || char === "'") return writeJsonString(this.#strings());
    if (char === "[" || char === "(") {
      this.#at += 1;
      return `[${this.#items(char === "[" ? "]" : ")", () => this.#value(depth + 1)).join(",")}]`;
    }
    if (char === "{") {
      this.#at += 1;
      return `{${this.#items("}", () => this.#member(depth + 1)).join(",")}}`;
    }
    const word = this.#match(/[A-Za-z]+/y)?.[0];
    if (word !== undefined) return WORDS[word.toLowerCase()] ?? this.#fail();
    const number = this.#match(/[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y)?.[0];
    return number === undefined ? this.#fail() : (numberJson(number) ?? this.#fail());
  }

  #member(depth: number): string {
    this.#space();
    const quote = this.#text[this.#at];
    const key = quote === '"' || quote === "'" ? writeJsonString(this.#strings()) : this.#fail();
    this.#space();
    if (this.#text[this.#at] !== ":") return this.#fail();
    this.#at += 1;
    return `${key}:${this.#value(depth)}`;
  }

  #items(close: string, read: () => string): string[] {
    const items: string[] = [];
    for (;;) {
      this.#space();
      if (this.#text[this.#at] === close) {
        this.#at += 1;
        return items;
      }
      items.push(read());
      this.#space();
      if (this.#failed) return items;
      if (this.#text[this.#at] === ",") this.#at += 1;
      else if (this.#text[this.#at] !== close) {
        this.#failed = true;
        return items;
      }
    }
  }

  /** A string; strings side by side are one. */
  #strings(): string {
    let all = "";
    for (;;) {
      all += this.#string();
      const before = this.#at;
      this.#space();
      const next = this.#text[this.#at];
      if (this.#failed || (next !== '"' && next !== "'")) {
        this.#at = before;
        return all;
      }
    }
  }

  #string(): string {
    const quote = this.#text[this.#at];
    let out = "";
    let from = this.#at + 1;
    for (let at = from; at < this.#text.length; at += 1) {
      const char = this.#text[at];
      if (char === quote) {
        this.#at = at + 1;
        return out + this.#text.slice(from, at);
      }
      if (char !== "\\") continue;
      out += this.#text.slice(from, at);
      const [text, length] = escaped(this.#text, at + 1);
      out += text;
      at += length;
      from = at + 1;
    }
    this.#at = this.#text.length;
    this.#failed = true;
    return out;
  }
}

/** What an escape stands for, and its length behind the backslash. */
function escaped(text: string, at: number): readonly [string, number] {
  const hex = { x: 2, u: 4, U: 8 }[text[at]];
  if (hex !== undefined) {
    const digits = text.slice(at + 1, at + 1 + hex);
    const code = Number.parseInt(digits, 16);
    if (/^[\da-f]+$/i.test(digits) && digits.length === hex && code <= 0x10ffff) {
      return [hex === 8 ? String.fromCodePoint(code) : String.fromCharCode(code), 1 + hex];
    }
  }
  const known = ESCAPES[text[at]];
  if (known !== undefined) return [known, 1];
  // JSON's escape of a slash, and the quotes and the backslash, are what follows; others stay as they are.
  return `"'\\/`.includes(text[at] ?? " ") ? [text[at], 1] : ["\\", 0];
}

/** A number as JSON spells it: no leading zeros, no plus, no point at an end. */
function numberJson(given: string): string | undefined {
  const json = jsonText(given);
  if (json !== undefined) return json;
  const found = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(given.replaceAll("_", ""));
  if (found === null) return undefined;
  const [, sign, whole, fraction = "", exponent] = found;
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  return `${sign === "-" ? "-" : ""}${digits}${fraction === "" ? "" : `.${fraction}`}${exponent === undefined ? "" : `e${exponent}`}`;
}
