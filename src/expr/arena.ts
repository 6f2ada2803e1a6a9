import type { Algebra } from "./algebra.ts";
import { normalAlternation } from "./alternation.ts";
import { type ByteSet, byteRange, byteSet, intersectSets, isEmptySet } from "./byte-set.ts";
import type { Effect, Rule, TokenSet } from "./definitions.ts";
import { derivative, tokenDerivative } from "./derivative.ts";
import { Emptiness } from "./emptiness.ts";
import {
  ALT_KIND,
  AND_KIND,
  BOOLEAN,
  BUDGET_KIND,
  BYTES_KIND,
  CHAR_LIMIT_KIND,
  EFFECT_KIND,
  EMPTY,
  type ExprId,
  FRONT_BUDGET,
  FRONT_EFFECT,
  FRONT_RULE,
  FRONT_TOKENS,
  IMPURE,
  LEXEME_KIND,
  NEVER,
  NOT_KIND,
  NULLABLE,
  REPEAT_KIND,
  RULE_KIND,
  SEQ_KIND,
  TOKENS_KIND,
} from "./kinds.ts";
import { leftRecursion } from "./left-recursion.ts";
import { LiteralSet } from "./literal-set.ts";
import { NodeStore } from "./node-store.ts";
import { sortedDistinct } from "./sorted.ts";

const FRONT = FRONT_EFFECT | FRONT_TOKENS | FRONT_BUDGET | FRONT_RULE;
const INHERITED = BOOLEAN | IMPURE;
/** What a node's counters hold. */
const MOST_TIMES = 0x7fffffff;
const encoder = new TextEncoder();

export interface ArenaOptions {
  /** Most expression nodes; default 16,000,000. */
  readonly maxNodes?: number;
  /** Most states that one emptiness check of an intersection explores; default 50,000. */
  readonly emptinessBudget?: number;
}

/**
 * The expression algebra: constructors that keep a normal form, so that equal languages mostly get equal ids. Expressions denote sets of byte strings (with token sets: of strings
 * over bytes and vocabulary entries). An id is valid in its own arena only.
 *
 * Guarantee: no expression but {@link NEVER} is without a completion, as long as rules keep their word (see {@link Rule.unfold}) and no emptiness check ran out of its budget
 * (`undecided` counts those).
 */
export class ExprArena implements Algebra {
  readonly store: NodeStore;
  readonly #emptiness: Emptiness;
  /** Bodies of unfolded rules by node; NEVER, which no rule unfolds to, where there is none. */
  #unfolded = new Int32Array(1 << 12);
  readonly #bytes: (ExprId | undefined)[] = new Array(256);
  /** While an emptiness check runs, intersections are built without checking theirs. */
  #exploring = false;
  /** Any byte string. */
  readonly all: ExprId;

  constructor(options: ArenaOptions = {}) {
    this.store = new NodeStore(options.maxNodes);
    this.#emptiness = new Emptiness(this, options.emptinessBudget);
    this.all = this.star(this.bytes(byteRange(0, 255)));
  }

  /** Emptiness checks that ran out of their budget; their expressions count as not empty. */
  get undecided(): number {
    return this.#emptiness.undecided;
  }

  isNullable(e: ExprId): boolean {
    return (this.store.flags[e] & NULLABLE) !== 0;
  }

  bytes(set: ByteSet): ExprId {
    return isEmptySet(set) ? NEVER : this.store.node(BYTES_KIND, this.store.internSet(set), 0, 0, 0);
  }

  byte(byte: number): ExprId {
    let e = this.#bytes[byte];
    if (e === undefined) {
      e = this.bytes(byteSet(byte));
      this.#bytes[byte] = e;
    }
    return e;
  }

  range(low: number, high: number): ExprId {
    return this.bytes(byteRange(low, high));
  }

