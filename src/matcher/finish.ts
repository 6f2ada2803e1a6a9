import { Completion, FIRST_TOKEN_SYMBOL } from "../expr/completion.ts";
import type { TokenSet } from "../expr/definitions.ts";
import { type ExprId, FRONT_BUDGET, NEVER } from "../expr/kinds.ts";
import { tokenizeGreedy } from "../vocab/tokenize.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import type { Config } from "./config.ts";
import type { Generation } from "./generation.ts";
import type { TokenMask } from "./token-mask.ts";

interface Plan {
  /** Tokens until the output can end; Infinity where no completion was found. */
  readonly cost: number;
  /** The token that leads there. */
  readonly next: number;
}

/** Tokens of a mask by what they cost to complete afterwards. */
interface Landings {
  /** The greatest cost after any token of the mask. */
  readonly worst: number;
  /** Tokens and the cost after each. Left out where they were not asked for lately. */
  readonly tokens: Int32Array;
  readonly costs: Float64Array;
}

const MAX_LANDINGS = 32;
/** Longest completion that is written out, in bytes and special tokens; a state without a shorter one counts as one without a completion. */
const MAX_COMPLETION = 1 << 16;

/**
 * How many tokens an output needs to end, and which tokens leave enough room. A cost is that of one short completion split into tokens, so it is an upper bound: what is allowed can
 * be completed in time, and the completion that a cost stands for is always allowed. Effects are taken as passed.
 */
export class FinishPlanner {
  readonly #generation: Generation;
  readonly #completion: Completion;
  readonly #plans = new Map<ExprId, Plan>();
  readonly #worst = new Map<ExprId, number>();
  readonly #landings = new Map<ExprId, Landings>();

  constructor(generation: Generation) {
    this.#generation = generation;
    this.#completion = new Completion(generation.arena, anyTokenOf(generation.vocabulary));
  }

  /** Tokens that are enough to end the output in one of these states, stop token not counted. */
  cost(configs: readonly Config[]): number {
    return configs.reduce((least, { expr }) => Math.min(least, this.#plan(expr).cost), Number.POSITIVE_INFINITY);
  }

  /** The tokens of `mask` after which `left - 1` tokens are enough; `undefined` where that is all of them. */
  filter(config: Config, mask: TokenMask, left: number): Int32Array | undefined {
    const { expr } = config;
    const worst = this.#worst.get(expr);
    if (worst !== undefined && worst <= left - 1) return undefined;
    const landings = this.#landingsOf(expr, mask);
    if (landings.worst <= left - 1) return undefined;
    // A stop token that ends the output here needs no room; one that is part of the grammar does.
    const ending = new Set(this.#generation.arena.isNullable(expr) ? this.#generation.vocabulary.stopTokenIds : []);
    const plan = this.#plan(expr);
    return landings.tokens.filter(
      (token, at) => landings.costs[at] <= left - 1 || ending.has(token) || (token === plan.next && plan.cost <= left),
    );
  }

  #plan(expr: ExprId): Plan {
    const known = this.#plans.get(expr);
    if (known !== undefined) return known;
    const { arena } = this.#generation;
    if (arena.isNullable(expr)) return this.#remember(expr, { cost: 0, next: -1 });
    const symbols = this.#completion.length(expr) > MAX_COMPLETION ? undefined : this.#completion.of(expr);
    const tokens = symbols === undefined ? undefined : this.#tokens(symbols);
    if (tokens === undefined) return this.#remember(expr, { cost: Number.POSITIVE_INFINITY, next: -1 });
    // The states on the way can be completed by the rest, so that following a plan never costs more than it promised.
    let state = expr;
    for (let at = 0; at < tokens.length; at += 1) {
      const before = this.#plans.get(state);
      const cost = tokens.length - at;
      if (before === undefined || before.cost > cost) this.#plans.set(state, { cost, next: tokens[at] });
      state = this.#after(state, tokens[at]);
      if (state === NEVER) break;
    }
    return this.#plans.get(expr)!;
  }

  #remember(expr: ExprId, plan: Plan): Plan {
    this.#plans.set(expr, plan);
    return plan;
  }

  #tokens(symbols: readonly number[]): number[] | undefined {
    const { vocabulary } = this.#generation;
    const tokens: number[] = [];
    let bytes: number[] = [];
    const flush = (): void => {
      if (bytes.length > 0) for (const token of tokenizeGreedy(vocabulary, Uint8Array.from(bytes))) tokens.push(token);
      bytes = [];
    };
    for (const symbol of symbols) {
      if (symbol < FIRST_TOKEN_SYMBOL) bytes.push(symbol);
      else {
        flush();
        tokens.push(symbol - FIRST_TOKEN_SYMBOL);
      }
    }
    flush();
    return tokens.includes(-1) ? undefined : tokens;
  }

