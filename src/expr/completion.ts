import type { ExprArena } from "./arena.ts";
import { type ByteSet, bytesOfSet } from "./byte-set.ts";
import type { TokenSet } from "./definitions.ts";
import {
  ALT_KIND,
  AND_KIND,
  BUDGET_KIND,
  BYTES_KIND,
  CHAR_LIMIT_KIND,
  EFFECT_KIND,
  EMPTY,
  type ExprId,
  LEXEME_KIND,
  NEVER,
  NOT_KIND,
  NULLABLE,
  REPEAT_KIND,
  RULE_KIND,
  SEQ_KIND,
  TOKENS_KIND,
} from "./kinds.ts";

/** A symbol of a completion: a byte (0 to 255), or the vocabulary entry `symbol - 256`. */
export type Symbol = number;

export const FIRST_TOKEN_SYMBOL = 256;

const UNKNOWN = -1;
const MAX_SEARCH = 20_000;
const MAX_DEPTH = 900;

/**
 * Short completions of expressions. Their length is the least one for everything without rules; rules are followed through {@link Rule.cheapest}, so past them it is an upper bound.
 * Effects count as passed.
 */
export class Completion {
  readonly #arena: ExprArena;
  readonly #anyTokenOf: (set: TokenSet) => number | undefined;
  #lengths = new Float64Array(1 << 12).fill(UNKNOWN);
  readonly #searched = new Map<ExprId, readonly Symbol[] | null>();
  readonly #open = new Set<ExprId>();
  readonly #unwritable: ByteSet | undefined;
  #provisional = false;
  #gaveUp = false;

  /** `anyTokenOf` picks a vocabulary entry of a token set; completions have none of the bytes of `unwritable`. */
  constructor(arena: ExprArena, anyTokenOf: (set: TokenSet) => number | undefined, unwritable?: ByteSet) {
    this.#arena = arena;
    this.#anyTokenOf = anyTokenOf;
    this.#unwritable = unwritable;
  }

  /** Whether a search was ended before it had seen everything: Infinity then proves nothing. */
  get gaveUp(): boolean {
    return this.#gaveUp;
  }

  /** Number of symbols of {@link of}; Infinity where none was found. */
  length(e: ExprId): number {
    this.#provisional = false;
    // Something may be left of a search that an error ended.
    this.#open.clear();
    return this.#length(e, 0);
  }

  #length(e: ExprId, depth: number): number {
    if (this.#knows(e)) return this.#lengths[e];
    if (depth > MAX_DEPTH) {
      this.#provisional = true;
      this.#gaveUp = true;
      return Number.POSITIVE_INFINITY;
    }
    this.#arena.store.meter.spend(1);
    const length = this.#compute(e, depth);
    this.#remember(e, length);
    return length;
  }

