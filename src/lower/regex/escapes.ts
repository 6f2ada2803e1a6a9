import type { CodePointRanges } from "../char-spelling.ts";
import { complementRanges } from "../code-points.ts";
import { DIGITS, SPACE, WORD } from "./char-sets.ts";
import type { RegexFlags } from "./flags.ts";
import { isDigit, isHex, type PatternSource } from "./source.ts";
import { unicodeProperty, withCaseVariants } from "./unicode.ts";

/** What an escape means: one code point (possibly a lone surrogate, which nothing matches), or a set of characters. */
export type EscapeValue = { readonly codePoint: number } | { readonly set: CodePointRanges };

const CONTROL: Readonly<Record<string, number>> = { t: 0x09, n: 0x0a, v: 0x0b, f: 0x0c, r: 0x0d };

/** Letters that other regex dialects give a meaning which JavaScript does not know. */
const FOREIGN: Readonly<Record<string, string>> = {
  A: "write ^ for the start of the text",
  Z: "write $ for the end of the text",
  z: "write $ for the end of the text",
  G: "write ^ for the start of the text",
  h: "write [ \\t] for horizontal space",
  a: "write \\x07 for the bell character",
  e: "write \\x1b for the escape character",
  R: "write (?:\\r\\n|\\n|\\r) for a line break",
  X: "write . for a character",
  Q: "escape each special character on its own",
  E: "escape each special character on its own",
};

/**
 * The characters of `\w` under the flags.
 */
export function wordCharacters(flags: RegexFlags): CodePointRanges {
  return flags.ignoreCase ? withCaseVariants(WORD) : WORD;
}

/** Reads an escape that stands for characters, the backslash already taken: those that are the same in and outside of classes. */
export function readEscape(source: PatternSource, flags: RegexFlags): EscapeValue {
  const start = source.at - 1;
  if (source.done) return source.syntaxError("it ends in a backslash", "write \\\\ for a backslash", start);
  const character = source.next();
  switch (character) {
    case "d":
      return { set: DIGITS };
    case "D":
      return { set: complementRanges(DIGITS) };
    case "w":
      return { set: wordCharacters(flags) };
    case "W":
      return { set: complementRanges(wordCharacters(flags)) };
    case "s":
      return { set: SPACE };
    case "S":
      return { set: complementRanges(SPACE) };
    case "p":
    case "P":
      return { set: readProperty(source, character === "P", flags) };
    case "x": {
      const digits = source.takeWhile(isHex, 2);
      if (digits.length < 2) source.syntaxError("\\x needs two hexadecimal digits", undefined, start);
      return { codePoint: Number.parseInt(digits, 16) };
    }
    case "u":
      return { codePoint: readUnicodeEscape(source) };
    case "c": {
      const letter = source.next();
      if (!/^[A-Za-z]$/.test(letter)) source.syntaxError("\\c needs a letter", undefined, start);
      return { codePoint: letter.charCodeAt(0) % 32 };
    }
    case "0":
      if (isDigit(source.peek())) source.syntaxError("octal escapes are not allowed", "write \\xHH", start);
      return { codePoint: 0 };
  }
  const control = CONTROL[character];
  if (control !== undefined) return { codePoint: control };
  if (isDigit(character))
    return source.syntaxError(`\\${character} is no group of the pattern and octal escapes are not allowed`, "write \\xHH", start);
  if (/^[A-Za-z]$/.test(character)) {
    return source.ambiguous(
      `\\${character} is not defined in ECMAScript, and other dialects read it differently`,
      FOREIGN[character] ?? `write ${character} for the letter`,
      start,
    );
  }
  return { codePoint: character.codePointAt(0)! };
}

/** After `\u`: four digits, a surrogate pair of two such escapes, or `{…}`. */
export function readUnicodeEscape(source: PatternSource): number {
  const start = source.at - 2;
  if (source.take("{")) {
    const digits = source.takeWhile(isHex);
    const value = Number.parseInt(digits, 16);
    if (digits === "" || !source.take("}") || value > 0x10ffff)
      source.syntaxError("\\u{…} needs a code point up to 10FFFF", undefined, start);
    return value;
  }
  const high = readFour(source, start);
  if (high >= 0xd800 && high <= 0xdbff && source.peek() === "\\" && source.peek(1) === "u" && source.peek(2) !== "{") {
    const back = source.at;
    source.at += 2;
    const low = readFour(source, start);
    if (low >= 0xdc00 && low <= 0xdfff) return (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
    source.at = back;
  }
  return high;
}

function readFour(source: PatternSource, start: number): number {
  const digits = source.takeWhile(isHex, 4);
  if (digits.length < 4) source.syntaxError("\\u needs four hexadecimal digits or {…}", undefined, start);
  return Number.parseInt(digits, 16);
}

function readProperty(source: PatternSource, negated: boolean, flags: RegexFlags): CodePointRanges {
  const start = source.at - 2;
  const name = source.take("{") ? source.takeWhile((character) => character !== "}") : "";
  if (name === "" || !source.take("}"))
    source.syntaxError("\\p needs a property in braces", "write for example \\p{L} or \\p{Script=Greek}", start);
  const set = unicodeProperty(name);
  if (set === undefined) {
    return source.unsupported(
      `the Unicode property ${JSON.stringify(name)} is unknown`,
      "use a property of single characters that JavaScript knows",
      start,
    );
  }
  if (!negated) return set;
  return complementRanges(flags.ignoreCase && flags.unicodeSets ? withCaseVariants(set) : set);
}
