import { Completion, FIRST_TOKEN_SYMBOL } from "../expr/completion.ts";
import type { TokenSet } from "../expr/definitions.ts";
import { type ExprId, FRONT_BUDGET, NEVER } from "../expr/kinds.ts";
import { tokenizeGreedy } from "../vocab/tokenize.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import { type Config, tokenConfigs } from "./config.ts";
import type { Generation } from "./generation.ts";
import type { MatchedBytes } from "./matched-bytes.ts";
import type { TokenMask } from "./token-mask.ts";

interface Plan {
  /** Tokens until the output can end; Infinity where no completion was found. */
  readonly cost: number;
  /** The token that leads there. */
  readonly next: number;
  /** Whether a check lies on the way, which may refuse it for what was written. */
  readonly checked: boolean;
}

/** Tokens of a mask by what they cost to complete afterwards. */
interface Landings {
  /** The greatest cost after any token of the mask. */
  readonly worst: number;
  /** Tokens and the cost after each. Left out where they were not asked for lately. */
  readonly tokens: Int32Array;
  readonly costs: Float64Array;
  /** 1 where a check lies on the way behind the token. */
  readonly checked: Uint8Array;
  /** Whether there is such a token. */
  readonly anyChecked: boolean;
}

const MAX_LANDINGS = 32;
/** Tokens that are kept free where a check lies ahead: another key or item than the shortest one takes no more. */
const CHECK_SLACK = 4;
/** Tokens behind which a completion is tried out where there are no tokens to spare. */
const MAX_TRIED = 500;
const ENOUGH_FOUND = 16;
const DETOURS = "abcdefghijklmnopqrstuvwxyz0123456789";
/** Longest completion that is written out, in bytes and special tokens; a state without a shorter one counts as one without a completion. */
const MAX_COMPLETION = 1 << 16;

/**
 * How many tokens an output needs to end, and which tokens leave enough room. A cost is that of one short completion split into tokens, so it is an upper bound: what is allowed can
 * be completed in time, and the completion that a cost stands for is always allowed. Where checks of keys or items lie on the way, some tokens are kept free for another key or item than the
 * shortest; when those are spent only tokens are allowed whose completion was tried out.
 */
export class FinishPlanner {
  readonly #generation: Generation;
  readonly #completion: Completion;
  /** Tokens of one letter or digit. */
  readonly #detours: readonly number[];
  readonly #plans = new Map<ExprId, Plan>();
  /** The greatest cost after any token, with the tokens to keep free. */
  readonly #worst = new Map<ExprId, number>();
  readonly #landings = new Map<ExprId, Landings>();

  constructor(generation: Generation) {
    this.#generation = generation;
    const { vocabulary } = generation;
    this.#detours = Array.from(DETOURS, (character) => vocabulary.child(-1, character.charCodeAt(0)))
      .map((node) => (node < 0 ? -1 : vocabulary.trie.token[node]))
      .filter((token) => token >= 0);
    this.#completion = new Completion(generation.arena, anyTokenOf(generation.vocabulary), generation.unwritable);
  }