  /** The state after a token, with effects passed. */
  #after(expr: ExprId, token: number): ExprId {
    const { arena, front, transitions, vocabulary } = this.#generation;
    let state = (front.flags(expr) & FRONT_BUDGET) !== 0 ? front.tick(expr) : expr;
    const symbol = front.passed(arena.tokenDerivative(state, token, vocabulary.isText(token)));
    if (!vocabulary.isText(token)) return symbol;
    for (const byte of vocabulary.bytesOf(token)) {
      state = front.passed(transitions.step(state, byte));
      if (state === NEVER) return symbol;
    }
    return arena.alt2(state, symbol);
  }

  #landingsOf(expr: ExprId, mask: TokenMask): Landings {
    let landings = this.#landings.get(expr);
    if (landings !== undefined) return landings;
    const { vocabulary } = this.#generation;
    const ending = new Set(this.#generation.arena.isNullable(expr) ? vocabulary.stopTokenIds : []);
    const cost = this.#costsAfterText(expr);
    const tokens = mask.toArray();
    const costs = new Float64Array(tokens.length);
    let worst = 0;
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at];
      if (ending.has(token)) continue;
      // Special tokens are no text; where a token is both text and symbol, the better way counts.
      costs[at] = vocabulary.isText(token) ? cost[token] : this.#plan(this.#after(expr, token)).cost;
      if (costs[at] === Number.POSITIVE_INFINITY) costs[at] = this.#plan(this.#after(expr, token)).cost;
      if (costs[at] > worst) worst = costs[at];
    }
    landings = { worst, tokens, costs };
    this.#worst.set(expr, worst);
    if (this.#landings.size >= MAX_LANDINGS) this.#landings.delete(this.#landings.keys().next().value!);
    this.#landings.set(expr, landings);
    return landings;
  }

  /** For each text token the cost of what it leads to, by one walk of the vocabulary. */
  #costsAfterText(expr: ExprId): Float64Array {
    const { front, transitions, vocabulary } = this.#generation;
    const { byte, end, depth, token, nodeCount } = vocabulary.trie;
    const costs = new Float64Array(vocabulary.size).fill(Number.POSITIVE_INFINITY);
    const states = new Int32Array(vocabulary.maxTokenBytes + 2);
    states[0] = (front.flags(expr) & FRONT_BUDGET) !== 0 ? front.tick(expr) : expr;
    for (let at = 0; at < nodeCount; ) {
      const next = front.passed(transitions.step(states[depth[at]], byte[at]));
      if (next === NEVER) {
        at = end[at];
        continue;
      }
      if (token[at] >= 0) costs[token[at]] = this.#plan(next).cost;
      states[depth[at] + 1] = next;
      at += 1;
    }
    const { aliases } = vocabulary;
    for (let at = 0; at < aliases.length; at += 2) costs[aliases[at + 1]] = costs[aliases[at]];
    return costs;
  }
}

/** Picks an entry of a token set. */
export function anyTokenOf(vocabulary: Vocabulary): (set: TokenSet) => number | undefined {
  return ({ ids, negated }) => {
    if (!negated) return [...ids].find((id) => id < vocabulary.size);
    for (let id = 0; id < vocabulary.size; id += 1) if (vocabulary.isText(id) && !ids.has(id)) return id;
    return undefined;
  };
}
