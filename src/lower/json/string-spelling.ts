import type { ExprArena } from "../../expr/arena.ts";
import { byteSet } from "../../expr/byte-set.ts";
import { EMPTY, type ExprId, NEVER } from "../../expr/kinds.ts";
import type { CharSpelling, CodePointRanges } from "../char-spelling.ts";
import { ALL_CODE_POINTS, inRanges, intersectRanges, rangesKey } from "../code-points.ts";
import { utf8Spelling } from "../utf8.ts";

const BACKSLASH = 0x5c;

/** Code points that may stand raw in a JSON string: all but controls, the quote and the backslash. */
const RAW: CodePointRanges = [
  [0x20, 0x21],
  [0x23, 0x5b],
  [0x5d, 0xd7ff],
  [0xe000, 0x10ffff],
];

/** Escapes of one letter: the letter's byte and what it stands for. */
const SHORT_ESCAPES: readonly (readonly [letter: number, codePoint: number])[] = [
  [0x22, 0x22],
  [0x5c, 0x5c],
  [0x2f, 0x2f],
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
];

/** One digit of an escape, most significant first: how many bits it holds, how its values are written, and what stands before it. */
interface EscapeDigit {
  readonly bits: number;
  /** Added to the value before it is written as a hexadecimal digit: the fixed high bits of a surrogate. */
  readonly base: number;
  /** Bytes before the digit, each as its alternatives. */
  readonly before: readonly string[];
}

const HEX_DIGIT: EscapeDigit = { bits: 4, base: 0, before: [] };

/** `\uXXXX` of the basic plane, without `\`. */
const BASIC: readonly EscapeDigit[] = [{ ...HEX_DIGIT, before: ["u"] }, HEX_DIGIT, HEX_DIGIT, HEX_DIGIT];

/** A surrogate pair, without the first `\`; the value is the code point less 0x10000. */
const PAIR: readonly EscapeDigit[] = [
  { bits: 2, base: 8, before: ["u", "dD"] },
  HEX_DIGIT,
  HEX_DIGIT,
  { bits: 2, base: 12, before: ["\\", "u", "dD"] },
  HEX_DIGIT,
  HEX_DIGIT,
];

const spellings = new WeakMap<ExprArena, JsonStringSpelling>();

/**
 * Characters as they stand between the quotes of a JSON string (RFC 8259): raw UTF-8 without controls, or escaped in any way that `JSON.parse` reads. Lone surrogates are refused, since
 * no UTF-8 text can hold what they stand for. One object for each arena, so that equal ranges always give one expression.
 */
export function jsonStringSpelling(arena: ExprArena): CharSpelling {
  let spelling = spellings.get(arena);
  if (spelling === undefined) spellings.set(arena, (spelling = new JsonStringSpelling(arena)));
  return spelling;
}

class JsonStringSpelling implements CharSpelling {
  readonly any: ExprId;
  readonly #arena: ExprArena;
  readonly #known = new Map<string, ExprId>();
  /** Hexadecimal digits by the set of their values, as bits. */
  readonly #hex = new Map<number, ExprId>();

  constructor(arena: ExprArena) {
    this.#arena = arena;
    this.any = this.chars(ALL_CODE_POINTS);
  }

  chars(ranges: CodePointRanges): ExprId {
    const key = rangesKey(ranges);
    let e = this.#known.get(key);
    if (e === undefined) this.#known.set(key, (e = this.#build(ranges)));
    return e;
  }

  #build(ranges: CodePointRanges): ExprId {
    const arena = this.#arena;
    const raw = utf8Spelling(arena).chars(intersectRanges(ranges, RAW));
    const letters = SHORT_ESCAPES.filter(([, codePoint]) => inRanges(ranges, codePoint)).map(([letter]) => letter);
    const escapes = [
      arena.bytes(byteSet(...letters)),
      this.#digits(BASIC, 0, clip(ranges, 0, 0xffff)),
      this.#digits(PAIR, 0, clip(ranges, 0x10000, 0x10ffff)),
    ];
    return arena.alt2(raw, arena.seq2(arena.byte(BACKSLASH), arena.alt(escapes)));
  }

  /** Values of `ranges` written with the digits from `at` on. */
  #digits(digits: readonly EscapeDigit[], at: number, ranges: CodePointRanges): ExprId {
    if (ranges.length === 0) return NEVER;
    if (at === digits.length) return EMPTY;
    const { bits, base } = digits[at];
    const size = 2 ** bitsFrom(digits, at + 1);
    if (ranges[0][0] === 0 && ranges[0][1] === size * 2 ** bits - 1) return this.#anyDigits(digits, at);
    // Values of this digit that leave the same ranges for the rest share one byte set.
    const values = new Map<ExprId, number>();
    let first = 0;
    for (let value = 0; value < 1 << bits; value += 1) {
      const low = value * size;
      while (first < ranges.length && ranges[first][1] < low) first += 1;
      if (first === ranges.length) break;
      if (ranges[first][0] >= low + size) continue;
      const whole = ranges[first][0] <= low && ranges[first][1] >= low + size - 1;
      const tail = this.#digits(digits, at + 1, whole ? [[0, size - 1]] : clip(ranges, low, low + size - 1));
      values.set(tail, (values.get(tail) ?? 0) | (1 << (value + base)));
    }
    const arena = this.#arena;
    const parts = Array.from(values, ([tail, set]) => arena.seq2(this.#hexDigits(set), tail));
    return arena.seq2(this.#before(digits[at]), arena.alt(parts));
  }

  /** Any values of the digits from `at` on. */
  #anyDigits(digits: readonly EscapeDigit[], at: number): ExprId {
    let e = EMPTY;
    for (let digit = digits.length - 1; digit >= at; digit -= 1) {
      const { bits, base } = digits[digit];
      const values = this.#hexDigits(((1 << (1 << bits)) - 1) << base);
      e = this.#arena.seq(this.#before(digits[digit]), values, e);
    }
    return e;
  }

  #before({ before }: EscapeDigit): ExprId {
    return this.#arena.seq(...before.map((bytes) => this.#arena.bytes(byteSet(...Array.from(bytes, (byte) => byte.charCodeAt(0))))));
  }

  #hexDigits(values: number): ExprId {
    let e = this.#hex.get(values);
    if (e === undefined) {
      const bytes: number[] = [];
      for (let value = 0; value < 16; value += 1) {
        if ((values & (1 << value)) === 0) continue;
        if (value < 10) bytes.push(0x30 + value);
        else bytes.push(0x61 + value - 10, 0x41 + value - 10);
      }
      this.#hex.set(values, (e = this.#arena.bytes(byteSet(...bytes))));
    }
    return e;
  }
}

function bitsFrom(digits: readonly EscapeDigit[], at: number): number {
  return digits.slice(at).reduce((bits, digit) => bits + digit.bits, 0);
}

/** The part of `ranges` from `low` to `high`, counted from `low`. */
function clip(ranges: CodePointRanges, low: number, high: number): CodePointRanges {
  const inside: [number, number][] = [];
  for (const range of ranges) {
    if (range[1] < low) continue;
    if (range[0] > high) break;
    inside.push([Math.max(low, range[0]) - low, Math.min(high, range[1]) - low]);
  }
  return inside;
}