  /** Tokens that are enough to end the output in one of these states, stop token not counted. */
  cost(configs: readonly Config[]): number {
    return configs.reduce((least, { expr }) => Math.min(least, this.#plan(expr).cost), Number.POSITIVE_INFINITY);
  }

  /** The tokens of `mask` after which `left - 1` tokens are enough; `undefined` where that is all of them. */
  filter(config: Config, mask: TokenMask, left: number, text: MatchedBytes): Int32Array | undefined {
    const { expr } = config;
    const worst = this.#worst.get(expr);
    if (worst !== undefined && worst <= left - 1) return undefined;
    const { tokens, costs, checked, anyChecked, worst: most } = this.#landingsOf(expr);
    if (most <= left - 1) return undefined;
    // A stop token that ends the output here needs no room; one that is part of the grammar does.
    const ending = new Set(this.#generation.arena.isNullable(expr) ? this.#generation.vocabulary.stopTokenIds : []);
    const plan = this.#plan(expr);
    const isIn = membership(mask, this.#generation.vocabulary.size);
    const kept: number[] = [];
    const tight: number[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at];
      if (!isIn(token)) continue;
      const isPlanned = token === plan.next && plan.cost <= left;
      if (ending.has(token) || costs[at] + (checked[at] === 1 ? CHECK_SLACK : 0) <= left - 1) kept.push(token);
      else if (checked[at] === 1 ? costs[at] <= left - 1 || isPlanned : isPlanned) tight.push(token);
    }
    if (!anyChecked) return Int32Array.from([...kept, ...tight]);
    return Int32Array.from([...kept, ...this.#triedOut(config, tight, plan.next, left - 1, text)]);
  }

  /** Those of `tokens`, up to a few, behind which a completion within `left` tokens passes every check; the planned one is looked at first. */
  #triedOut(config: Config, tokens: readonly number[], planned: number, left: number, text: MatchedBytes): number[] {
    const found: number[] = [];
    const order = tokens.includes(planned) ? [planned, ...tokens.filter((token) => token !== planned)] : tokens;
    const before = text.length;
    for (const token of order.slice(0, MAX_TRIED)) {
      if (found.length === ENOUGH_FOUND) break;
      const configs = tokenConfigs(this.#generation, [config], token, text);
      const behind = text.length;
      let ends = this.#ends(configs, left, text);
      // Another letter or digit may make the difference.
      for (let at = 0; !ends && configs.length > 0 && at < this.#detours.length; at += 1) {
        text.length = behind;
        ends = this.#ends(tokenConfigs(this.#generation, configs, this.#detours[at], text), left - 1, text);
      }
      if (ends) found.push(token);
      text.length = before;
    }
    return found;
  }

  /** Whether the planned completion takes `left` tokens at most and passes every check. `text` is left as it gets. */
  #ends(start: readonly Config[], left: number, text: MatchedBytes): boolean {
    let configs = start;
    for (let used = 0; configs.length > 0 && used <= left; used += 1) {
      const { cost, next } = this.#plan(configs[0].expr);
      if (cost === 0) return true;
      if (cost > left - used || next < 0) return false;
      configs = tokenConfigs(this.#generation, configs, next, text);
    }
    return false;
  }

  #plan(expr: ExprId): Plan {
    const known = this.#plans.get(expr);
    if (known !== undefined) return known;
    const { arena } = this.#generation;
    if (arena.isNullable(expr)) return this.#remember(expr, { cost: 0, next: -1, checked: false });
    const symbols = this.#completion.length(expr) > MAX_COMPLETION ? undefined : this.#completion.of(expr);
    const tokens = symbols === undefined ? undefined : this.#tokens(symbols);
    if (tokens === undefined) return this.#remember(expr, { cost: Number.POSITIVE_INFINITY, next: -1, checked: false });
    this.#generation.arena.store.meter.spend(tokens.length);
    // The states on the way can be completed by the rest, so that following a plan never costs more than it promised.
    const states: ExprId[] = [];
    const checks: boolean[] = [];
    let state = expr;
    for (const token of tokens) {
      states.push(state);
      checks.push(this.#isChecked(state, token));
      state = this.#after(state, token);
      if (state === NEVER) break;
    }
    let checked = false;
    for (let at = states.length - 1; at >= 0; at -= 1) {
      checked ||= checks[at];
      const before = this.#plans.get(states[at]);
      const cost = tokens.length - at;
      if (before === undefined || before.cost > cost) this.#plans.set(states[at], { cost, next: tokens[at], checked });
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

  /** Whether the text of a token passes something that may refuse it. */
  #isChecked(expr: ExprId, token: number): boolean {
    const { front, transitions, vocabulary } = this.#generation;
    if (!vocabulary.isText(token)) return false;
    let state = (front.flags(expr) & FRONT_BUDGET) !== 0 ? front.tick(expr) : expr;
    for (const byte of vocabulary.bytesOf(token)) {
      const next = transitions.step(state, byte);
      if (next === NEVER) return false;
      if (front.paths(next).some(({ effects }) => effects.some((effect) => effect.mayRefuse !== undefined))) return true;
      state = front.passed(next);
    }
    return false;
  }

  /** Of all tokens that the state's own mask has: what registers refuse is not in question here. */
  #landingsOf(expr: ExprId): Landings {
    let landings = this.#landings.get(expr);
    if (landings !== undefined) return landings;
    const { vocabulary, masks, front } = this.#generation;
    const mask = masks.mask((front.flags(expr) & FRONT_BUDGET) !== 0 ? front.opened(expr) : expr);
    const ending = new Set(this.#generation.arena.isNullable(expr) ? vocabulary.stopTokenIds : []);
    const plans = this.#plansAfterText(expr);
    const tokens = mask.toArray();
    const costs = new Float64Array(tokens.length);
    const checked = new Uint8Array(tokens.length);
    let worst = 0;
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at];
      if (ending.has(token)) continue;
      // Special tokens are no text; where a token is both text and symbol, the better way counts.
      const plan = plans[token] ?? this.#plan(this.#after(expr, token));
      costs[at] = plan.cost;
      checked[at] = plan.checked ? 1 : 0;
      worst = Math.max(worst, plan.cost + (plan.checked ? CHECK_SLACK : 0));
    }
    landings = { worst, tokens, costs, checked, anyChecked: checked.includes(1) };
    this.#worst.set(expr, worst);
    if (this.#landings.size >= MAX_LANDINGS) this.#landings.delete(this.#landings.keys().next().value!);
    this.#landings.set(expr, landings);
    return landings;
  }

  /** For each text token that leads somewhere the plan from there, by one walk of the vocabulary. */
  #plansAfterText(expr: ExprId): readonly (Plan | undefined)[] {
    const { front, transitions, vocabulary } = this.#generation;
    const { byte, end, depth, token, nodeCount } = vocabulary.trie;
    const plans = new Array<Plan | undefined>(vocabulary.size);
    let [last, lastPlan]: [ExprId, Plan | undefined] = [NEVER, undefined];
    const states = new Int32Array(vocabulary.maxTokenBytes + 2);
    states[0] = (front.flags(expr) & FRONT_BUDGET) !== 0 ? front.tick(expr) : expr;
    this.#generation.arena.store.meter.spend(nodeCount >>> 4);
    for (let at = 0; at < nodeCount; ) {
      const next = front.passed(transitions.step(states[depth[at]], byte[at]));
      if (next === NEVER) {
        at = end[at];
        continue;
      }
      if (token[at] >= 0) {
        // Most tokens lead to few states, and neighbours to the same.
        if (next !== last) [last, lastPlan] = [next, this.#plan(next)];
        if (lastPlan!.cost !== Number.POSITIVE_INFINITY) plans[token[at]] = lastPlan;
      }
      states[depth[at] + 1] = next;
      at += 1;
    }
    const { aliases } = vocabulary;
    for (let at = 0; at < aliases.length; at += 2) {
      const plan = plans[aliases[at]];
      if (plan !== undefined) plans[aliases[at + 1]] = plan;
    }
    return plans;
  }
}

/** A quick test for the tokens of a mask. */
function membership(mask: TokenMask, size: number): (token: number) => boolean {
  const words = new Int32Array((size + 31) >>> 5);
  mask.copyTo(words);
  return (token) => ((words[token >>> 5] >>> (token & 31)) & 1) === 1;
}

/** Picks an entry of a token set. */
export function anyTokenOf(vocabulary: Vocabulary): (set: TokenSet) => number | undefined {
  return ({ ids, negated }) => {
    if (!negated) return [...ids].find((id) => id < vocabulary.size);
    for (let id = 0; id < vocabulary.size; id += 1) if (vocabulary.isText(id) && !ids.has(id)) return id;
    return undefined;
  };
}
