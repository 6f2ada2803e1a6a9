import { childPointer } from "../../core/pointer.ts";

/** Where in a JSON text its end stands. */
export interface JsonPlace {
  /** JSON pointer of the value that is being written or comes next; between values, of what holds them. */
  readonly pointer: string;
  /** Where the string, number or word begins that is being written; the end of the text, where none is. */
  readonly start: number;
  readonly state: "value" | "key" | "colon" | "after" | "in-string" | "in-key" | "in-other";
}

interface Level {
  readonly pointer: string;
  readonly array: boolean;
  index: number;
  key: string | undefined;
}

const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reads the beginning of a JSON text that is right so far; `undefined` where it is none. */
export function jsonPlace(bytes: Uint8Array): JsonPlace | undefined {
  const levels: Level[] = [];
  let state: "value" | "key" | "colon" | "after" = "value";
  const pointerHere = (): string => {
    const level = levels.at(-1);
    if (level === undefined) return "";
    if (level.array) return childPointer(level.pointer, level.index);
    return level.key === undefined ? level.pointer : childPointer(level.pointer, level.key);
  };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    const level = levels.at(-1);
    if (SPACE.has(byte)) continue;
    if (byte === 0x22) {
      const end = stringEnd(bytes, at);
      if (end < 0) return { pointer: pointerHere(), start: at, state: state === "key" ? "in-key" : "in-string" };
      if (state === "key" && level !== undefined) {
        level.key = readString(bytes, at, end);
        state = "colon";
      } else state = "after";
      at = end - 1;
    } else if (byte === 0x7b || byte === 0x5b) {
      levels.push({ pointer: pointerHere(), array: byte === 0x5b, index: 0, key: undefined });
      state = byte === 0x5b ? "value" : "key";
    } else if (byte === 0x7d || byte === 0x5d) {
      if (level === undefined) return undefined;
      levels.pop();
      state = "after";
    } else if (byte === 0x3a) state = "value";
    else if (byte === 0x2c) {
      if (level === undefined) return undefined;
      if (level.array) level.index += 1;
      else level.key = undefined;
      state = level.array ? "value" : "key";
    } else {
      // A number or a word: whether it is complete shows what comes after it.
      let end = at + 1;
      while (end < bytes.length && !SPACE.has(bytes[end]) && ![0x2c, 0x7d, 0x5d].includes(bytes[end])) end += 1;
      if (end === bytes.length) return { pointer: pointerHere(), start: at, state: "in-other" };
      state = "after";
      at = end - 1;
    }
  }
  const between = state === "after" || state === "colon";
  return { pointer: between ? (levels.at(-1)?.pointer ?? "") : pointerHere(), start: bytes.length, state };
}

/** One past the closing quote of the string at `start`, or -1. */
function stringEnd(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === 0x5c) at += 1;
    else if (bytes[at] === 0x22) return at + 1;
  }
  return -1;
}

function readString(bytes: Uint8Array, start: number, end: number): string {
  const text = decoder.decode(bytes.slice(start, end));
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(1, -1);
  }
}