  /** Exactly this text (UTF-8) or these bytes. */
  literal(text: string | Uint8Array): ExprId {
    const bytes = typeof text === "string" ? encoder.encode(text) : text;
    let e = EMPTY;
    for (let at = bytes.length - 1; at >= 0; at -= 1) e = this.#pair(this.byte(bytes[at]), e);
    return e;
  }

  /** Any of these texts, as a prefix tree that is built where it is walked: cheap for 100,000 texts. */
  literals(texts: readonly (string | Uint8Array)[]): ExprId {
    if (texts.length === 0) return NEVER;
    if (texts.length === 1) return this.literal(texts[0]);
    return new LiteralSet(this, texts).expr;
  }

  /** All parts one after the other. */
  seq(...parts: readonly ExprId[]): ExprId {
    let e = EMPTY;
    for (let at = parts.length - 1; at >= 0; at -= 1) e = this.seq2(parts[at], e);
    return e;
  }

  seq2(head: ExprId, tail: ExprId): ExprId {
    if (head === NEVER || tail === NEVER) return NEVER;
    if (head === EMPTY) return tail;
    if (tail === EMPTY) return head;
    const { kind, a, b } = this.store;
    if (kind[head] !== SEQ_KIND) return this.#pair(head, tail);
    const heads: ExprId[] = [];
    let at = head;
    while (kind[at] === SEQ_KIND) {
      heads.push(a[at]);
      at = b[at];
    }
    this.store.meter.spend(heads.length);
    let e = this.#pair(at, tail);
    for (let index = heads.length - 1; index >= 0; index -= 1) e = this.#pair(heads[index], e);
    return e;
  }

