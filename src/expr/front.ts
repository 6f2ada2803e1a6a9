import type { ExprArena } from "./arena.ts";
import { byteRange } from "./byte-set.ts";
import type { Effect } from "./definitions.ts";
import {
  ALT_KIND,
  BUDGET_KIND,
  CHAR_LIMIT_KIND,
  EFFECT_KIND,
  EMPTY,
  type ExprId,
  FRONT_BUDGET,
  FRONT_EFFECT,
  FRONT_RULE,
  FRONT_TOKENS,
  IMPURE,
  NEVER,
  REPEAT_KIND,
  RULE_KIND,
  SEQ_KIND,
  TOKENS_KIND,
} from "./kinds.ts";
import { leftRecursion } from "./left-recursion.ts";

const KNOWN = 128;
const FRONT = FRONT_EFFECT | FRONT_TOKENS | FRONT_BUDGET;
const MAX_DEPTH = 1500;

/** One way through the effects at the front of an expression: apply them in order, go on with `rest`. */
export interface EffectPath {
  readonly effects: readonly Effect[];
  readonly rest: ExprId;
}

/** What is reachable in an expression before any input: effects, token sets, budgets. All answers are remembered. */
export class Front {
  readonly #arena: ExprArena;
  #flags = new Uint8Array(1 << 12);
  readonly #paths = new Map<ExprId, readonly EffectPath[]>();
  readonly #passed = new Map<ExprId, ExprId>();
  readonly #ticked = new Map<ExprId, ExprId>();

  constructor(arena: ExprArena) {
    this.#arena = arena;
  }

  /** FRONT_EFFECT, FRONT_TOKENS and FRONT_BUDGET bits, with the rules at the front unfolded. */
  flags(e: ExprId): number {
    if (e < this.#flags.length) {
      const known = this.#flags[e];
      if (known !== 0) return known & FRONT;
    }
    return this.#compute(e, 0);
  }