  #knows(e: ExprId): boolean {
    return e < this.#lengths.length && this.#lengths[e] !== UNKNOWN;
  }

  #remember(e: ExprId, length: number): void {
    // What was cut off inside a cycle may be shorter when asked for from elsewhere.
    if (length === Number.POSITIVE_INFINITY && this.#provisional) return;
    if (e >= this.#lengths.length) {
      const grown = new Float64Array(Math.max(this.#lengths.length * 2, e + 1)).fill(UNKNOWN);
      grown.set(this.#lengths);
      this.#lengths = grown;
    }
    this.#lengths[e] = length;
  }

  #compute(e: ExprId, depth: number): number {
    const arena = this.#arena;
    const { kind, a, b, flags } = arena.store;
    if (e === NEVER) return Number.POSITIVE_INFINITY;
    if ((flags[e] & NULLABLE) !== 0) return 0;
    switch (kind[e]) {
      case BYTES_KIND:
        return this.#writable(arena.store.sets[a[e]]).length === 0 ? Number.POSITIVE_INFINITY : 1;
      case TOKENS_KIND:
        return this.#anyTokenOf(arena.store.tokenSets[a[e]]) === undefined ? Number.POSITIVE_INFINITY : 1;
      case SEQ_KIND: {
        // From the last part back, so that what is left after each part is known as well.
        const chain: ExprId[] = [e];
        let at = b[e];
        while (kind[at] === SEQ_KIND && !this.#knows(at)) {
          chain.push(at);
          at = b[at];
        }
        let length = this.#length(at, depth + 1);
        for (let index = chain.length - 1; index >= 0; index -= 1) {
          arena.store.meter.spend(1);
          length = (arena.store.flags[chain[index]] & NULLABLE) !== 0 ? 0 : length + this.#length(arena.store.a[chain[index]], depth + 1);
          if (index > 0) this.#remember(chain[index], length);
        }
        return length;
      }
      case ALT_KIND: {
        let least = Number.POSITIVE_INFINITY;
        arena.store.meter.spend(b[e]);
        for (const part of arena.operands(e).slice()) least = Math.min(least, this.#length(part, depth + 1));
        return least;
      }
      case REPEAT_KIND:
        return b[e] * this.#length(a[e], depth + 1);
      case RULE_KIND: {
        if (this.#open.has(e)) {
          this.#provisional = true;
          return Number.POSITIVE_INFINITY;
        }
        this.#open.add(e);
        const length = this.#length(this.#body(e, depth), depth + 1);
        this.#open.delete(e);
        return length;
      }
      case LEXEME_KIND:
      case BUDGET_KIND:
      case CHAR_LIMIT_KIND:
        return this.#length(a[e], depth + 1);
      case AND_KIND:
      case NOT_KIND:
        return this.#search(e)?.length ?? Number.POSITIVE_INFINITY;
      default:
        return 0;
    }
  }

  #body(e: ExprId, depth: number): ExprId {
    const rule = this.#arena.store.rules[this.#arena.store.a[e]];
    const cheapest = rule.cheapest?.(this.#arena.store.b[e]);
    if (cheapest === undefined) return this.#arena.unfold(e);
    // A rule knows nothing of bytes that can't be written: another way may be free of them.
    const dear = this.#unwritable !== undefined && this.#length(cheapest, depth + 1) === Number.POSITIVE_INFINITY;
    return dear ? this.#arena.unfold(e) : cheapest;
  }

  #writable(set: ByteSet): readonly number[] {
    return bytesOfSet(this.#unwritable === undefined ? set : set.map((word, at) => word & ~this.#unwritable![at]));
  }

  /** A short completion, or undefined where none was found. */
  of(e: ExprId): readonly Symbol[] | undefined {
    if (this.length(e) === Number.POSITIVE_INFINITY) return undefined;
    const symbols: Symbol[] = [];
    const todo: ExprId[] = [e];
    while (todo.length > 0) {
      this.#arena.store.meter.spend(1);
      const at = todo.pop()!;
      const { kind, a, b, flags, sets, tokenSets } = this.#arena.store;
      if (at === EMPTY || (flags[at] & NULLABLE) !== 0) continue;
      switch (kind[at]) {
        case BYTES_KIND:
          symbols.push(friendlyByte(this.#writable(sets[a[at]])));
          break;
        case TOKENS_KIND:
          symbols.push(FIRST_TOKEN_SYMBOL + this.#anyTokenOf(tokenSets[a[at]])!);
          break;
        case SEQ_KIND:
          todo.push(b[at], a[at]);
          break;
        case ALT_KIND: {
          let best = NEVER;
          let least = Number.POSITIVE_INFINITY;
          this.#arena.store.meter.spend(b[at]);
          for (const part of this.#arena.operands(at).slice()) {
            const length = this.length(part);
            if (length < least) [least, best] = [length, part];
          }
          todo.push(best);
          break;
        }
        case REPEAT_KIND:
          for (let count = 0; count < b[at]; count += 1) todo.push(a[at]);
          break;
        case RULE_KIND:
          todo.push(this.#body(at, 0));
          break;
        case LEXEME_KIND:
        case BUDGET_KIND:
        case CHAR_LIMIT_KIND:
          todo.push(a[at]);
          break;
        case AND_KIND:
        case NOT_KIND:
          symbols.push(...this.#search(at)!);
          break;
        case EFFECT_KIND:
          break;
      }
    }
    return symbols;
  }

  /** The shortest text of an intersection or complement, by breadth-first search over derivatives. */
  #search(start: ExprId): readonly Symbol[] | undefined {
    const known = this.#searched.get(start);
    if (known !== undefined) return known ?? undefined;
    const found = this.#breadthFirst(start);
    this.#searched.set(start, found ?? null);
    return found;
  }

  #breadthFirst(start: ExprId): readonly Symbol[] | undefined {
    const arena = this.#arena;
    const from = new Map<ExprId, { state: ExprId; byte: number }>();
    const queue: ExprId[] = [start];
    const covered = new Uint32Array(8);
    const same = new Uint32Array(8);
    for (let head = 0; head < queue.length && queue.length < MAX_SEARCH; head += 1) {
      const state = queue[head];
      covered.set(this.#unwritable ?? NO_BYTES);
      for (const byte of FRIENDLY_ORDER) {
        if (((covered[byte >>> 5] >>> (byte & 31)) & 1) === 1) continue;
        same.fill(0xffffffff);
        const next = arena.derivative(state, byte, same);
        for (let word = 0; word < 8; word += 1) covered[word] |= same[word];
        if (next === NEVER || next === start || from.has(next)) continue;
        from.set(next, { state, byte });
        if (arena.isNullable(next)) {
          const path: Symbol[] = [];
          for (let at = next; at !== start; ) {
            const step = from.get(at)!;
            path.push(step.byte);
            at = step.state;
          }
          return path.reverse();
        }
        queue.push(next);
      }
    }
    if (queue.length >= MAX_SEARCH) this.#gaveUp = true;
    return undefined;
  }
}

const NO_BYTES: ByteSet = new Uint32Array(8);

/** Letters and digits first, so that completions read well. */
const FRIENDLY_ORDER: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte).sort((x, y) => rank(x) - rank(y) || x - y);

function rank(byte: number): number {
  if (byte >= 0x61 && byte <= 0x7a) return 0;
  if (byte >= 0x30 && byte <= 0x39) return 1;
  if (byte > 0x20 && byte < 0x7f) return 2;
  return byte === 0x20 ? 3 : 4;
}

function friendlyByte(bytes: readonly number[]): number {
  return bytes.reduce((best, byte) => (rank(byte) < rank(best) ? byte : best));
}