  #pair(head: ExprId, tail: ExprId): ExprId {
    if (tail === EMPTY) return head;
    const { flags, kind } = this.store;
    const hf = flags[head];
    const tf = flags[tail];
    let f = (hf | tf) & INHERITED;
    f |= hf & FRONT;
    if ((hf & NULLABLE) !== 0) {
      f |= tf & (FRONT | NULLABLE);
      if ((tf & FRONT_EFFECT) !== 0 && kind[head] !== EFFECT_KIND) {
        throw new Error("an effect may not follow an expression that can be empty");
      }
    }
    return this.store.node(SEQ_KIND, head, tail, 0, f);
  }

  /** Any one of the parts. */
  alt(parts: readonly ExprId[]): ExprId {
    if (parts.length === 1) return parts[0];
    return normalAlternation(this, parts);
  }

  alt2(x: ExprId, y: ExprId): ExprId {
    if (x === NEVER || x === y) return y;
    if (y === NEVER) return x;
    return normalAlternation(this, [x, y]);
  }

  optional(e: ExprId): ExprId {
    return this.alt2(EMPTY, e);
  }

  star(e: ExprId): ExprId {
    return this.repeat(e, 0, -1);
  }

  plus(e: ExprId): ExprId {
    return this.repeat(e, 1, -1);
  }

  /** `min` to `max` times `e` (`max` -1: no bound), kept as a counter. Counts past {@link MOST_TIMES} are read as that many, and as no bound: no output gets so far. */
  repeat(e: ExprId, min: number, max: number): ExprId {
    if (min > MOST_TIMES || max > MOST_TIMES) return this.repeat(e, Math.min(min, MOST_TIMES), max > MOST_TIMES ? -1 : max);
    if (max === 0 || e === EMPTY) return EMPTY;
    if (e === NEVER) return min === 0 ? EMPTY : NEVER;
    const { kind, b, c, flags } = this.store;
    const least = this.isNullable(e) ? 0 : min;
    if (kind[e] === REPEAT_KIND && b[e] === 0 && c[e] === -1) return e;
    if (least === 1 && max === 1) return e;
    const f = flags[e];
    if ((f & FRONT_EFFECT) !== 0) throw new Error("an effect may not start the body of a repetition");
    return this.store.node(REPEAT_KIND, e, least, max, (f & (INHERITED | FRONT)) | (least === 0 ? NULLABLE : 0));
  }

  /** What all parts accept. Nested lexemes lose their boundary. Empty intersections are found and become {@link NEVER}. */
  and(...parts: readonly ExprId[]): ExprId {
    const { kind, a, b, pool, sets } = this.store;
    const list: ExprId[] = [];
    let set: ByteSet | undefined;
    const add = (part: ExprId): boolean => {
      if (part === NEVER) return false;
      if (part === this.all) return true;
      const k = kind[part];
      if (k === LEXEME_KIND) return add(a[part]);
      if (k === AND_KIND) {
        for (let index = 0; index < b[part]; index += 1) if (!add(pool[a[part] + index])) return false;
        return true;
      }
      if (k === BYTES_KIND) {
        set = set === undefined ? sets[a[part]] : intersectSets(set, sets[a[part]]);
        return true;
      }
      list.push(part);
      return true;
    };
    for (const part of parts) if (!add(part)) return NEVER;
    if (set !== undefined) {
      if (isEmptySet(set)) return NEVER;
      list.push(this.bytes(set));
    }
    const sorted = sortedDistinct(list);
    if (sorted.length === 0) return this.all;
    if (sorted.length === 1) return sorted[0];
    let f = NULLABLE;
    let inherited = BOOLEAN;
    // The arrays may have been replaced by larger ones when the byte set was made.
    const { store } = this;
    for (const part of sorted) {
      f &= store.flags[part];
      inherited |= store.flags[part] & (INHERITED | FRONT_RULE);
      if (store.kind[part] === NOT_KIND && sorted.includes(store.a[part])) return NEVER;
    }
    if (sorted[0] === EMPTY) return f === 0 ? NEVER : EMPTY;
    this.#refuseImpure(inherited);
    const id = this.store.listNode(AND_KIND, sorted, sorted.length, f | inherited);
    return this.#live(id);
  }

  /** Every byte string that `e` does not accept. */
  not(e: ExprId): ExprId {
    if (e === NEVER) return this.all;
    if (e === this.all) return NEVER;
    const { kind, a, flags } = this.store;
    if (kind[e] === NOT_KIND) return a[e];
    if (kind[e] === LEXEME_KIND) return this.not(a[e]);
    const f = flags[e];
    this.#refuseImpure(f);
    const id = this.store.node(NOT_KIND, e, 0, 0, (f & FRONT_RULE) | BOOLEAN | ((f & NULLABLE) === 0 ? NULLABLE : 0));
    return this.#live(id);
  }

  #refuseImpure(flags: number): void {
    if ((flags & IMPURE) !== 0) throw new Error("token sets, effects and budgets may not stand under an intersection or complement");
  }

  #live(id: ExprId): ExprId {
    if (this.#exploring || this.isNullable(id)) return id;
    this.#exploring = true;
    try {
      return this.#emptiness.isEmpty(id) ? NEVER : id;
    } finally {
      this.#exploring = false;
    }
  }

  /** What `build` returns, with intersections built unchecked: for a caller that finds and removes dead states on its own. */
  unchecked<T>(build: () => T): T {
    const exploring = this.#exploring;
    this.#exploring = true;
    try {
      return build();
    } finally {
      this.#exploring = exploring;
    }
  }

  /** A rule at one of its states, unfolded when it is needed. */
  rule(rule: Rule, state = 0): ExprId {
    const nullable = rule.nullable?.(state) === true;
    return this.store.node(RULE_KIND, this.store.internRule(rule), state, 0, FRONT_RULE | (nullable ? NULLABLE : 0));
  }

  /** The expression of a rule node. */
  unfold(e: ExprId): ExprId {
    let body = e < this.#unfolded.length ? this.#unfolded[e] : NEVER;
    if (body === NEVER) {
      const exploring = this.#exploring;
      this.#exploring = false;
      try {
        body = this.store.rules[this.store.a[e]].unfold(this.store.b[e]);
      } finally {
        this.#exploring = exploring;
      }
      if (body === e) throw leftRecursion(this.store.rules[this.store.a[e]].name);
      if (e >= this.#unfolded.length) {
        const grown = new Int32Array(Math.max(this.#unfolded.length * 2, e + 1));
        grown.set(this.#unfolded);
        this.#unfolded = grown;
      }
      this.#unfolded[e] = body;
    }
    return body;
  }

  /**
   * The same language as `e`, marked as a piece whose masks are worth keeping on their own: a string, a number, a free text, whitespace. Literal bytes at its end are left outside the
   * boundary, since they are the same for many lexemes.
   */
  lexeme(e: ExprId): ExprId {
    const { kind, flags, a, b } = this.store;
    if (e === NEVER || e === EMPTY || kind[e] === LEXEME_KIND) return e;
    if (kind[e] === SEQ_KIND) {
      const heads: ExprId[] = [];
      let at = e;
      for (; kind[at] === SEQ_KIND; at = b[at]) heads.push(a[at]);
      if (kind[at] === BYTES_KIND) {
        let outside = at;
        while (heads.length > 0 && kind[heads[heads.length - 1]] === BYTES_KIND) outside = this.#pair(heads.pop()!, outside);
        return heads.length === 0 ? e : this.seq2(this.lexeme(this.seq(...heads)), outside);
      }
    }
    const f = flags[e];
    if ((f & IMPURE) !== 0) throw new Error("token sets, effects and budgets may not stand in a lexeme");
    return this.store.node(LEXEME_KIND, e, 0, 0, f & (INHERITED | FRONT | NULLABLE));
  }

  /** One vocabulary entry of the set. */
  tokens(set: TokenSet): ExprId {
    if (!set.negated && set.ids.size === 0) return NEVER;
    return this.store.node(TOKENS_KIND, this.store.internTokenSet(set), 0, 0, FRONT_TOKENS | IMPURE);
  }

  effect(effect: Effect): ExprId {
    return this.store.node(EFFECT_KIND, this.store.internEffect(effect), 0, 0, NULLABLE | FRONT_EFFECT | IMPURE);
  }

  /** `e`, in which at most `maxTokens` tokens start. When they are spent it must end at once, so `e` should be able to end anywhere. */
  tokenBudget(e: ExprId, maxTokens: number): ExprId {
    if (e === NEVER || e === EMPTY) return e;
    const f = this.store.flags[e];
    return this.store.node(BUDGET_KIND, e, maxTokens, 0, (f & (INHERITED | FRONT | NULLABLE)) | FRONT_BUDGET | IMPURE);
  }

  /** `e`, which must be UTF-8 text that can end at every point, cut after `maxChars` code points. */
  charLimit(e: ExprId, maxChars: number): ExprId {
    if (e === NEVER || e === EMPTY) return e;
    const f = this.store.flags[e];
    return this.store.node(CHAR_LIMIT_KIND, e, maxChars, 0, f & (INHERITED | FRONT | NULLABLE));
  }

  /** The expression of what may follow `byte` in `e`, not memoised. See `Transitions` for the memoised one. */
  derivative(e: ExprId, byte: number, sameBytes: ByteSet): ExprId {
    return derivative(this, e, byte, sameBytes);
  }

  /** The expression of what may follow the vocabulary entry `token`, taken as one symbol; `isText`: it is no special token. */
  tokenDerivative(e: ExprId, token: number, isText: boolean): ExprId {
    return tokenDerivative(this, e, token, isText);
  }

  /** The operands of an alternation or intersection. */
  operands(e: ExprId): Int32Array {
    const { kind, a, b, pool } = this.store;
    if (kind[e] !== ALT_KIND && kind[e] !== AND_KIND) throw new Error("only alternations and intersections have operands");
    return pool.subarray(a[e], a[e] + b[e]);
  }
}