  #compute(e: ExprId, depth: number): number {
    if (depth > MAX_DEPTH) throw leftRecursion("at the start");
    const { store } = this.#arena;
    const own = store.flags[e];
    let flags = own & FRONT;
    // A lexeme holds nothing of the kind.
    if ((own & FRONT_RULE) !== 0) {
      const { kind, a, b } = store;
      switch (kind[e]) {
        case SEQ_KIND: {
          const head = a[e];
          const tail = b[e];
          flags |= this.#known(head, depth);
          if (this.#arena.isNullable(head)) flags |= this.#known(tail, depth);
          break;
        }
        case ALT_KIND:
          for (const part of this.#arena.operands(e).slice()) flags |= this.#known(part, depth);
          break;
        case RULE_KIND:
          flags |= this.#known(this.#arena.unfold(e), depth);
          break;
        case REPEAT_KIND:
        case BUDGET_KIND:
        case CHAR_LIMIT_KIND:
          flags |= this.#known(a[e], depth);
          break;
      }
    }
    if (e >= this.#flags.length) {
      const grown = new Uint8Array(Math.max(this.#flags.length * 2, e + 1));
      grown.set(this.#flags);
      this.#flags = grown;
    }
    this.#flags[e] = flags | KNOWN;
    return flags;
  }

  #known(e: ExprId, depth: number): number {
    const known = e < this.#flags.length ? this.#flags[e] : 0;
    return known !== 0 ? known & FRONT : this.#compute(e, depth + 1);
  }

  /** All ways through the effects at the front; one way without effects is what needs none. No way is left out, and `rest` has no effect at its front. */
  paths(e: ExprId): readonly EffectPath[] {
    if ((this.flags(e) & FRONT_EFFECT) === 0) return [{ effects: [], rest: e }];
    let paths = this.#paths.get(e);
    if (paths === undefined) {
      paths = this.#split(e);
      this.#paths.set(e, paths);
    }
    return paths;
  }

  #split(e: ExprId): readonly EffectPath[] {
    const arena = this.#arena;
    const { kind, a, b, effects } = arena.store;
    switch (kind[e]) {
      case EFFECT_KIND:
        return [{ effects: [effects[a[e]]], rest: EMPTY }];
      case RULE_KIND:
        return this.paths(arena.unfold(e));
      case ALT_KIND: {
        const plain: ExprId[] = [];
        const paths: EffectPath[] = [];
        for (const part of arena.operands(e).slice()) {
          for (const path of this.paths(part)) {
            if (path.effects.length === 0) plain.push(path.rest);
            else paths.push(path);
          }
        }
        return plain.length === 0 ? paths : [{ effects: [], rest: arena.alt(plain) }, ...paths];
      }
      case SEQ_KIND: {
        const tail = b[e];
        return this.paths(a[e]).flatMap(({ effects: first, rest }) =>
          this.paths(arena.seq2(rest, tail)).map((path) => ({ effects: [...first, ...path.effects], rest: path.rest })),
        );
      }
      default:
        throw new Error("an effect stands where it cannot be applied");
    }
  }

  /** `e` as if every effect at its front let it pass: what masks assume until they are corrected. */
  passed(e: ExprId): ExprId {
    if ((this.flags(e) & FRONT_EFFECT) === 0) return e;
    let passed = this.#passed.get(e);
    if (passed === undefined) {
      passed = this.#arena.alt(this.paths(e).map((path) => path.rest));
      this.#passed.set(e, passed);
    }
    return passed;
  }

  /** `e` after the start of one more token: every budget at its front is one less, and one that is spent is closed. */
  tick(e: ExprId): ExprId {
    if ((this.flags(e) & FRONT_BUDGET) === 0) return e;
    let ticked = this.#ticked.get(e);
    if (ticked === undefined) {
      ticked = this.#tick(e);
      // Counting states are many and seen once, so they are not kept for ever.
      if (this.#ticked.size > 4096) this.#ticked.clear();
      this.#ticked.set(e, ticked);
    }
    return ticked;
  }

  #tick(e: ExprId): ExprId {
    const arena = this.#arena;
    const { kind, a, b, c } = arena.store;
    switch (kind[e]) {
      case BUDGET_KIND: {
        const body = this.tick(a[e]);
        if (b[e] > 0) return arena.tokenBudget(body, b[e] - 1);
        return this.#closed(body);
      }
      case SEQ_KIND: {
        const [head, tail] = [a[e], b[e]];
        return this.#startedIn(this.tick(head), tail, arena.isNullable(head) ? this.tick(tail) : NEVER);
      }
      case ALT_KIND:
        return arena.alt(Array.from(arena.operands(e).slice(), (part) => this.tick(part)));
      case RULE_KIND:
        return this.tick(arena.unfold(e));
      case REPEAT_KIND: {
        const body = a[e];
        const min = b[e];
        const max = c[e];
        const once = arena.seq2(this.tick(body), arena.repeat(body, Math.max(0, min - 1), max === -1 ? -1 : max - 1));
        return min === 0 ? arena.optional(once) : once;
      }
      default:
        return e;
    }
  }

  /** A sequence in which a token starts: in its head, so that it may run on into the tail for free, or in the tail, whose budgets then count it (`counted`). */
  #startedIn(head: ExprId, tail: ExprId, counted: ExprId): ExprId {
    const arena = this.#arena;
    if (counted === NEVER || counted === tail) return arena.seq2(head, tail);
    return arena.alt2(arena.seq2(this.#notEmpty(head), tail), counted);
  }

  /** `e` without the empty text, where it is a region of text. */
  #notEmpty(e: ExprId): ExprId {
    const arena = this.#arena;
    const { kind, a, b, flags } = arena.store;
    if (e === EMPTY || e === NEVER) return NEVER;
    if (kind[e] === BUDGET_KIND) return arena.tokenBudget(this.#notEmpty(a[e]), b[e]);
    if ((flags[e] & IMPURE) !== 0 || !arena.isNullable(e)) return e;
    return arena.and(e, arena.seq2(arena.bytes(byteRange(0, 255)), arena.all));
  }

  /** A region whose budget is spent: it ends at the first place where it can, which is not inside of a character that a token left unfinished. */
  #closed(body: ExprId): ExprId {
    const arena = this.#arena;
    if (arena.isNullable(body)) return EMPTY;
    if ((arena.store.flags[body] & IMPURE) !== 0) return NEVER;
    const longer = arena.seq(body, arena.bytes(byteRange(0, 255)), arena.all);
    return arena.and(body, arena.not(longer));
  }

  /** `e` with the budgets at its front that are spent closed, before a token starts: what its mask is computed from. Open budgets do not matter to a mask. */
  opened(e: ExprId): ExprId {
    if ((this.flags(e) & FRONT_BUDGET) === 0) return e;
    const arena = this.#arena;
    const { kind, a, b } = arena.store;
    switch (kind[e]) {
      case BUDGET_KIND: {
        const body = this.opened(a[e]);
        if (b[e] > 0) return body;
        return this.#closed(body);
      }
      case SEQ_KIND: {
        const [head, tail] = [a[e], b[e]];
        return this.#startedIn(this.opened(head), tail, arena.isNullable(head) ? this.opened(tail) : NEVER);
      }
      case ALT_KIND:
        return arena.alt(Array.from(arena.operands(e).slice(), (part) => this.opened(part)));
      case RULE_KIND:
        return this.opened(arena.unfold(e));
      case REPEAT_KIND: {
        const [body, min, max] = [a[e], b[e], arena.store.c[e]];
        const once = arena.seq2(this.opened(body), arena.repeat(body, Math.max(0, min - 1), max === -1 ? -1 : max - 1));
        return min === 0 ? arena.optional(once) : once;
      }
      default:
        return e;
    }
  }

  /** The token sets at the front, for masks. */
  tokenSets(e: ExprId, found: (setIndex: number) => void): void {
    if ((this.flags(e) & FRONT_TOKENS) === 0) return;
    const arena = this.#arena;
    const { kind, a, b } = arena.store;
    switch (kind[e]) {
      case TOKENS_KIND:
        found(a[e]);
        return;
      case SEQ_KIND: {
        const head = a[e];
        const tail = b[e];
        this.tokenSets(head, found);
        if (arena.isNullable(head)) this.tokenSets(tail, found);
        return;
      }
      case ALT_KIND:
        for (const part of arena.operands(e).slice()) this.tokenSets(part, found);
        return;
      case RULE_KIND:
        this.tokenSets(arena.unfold(e), found);
        return;
      case REPEAT_KIND:
        this.tokenSets(a[e], found);
        return;
      case BUDGET_KIND:
        if (b[e] > 0) this.tokenSets(a[e], found);
        return;
    }
  }
}
