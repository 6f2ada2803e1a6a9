import type { ExprArena } from "../../expr/arena.ts";
import { type ByteSet, byteRange, byteSet, hasByte, unionSets } from "../../expr/byte-set.ts";
import type { Effect, Rule } from "../../expr/definitions.ts";
import { EMPTY, type ExprId, NEVER } from "../../expr/kinds.ts";
import { type Ends, unusedItem, unusedKey } from "./unique-effects.ts";

/** Up to so many values are counted; where more can follow, they are not used up in one output. */
const MAX_COUNTED = 10_000;
/** States of one expression that are looked at for places where values could be used up. */
const MAX_EXPLORED = 400;
const MAX_DEPTH = 1_000;

/** `key`: behind its opening quote. `string` and `other`: items, strings with both quotes. `number`: items that end where something else follows. */
export type DistinctKind = "key" | "string" | "other" | "number";

interface Edge {
  readonly bytes: readonly number[];
  readonly next: ExprId;
}

/**
 * Texts of which no two in a container may be equal. Where only few values can still follow what was typed, each byte is checked against what the container has, so that nobody types the
 * beginning of a value that is used up: the digits of the same year, the last character of the same code. Everywhere else there is another way to go on, and the check at the end is enough.
 */
export class DistinctTexts {
  readonly #arena: ExprArena;
  readonly #rules: Readonly<Record<DistinctKind, CheckedText>>;
  readonly #counts = new Map<ExprId, number>();
  readonly #edges = new Map<ExprId, readonly Edge[]>();
  readonly #checked = new Map<string, ExprId>();
  readonly #tail: ExprId;

  private constructor(arena: ExprArena) {
    this.#arena = arena;
    this.#tail = shortestTail(arena);
    const rule = (kind: DistinctKind): CheckedText => new CheckedText(arena, this, kind);
    this.#rules = { key: rule("key"), string: rule("string"), other: rule("other"), number: rule("number") };
  }

  static of(arena: ExprArena): DistinctTexts {
    let texts = known.get(arena);
    if (texts === undefined) known.set(arena, (texts = new DistinctTexts(arena)));
    return texts;
  }

  /** How many values the texts of `e` spell; Infinity where they are many. */
  count(e: ExprId, kind: DistinctKind): number {
    return this.#count(this.values(e, kind), 0);
  }

  /** The same texts, checked where values can be used up. */
  checked(e: ExprId, kind: DistinctKind): ExprId {
    if (e === NEVER || e === EMPTY) return e;
    const key = `${kind} ${e}`;
    let checked = this.#checked.get(key);
    if (checked === undefined) {
      checked = this.#canRunOut(this.values(e, kind), kind) ? this.#arena.rule(this.#rules[kind], e) : e;
      this.#checked.set(key, checked);
    }
    return checked;
  }

  /** What can follow, each value once: strings go on in their shortest spelling. */
  values(e: ExprId, kind: DistinctKind): ExprId {
    return kind === "key" || kind === "string" ? this.#arena.and(e, kind === "key" ? this.#tail : this.#string(e)) : e;
  }

