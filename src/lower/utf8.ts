import type { ExprArena } from "../expr/arena.ts";
import { type ByteSet, byteRange, byteSet } from "../expr/byte-set.ts";
import { type ExprId, NEVER } from "../expr/kinds.ts";
import type { CharSpelling, CodePointRanges } from "./char-spelling.ts";
import { ALL_CODE_POINTS, rangesKey } from "./code-points.ts";

/** For one to four bytes: the code points written with so many, and the bits that mark the first byte. */
const LENGTHS = [
  { low: 0, high: 0x7f, mark: 0 },
  { low: 0x80, high: 0x7ff, mark: 0xc0 },
  { low: 0x800, high: 0xffff, mark: 0xe0 },
  { low: 0x10000, high: 0x10ffff, mark: 0xf0 },
];

const spellings = new WeakMap<ExprArena, Utf8Spelling>();

/** Characters as raw UTF-8. One spelling object for each arena, so that equal ranges always give one expression. */
export function utf8Spelling(arena: ExprArena): CharSpelling {
  let spelling = spellings.get(arena);
  if (spelling === undefined) spellings.set(arena, (spelling = new Utf8Spelling(arena)));
  return spelling;
}

class Utf8Spelling implements CharSpelling {
  readonly any: ExprId;
  readonly #arena: ExprArena;
  readonly #known = new Map<string, ExprId>();
  /** Any run of so many continuation bytes. */
  readonly #tails: readonly ExprId[];

  constructor(arena: ExprArena) {
    this.#arena = arena;
    const continuation = arena.range(0x80, 0xbf);
    this.#tails = [0, 1, 2, 3].map((length) => arena.seq(...Array.from({ length }, () => continuation)));
    this.any = this.chars(ALL_CODE_POINTS);
  }

  chars(ranges: CodePointRanges): ExprId {
    const key = rangesKey(ranges);
    let e = this.#known.get(key);
    if (e === undefined) this.#known.set(key, (e = this.#build(ranges)));
    return e;
  }

  #build(ranges: CodePointRanges): ExprId {
    const parts = LENGTHS.map(({ low, high, mark }, more) => this.#level(clip(ranges, low, high, 0), more, mark));
    return this.#arena.alt(parts);
  }

  /** `ranges` of values that are written as one byte with `mark` and `more` continuation bytes of six bits. */
  #level(ranges: CodePointRanges, more: number, mark: number): ExprId {
    if (ranges.length === 0) return NEVER;
    const size = 64 ** more;
    // The first bytes with the same remainder share one byte set, so the result is the minimal automaton.
    const firsts = new Map<ExprId, ByteSet>();
    const add = (tail: ExprId, set: ByteSet): void => {
      const known = firsts.get(tail);
      if (known === undefined) firsts.set(tail, set);
      else for (let word = 0; word < 8; word += 1) known[word] |= set[word];
    };
    let next = -1;
    for (const [low, high] of ranges) {
      const last = Math.floor(high / size);
      let first = Math.max(next, Math.floor(low / size));
      // Whole blocks need no look at what lies in them.
      const whole = low <= first * size ? first : first + 1;
      const wholeEnd = (last + 1) * size - 1 <= high ? last : last - 1;
      if (whole <= wholeEnd) add(this.#tails[more], byteRange(mark | whole, mark | wholeEnd));
      for (; first <= last; first += 1) {
        if (first >= whole && first <= wholeEnd) first = wholeEnd + 1;
        if (first > last) break;
        add(this.#level(clip(ranges, first * size, (first + 1) * size - 1, first * size), more - 1, 0x80), byteSet(mark | first));
      }
      next = Math.max(next, last + 1);
    }
    const parts: ExprId[] = [];
    for (const [tail, set] of firsts) parts.push(this.#arena.seq2(this.#arena.bytes(set), tail));
    return this.#arena.alt(parts);
  }
}

/** The part of `ranges` from `low` to `high`, counted from `base`. */
function clip(ranges: CodePointRanges, low: number, high: number, base: number): CodePointRanges {
  const inside: [number, number][] = [];
  for (const range of ranges) {
    if (range[1] < low) continue;
    if (range[0] > high) break;
    inside.push([Math.max(low, range[0]) - base, Math.min(high, range[1]) - base]);
  }
  return inside;
}
