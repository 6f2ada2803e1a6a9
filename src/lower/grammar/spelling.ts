import type { CodePointRanges } from "../char-spelling.ts";
import { complementRanges, normalRanges } from "../code-points.ts";
import type { GrammarText } from "./text.ts";

const SIMPLE: Readonly<Record<string, number>> = {
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  b: 0x08,
  f: 0x0c,
  a: 0x07,
  v: 0x0b,
  "0": 0x00,
  e: 0x1b,
  '"': 0x22,
  "\\": 0x5c,
  "/": 0x2f,
  "'": 0x27,
  "?": 0x3f,
};

/** Reads `"…"`, the first quote already taken. */
export function readString(text: GrammarText): string {
  const start = text.at - 1;
  let value = "";
  for (;;) {
    const plain = text.match(/[^"\\\r\n]+/y);
    if (plain !== undefined) value += plain[0];
    if (text.take('"')) return value;
    if (!text.take("\\")) return text.syntaxError("a string is not closed", 'add " or write \\n for a line end', start);
    value += String.fromCodePoint(readEscape(text, ""));
  }
}

/** Reads `[…]` or `[^…]`, the bracket already taken. */
export function readClass(text: GrammarText): CodePointRanges {
  const start = text.at - 1;
  const negated = text.take("^");
  const ranges: [number, number][] = [];
  while (!text.take("]")) {
    if (text.done) text.syntaxError("a class is not closed", "add ] or write \\[ for a bracket", start);
    const low = readMember(text);
    let high = low;
    if (text.peek() === "-" && text.text[text.at + 1] !== "]") {
      text.at += 1;
      high = readMember(text);
      if (high < low) text.syntaxError("the ends of a class range are in the wrong order");
    }
    ranges.push([low, high]);
  }
  if (!negated && ranges.length === 0) text.syntaxError("a class is empty", 'write "" for the empty text, [^] for any character', start);
  const set = normalRanges(ranges);
  return negated ? complementRanges(set) : set;
}

function readMember(text: GrammarText): number {
  if (text.take("\\")) return readEscape(text, "]-[^");
  const character = text.next();
  if (character === "" || character === "\n") text.syntaxError("a class is not closed");
  return character.codePointAt(0)!;
}

/** An escape, the backslash taken; `more`: characters that may be escaped besides. */
function readEscape(text: GrammarText, more: string): number {
  const start = text.at - 1;
  const character = text.next();
  const digits =
    character === "x" ? /[0-9A-Fa-f]{1,8}/y : character === "u" ? /[0-9A-Fa-f]{4}/y : character === "U" ? /[0-9A-Fa-f]{8}/y : undefined;
  if (digits !== undefined) {
    const found = text.match(digits);
    if (found === undefined) return text.syntaxError(`\\${character} has too few hexadecimal digits`, undefined, start);
    const value = Number.parseInt(found[0], 16);
    if (value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
      return text.syntaxError("the escape names no character", undefined, start);
    return value;
  }
  const value = SIMPLE[character];
  if (value !== undefined) return value;
  if (character !== "" && more.includes(character)) return character.codePointAt(0)!;
  return text.syntaxError(`\\${character} is no escape of a grammar`, "write \\\\ for a backslash; classes have no \\d, \\w, \\s", start);
}