  /** A string that has not begun yet starts with its quote. */
  #string(e: ExprId): ExprId {
    const quote = this.edges(e).every(({ bytes }) => bytes.length === 1 && bytes[0] === QUOTE) && !this.#arena.isNullable(e);
    return quote ? this.#arena.alt2(this.#arena.seq2(this.#arena.byte(QUOTE), this.#tail), this.#tail) : this.#tail;
  }

  /** The texts of a value expression, one after the other. */
  *words(values: ExprId): Generator<readonly number[]> {
    if (this.#arena.isNullable(values)) yield [];
    for (const { bytes, next } of this.edges(values)) {
      if (this.#count(next, 0) === 0) continue;
      for (const byte of bytes) for (const word of this.words(next)) yield [byte, ...word];
    }
  }

  edges(e: ExprId): readonly Edge[] {
    let edges = this.#edges.get(e);
    if (edges !== undefined) return edges;
    const byNext = new Map<ExprId, number[]>();
    const done = new Uint32Array(8);
    for (let byte = 0; byte < 256; byte += 1) {
      if (hasByte(done, byte)) continue;
      const same = new Uint32Array(8).fill(0xffffffff);
      const next = this.#arena.derivative(e, byte, same);
      for (let other = byte; other < 256; other += 1) {
        if (!hasByte(same, other) || hasByte(done, other)) continue;
        done[other >>> 5] |= 1 << (other & 31);
        if (next === NEVER) continue;
        const bytes = byNext.get(next);
        if (bytes === undefined) byNext.set(next, [other]);
        else bytes.push(other);
      }
    }
    edges = Array.from(byNext, ([next, bytes]) => ({ bytes, next }));
    this.#edges.set(e, edges);
    return edges;
  }

  #count(e: ExprId, depth: number): number {
    const before = this.#counts.get(e);
    if (before !== undefined) return before;
    if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
    // Met again on the way, it goes round in a circle.
    this.#counts.set(e, Number.POSITIVE_INFINITY);
    let count = this.#arena.isNullable(e) ? 1 : 0;
    for (const { bytes, next } of this.edges(e)) {
      count += bytes.length * this.#count(next, depth + 1);
      if (count > MAX_COUNTED) return Number.POSITIVE_INFINITY;
    }
    this.#counts.set(e, count);
    return count;
  }

  /** Whether some beginning leaves few values. A text that has its own end is checked there anyway. */
  #canRunOut(values: ExprId, kind: DistinctKind): boolean {
    const seen = new Set<ExprId>([values]);
    for (const e of seen) {
      if ((kind === "number" || e !== EMPTY) && this.#count(e, 0) !== Number.POSITIVE_INFINITY) return true;
      for (const { next } of this.edges(e)) if (seen.size < MAX_EXPLORED) seen.add(next);
    }
    return false;
  }
}

const QUOTE = 0x22;
const known = new WeakMap<ExprArena, DistinctTexts>();

/** Texts as a rule whose states are their derivatives, a check behind each byte that leaves few values. */
class CheckedText implements Rule {
  readonly name: string;
  readonly #arena: ExprArena;
  readonly #texts: DistinctTexts;
  readonly #kind: DistinctKind;
  readonly #effects = new Map<ExprId, Effect>();

  constructor(arena: ExprArena, texts: DistinctTexts, kind: DistinctKind) {
    this.name = `distinct ${kind}`;
    this.#arena = arena;
    this.#texts = texts;
    this.#kind = kind;
  }

  nullable(e: ExprId): boolean {
    return this.#arena.isNullable(e);
  }

  step(e: ExprId, byte: number, same: ByteSet): ExprId {
    return this.#behind(this.#arena.derivative(e, byte, same));
  }

  unfold(e: ExprId): ExprId {
    const arena = this.#arena;
    const parts = this.#texts.edges(e).map(({ bytes, next }) => arena.seq2(arena.bytes(byteSet(...bytes)), this.#behind(next)));
    return arena.alt(arena.isNullable(e) ? [EMPTY, ...parts] : parts);
  }

  cheapest(e: ExprId): ExprId {
    return e;
  }

  #behind(next: ExprId): ExprId {
    if (next === NEVER || (next === EMPTY && this.#kind !== "number")) return next;
    const rest = next === EMPTY ? EMPTY : this.#arena.rule(this, next);
    const count = this.#texts.count(next, this.#kind);
    return count === 0 || count === Number.POSITIVE_INFINITY ? rest : this.#arena.seq2(this.#arena.effect(this.#effect(next)), rest);
  }

  #effect(next: ExprId): Effect {
    let effect = this.#effects.get(next);
    if (effect === undefined) {
      const values = this.#texts.values(next, this.#kind);
      // Inside an escape several ends may spell one value.
      const count = this.#kind === "number" || this.#kind === "other" ? this.#texts.count(next, this.#kind) : 1;
      const ends: Ends = { count, words: () => this.#texts.words(values) };
      this.#effects.set(next, (effect = this.#kind === "key" ? unusedKey(ends) : unusedItem(ends)));
    }
    return effect;
  }
}

/** The rest of a string and its quote, in the spelling that JSON writers use. */
function shortestTail(arena: ExprArena): ExprId {
  const raw = unionSets(unionSets(byteSet(0x20, 0x21), byteRange(0x23, 0x5b)), byteRange(0x5d, 0xff));
  const controls = Array.from({ length: 32 }, (_, code) => code).filter((code) => ![8, 9, 10, 12, 13].includes(code));
  const escapes = ['\\"', "\\\\", "\\b", "\\t", "\\n", "\\f", "\\r", ...controls.map((code) => `\\u${code.toString(16).padStart(4, "0")}`)];
  return arena.seq2(arena.star(arena.alt2(arena.bytes(raw), arena.literals(escapes))), arena.byte(QUOTE));
}
