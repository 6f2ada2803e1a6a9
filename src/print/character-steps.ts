import { fail } from "../core/errors.ts";
import type { ExprArena } from "../expr/arena.ts";
import { Front } from "../expr/front.ts";
import { type ExprId, FRONT_EFFECT, NEVER } from "../expr/kinds.ts";
import type { CodePointRanges } from "../lower/char-spelling.ts";
import { normalRanges } from "../lower/code-points.ts";

/** One of these characters, and what follows it. */
export interface CharacterStep {
  readonly ranges: CodePointRanges;
  /** How they are written, where that is not as themselves. */
  readonly spelled?: ExprId;
  readonly target: ExprId;
}

type Range = readonly [low: number, high: number];
type ByTarget = ReadonlyMap<ExprId, readonly Range[]>;

/** Least code point by the number of continuation bytes. */
const LEAST = [0, 0x80, 0x800, 0x10000];

const known = new WeakMap<ExprArena, CharacterSteps>();

/** The steps of an arena: one object for each, so that nothing is computed twice. */
export function characterSteps(arena: ExprArena): CharacterSteps {
  let steps = known.get(arena);
  if (steps === undefined) known.set(arena, (steps = new CharacterSteps(arena)));
  return steps;
}

/** Derivatives by whole characters: expressions are over bytes, printed grammars over characters. */
export class CharacterSteps {
  readonly #arena: ExprArena;
  readonly #front: Front;
  readonly #steps = new Map<ExprId, readonly CharacterStep[]>();
  /** By state in a character and continuation bytes that are missing: the values that these bytes can add. */
  readonly #middles = new Map<string, ByTarget>();

  constructor(arena: ExprArena) {
    this.#arena = arena;
    this.#front = new Front(arena);
  }

  /**
   * All characters that may follow, by what follows them. No effect may stand at the front of `e`.
   * @throws StructagError `print-not-text` where `e` accepts bytes that are no UTF-8
   */
  of(e: ExprId, path: string): readonly CharacterStep[] {
    let steps = this.#steps.get(e);
    if (steps === undefined) this.#steps.set(e, (steps = this.#compute(e, path)));
    return steps;
  }

  #compute(e: ExprId, path: string): readonly CharacterStep[] {
    const found = new Map<ExprId, Range[]>();
    const add = (target: ExprId, ranges: readonly Range[]): void => {
      const known = found.get(target);
      if (known === undefined) found.set(target, [...ranges]);
      else known.push(...ranges);
    };
    for (const [next, bytes] of this.#classes(e, path)) {
      for (const [low, high] of bytes) {
        if (low < 0x80) add(next, [[low, Math.min(high, 0x7f)]]);
        for (let byte = Math.max(low, 0x80); byte <= high; byte += 1) {
          const more = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
          if (byte < 0xc2 || byte > 0xf4) notText(path);
          const base = (byte & (0x3f >> more)) * 64 ** more;
          for (const [target, offsets] of this.#middle(next, more, path)) {
            const ranges = offsets.map(([first, last]): Range => [base + first, base + last]);
            if (ranges.some(([first, last]) => first < LEAST[more] || last > 0x10ffff || (first <= 0xdfff && last >= 0xd800)))
              notText(path);
            add(target, ranges);
          }
        }
      }
    }
    return [...found].map(([target, ranges]) => ({ ranges: normalRanges(ranges), target }));
  }

  #middle(e: ExprId, more: number, path: string): ByTarget {
    const key = `${e},${more}`;
    const known = this.#middles.get(key);
    if (known !== undefined) return known;
    if (this.#arena.isNullable(e)) notText(path);
    const found = new Map<ExprId, Range[]>();
    const size = 64 ** (more - 1);
    for (const [next, bytes] of this.#classes(e, path)) {
      for (const [low, high] of bytes) {
        if (low < 0x80 || high > 0xbf) notText(path);
        const add = (target: ExprId, ranges: readonly Range[]): void => {
          const list = found.get(target);
          if (list === undefined) found.set(target, [...ranges]);
          else list.push(...ranges);
        };
        if (more === 1) add(next, [[low - 0x80, high - 0x80]]);
        else {
          for (const [target, offsets] of this.#middle(next, more - 1, path)) {
            for (let byte = low; byte <= high; byte += 1)
              add(
                target,
                offsets.map(([first, last]): Range => [(byte - 0x80) * size + first, (byte - 0x80) * size + last]),
              );
          }
        }
      }
    }
    for (const [target, ranges] of found) found.set(target, joined(ranges));
    this.#middles.set(key, found);
    return found;
  }

  /** The bytes that may follow, as ranges by what follows them. */
  #classes(e: ExprId, path: string): ReadonlyMap<ExprId, readonly Range[]> {
    const arena = this.#arena;
    if ((this.#front.flags(e) & FRONT_EFFECT) !== 0) notText(path);
    const classes = new Map<ExprId, Range[]>();
    const done = new Uint32Array(8);
    const same = new Uint32Array(8);
    for (let byte = 0; byte < 256; byte += 1) {
      if (((done[byte >>> 5] >>> (byte & 31)) & 1) === 1) continue;
      same.fill(0xffffffff);
      const next = arena.derivative(e, byte, same);
      for (let word = 0; word < 8; word += 1) done[word] |= same[word];
      if (next === NEVER) continue;
      let ranges = classes.get(next);
      if (ranges === undefined) classes.set(next, (ranges = []));
      for (let other = byte; other < 256; other += 1) if (((same[other >>> 5] >>> (other & 31)) & 1) === 1) ranges.push([other, other]);
    }
    return new Map(Array.from(classes, ([next, ranges]) => [next, joined(ranges)]));
  }
}

/** Sorted, and joined where they touch; they do not overlap. */
function joined(ranges: readonly Range[]): Range[] {
  const sorted = [...ranges].sort((x, y) => x[0] - y[0]);
  const result: [number, number][] = [];
  for (const [low, high] of sorted) {
    const last = result.at(-1);
    if (last !== undefined && last[1] + 1 === low) last[1] = high;
    else result.push([low, high]);
  }
  return result;
}

function notText(path: string): never {
  return fail(
    "print-not-text",
    path,
    "the format does not consist of whole characters, and printed grammars have no bytes",
    "enforce it with the engine",
  );
}
