import { StructagError } from "../core/errors.ts";
import { type ExprId, FRONT_BUDGET, FRONT_TOKENS, NEVER } from "../expr/kinds.ts";
import type { TimeLimits } from "../expr/meter.ts";
import type { CompiledGrammar } from "./compiled-grammar.ts";
import { applyEffects, type Config, hasEffect, stepConfigs, tokenConfigs, tokenEdge, uniteConfigs } from "./config.ts";
import type { Generation } from "./generation.ts";
import { correctedMask } from "./mask-correction.ts";
import { MatchedBytes } from "./matched-bytes.ts";
import type { TokenMask } from "./token-mask.ts";

const encoder = new TextEncoder();

export interface MaskOptions extends TimeLimits {
  /**
   * Tokens that may still be generated, the stop token not counted. The mask then only lets tokens through after which the output can still end in time, so that a limit never cuts it
   * off. Give it from the first token on.
   */
  readonly tokensLeft?: number;
}

/** A point that a rollback can return to. */
interface Snapshot {
  readonly configs: readonly Config[];
  readonly textLength: number;
  readonly terminated: boolean;
}

/**
 * Follows one output through a compiled grammar. Verbs and meanings are those of XGrammar's matcher. Calls that are refused leave the state as it was. Not to be shared between threads;
 * everything it computes is shared with the other matchers of the compiler.
 */
export class GrammarMatcher {
  readonly grammar: CompiledGrammar;
  readonly #generation: Generation;
  #configs: readonly Config[];
  #terminated = false;
  readonly #text: MatchedBytes;
  readonly #history: Snapshot[];

  /** @internal Use {@link CompiledGrammar.matcher}. */
  constructor(grammar: CompiledGrammar, generation: Generation, from?: GrammarMatcher) {
    this.grammar = grammar;
    this.#generation = generation;
    if (from === undefined) {
      this.#text = new MatchedBytes();
      this.#count();
      this.#configs = applyEffects(generation, grammar.rootIn(generation), null, this.#text);
      this.#history = [];
    } else {
      this.#text = from.#text.clone();
      this.#configs = from.#configs;
      this.#terminated = from.#terminated;
      this.#history = from.#history.slice();
    }
  }

  /** True after a stop token was accepted. */
  isTerminated(): boolean {
    return this.#terminated;
  }

  /** True where the output may end here. */
  isCompleted(): boolean {
    return this.#configs.some(({ expr }) => this.#generation.arena.isNullable(expr));
  }

  /** Number of steps that {@link rollback} can undo. */
  get historyLength(): number {
    return this.#history.length;
  }

  /** @internal The alternatives that are alive, for explanations and searches over the same generation. */
  get configs(): readonly Config[] {
    return this.#configs;
  }

  /** @internal Work on it counts for the grammar. */
  get generation(): Generation {
    this.#count();
    return this.#generation;
  }

  /** @internal What was matched, for searches that go on from here. They must leave its length as it was. */
  get text(): MatchedBytes {
    return this.#text;
  }

  /** Accepts a vocabulary entry. False, and no change, where the grammar does not allow it, it is no id of the vocabulary, or the matcher is terminated. */
  acceptToken(token: number): boolean {
    if (this.#terminated) return false;
    this.#count();
    const { vocabulary, front, transitions } = this.#generation;
    if (!Number.isInteger(token) || token < 0 || token >= vocabulary.size) return false;
    if (this.grammar.isStopToken(token)) return this.#acceptStop(token);
    // The usual case: one alternative, no effects, no budget, plain text.
    if (this.#configs.length === 1) {
      const { expr, register } = this.#configs[0];
      if ((front.flags(expr) & (FRONT_TOKENS | FRONT_BUDGET)) === 0) {
        if (!vocabulary.isText(token)) return false;
        const bytes = vocabulary.bytesOf(token);
        let e: ExprId = expr;
        let at = 0;
        for (; at < bytes.length; at += 1) {
          e = transitions.step(e, bytes[at]);
          if (e === NEVER) return false;
          if (hasEffect(this.#generation, e)) break;
        }
        if (at === bytes.length) {
          this.#push();
          for (at = 0; at < bytes.length; at += 1) this.#text.push(bytes[at]);
          this.#configs = [{ expr: e, register }];
          return true;
        }
      }
    }
    const textLength = this.#text.length;
    const next = tokenConfigs(this.#generation, this.#configs, token, this.#text);
    if (next.length === 0) return false;
    this.#push(textLength);
    this.#configs = next;
    return true;
  }

  /** A stop token ends an output that is complete. Where it is also a marker of the grammar it counts as that, and ends the output that it completes. */
  #acceptStop(token: number): boolean {
    if (this.isCompleted()) {
      this.#push();
      this.#terminated = true;
      return true;
    }
    const textLength = this.#text.length;
    const next = tokenConfigs(this.#generation, this.#configs, token, this.#text);
    if (next.length === 0) return false;
    this.#push(textLength);
    this.#configs = next;
    this.#terminated = this.isCompleted();
    return true;
  }

  /** Accepts tokens one after the other; stops at the first that is refused and tells how many were accepted. */
  acceptTokens(tokens: Iterable<number>): number {
    let accepted = 0;
    for (const token of tokens) {
      if (!this.acceptToken(token)) break;
      accepted += 1;
    }
    return accepted;
  }

  /**
   * Accepts text as one step, all of it or none. It is accepted where some way to write it as tokens is: the text of a special token counts as that token and as its letters. Token
   * budgets do not count here.
   */
  acceptString(text: string | Uint8Array): boolean {
    if (this.#terminated) return false;
    this.#count();
    const bytes = typeof text === "string" ? encoder.encode(text) : text;
    // A grammar that checks texts for long gets as much as one whose masks are asked for.
    this.grammar.allowance.requests += 1 + (bytes.length >>> 6);
    const before = this.#text.length;
    const next = this.#advanceBytes(bytes);
    if (next.length === 0) {
      this.#text.length = before;
      return false;
    }
    this.#push(before);
    this.#configs = next;
    return true;
  }

  #advanceBytes(bytes: Uint8Array): readonly Config[] {
    const generation = this.#generation;
    const specials = generation.vocabulary.specialTokens.size > 0 ? this.grammar.specialsByFirstByte : undefined;
    // Alternatives that arrive later, behind the text of a special token.
    const arrivals = new Map<number, readonly Config[]>();
    let configs = this.#configs;
    const start = this.#text.length;
    for (let at = 0; ; at += 1) {
      const arrived = arrivals.get(at);
      if (arrived !== undefined) configs = uniteConfigs(generation, configs, arrived);
      if (at === bytes.length) return configs;
      if (configs.length > 0 && specials !== undefined) {
        for (const special of specials.get(bytes[at]) ?? []) {
          if (!startsWith(bytes, at, special.bytes)) continue;
          const next = tokenEdge(generation, configs, special.id, this.#text);
          this.#text.length = start + at;
          const end = at + special.bytes.length;
          if (next.length > 0) arrivals.set(end, uniteConfigs(generation, arrivals.get(end) ?? [], next));
        }
      }
      if (configs.length > 0) configs = stepConfigs(generation, configs, bytes[at], this.#text);
      else {
        this.#text.push(bytes[at]);
        if (arrivals.size === 0) return configs;
      }
    }
  }

  /**
   * The tokens that may come next, stop tokens included where the output may end here; none once the matcher is terminated. By reference: not to be written, and valid for ever.
   * @throws StructagError `matcher-budget` where `tokensLeft` is not enough to end the output; `matcher-vocabulary` where the vocabulary lacks the bytes to go on; `expr-too-much-work`, `expr-deadline`, `expr-aborted`
   */
  nextTokenMask(options: MaskOptions = {}): TokenMask {
    this.grammar.allowance.requests += 1;
    if (options.deadline !== undefined || options.signal !== undefined) {
      return this.#generation.arena.store.meter.within(options, () => this.#nextTokenMask(options));
    }
    return this.#nextTokenMask(options);
  }

  #nextTokenMask(options: MaskOptions): TokenMask {
    if (options.tokensLeft === undefined) return this.#leadingOn(correctedMask(this));
    const { cost } = this;
    if (!this.#terminated && cost > options.tokensLeft) {
      throw new StructagError({
        code: "matcher-budget",
        path: "",
        message: `the output cannot end within ${options.tokensLeft} tokens: ${cost === Number.POSITIVE_INFINITY ? "no completion of a sensible length is known" : `it needs up to ${cost}`}`,
        hint: "allow more tokens from the start; minTokensToComplete() tells how many",
      });
    }
    const mask = correctedMask(this, options.tokensLeft);
    if (mask.isEmpty && !this.#terminated && !this.isCompleted()) {
      throw new StructagError({
        code: "matcher-budget",
        path: "",
        message: `no output is known that ends within ${options.tokensLeft} tokens: the checks of what was written refuse the short ones`,
        hint: "allow more tokens from the start",
      });
    }
    return mask;
  }

  /** No generation goes on from an empty mask, so the reason is said instead. */
  #leadingOn(mask: TokenMask): TokenMask {
    if (this.#generation.unwritable === undefined || !mask.isEmpty || this.#terminated || this.isCompleted()) return mask;
    throw new StructagError({
      code: "matcher-vocabulary",
      path: "",
      message: "no token continues the output: the vocabulary lacks the bytes that it needs here",
      hint: "give the whole vocabulary of the model, or tokensLeft, which keeps to outputs that can be ended",
    });
  }

  /** Tokens that are enough to end the output from here, the stop token not counted: an upper bound of the least number. Infinity where no completion is known. */
  minTokensToComplete(): number {
    return this.#terminated ? 0 : this.cost;
  }

  /** @internal */
  get cost(): number {
    this.#count();
    return this.#generation.finish.cost(this.#configs);
  }

  /**
   * Writes the mask of the next token to row `index` of `bitmask`, whose rows have `ceil(vocabulary size / 32)` words. False where every token is allowed, so that it need not be applied.
   * @throws StructagError `matcher-terminated`, `matcher-bitmask-size`
   */
  fillNextTokenBitmask(bitmask: Int32Array, index = 0, options: MaskOptions = {}): boolean {
    if (this.#terminated) {
      throw new StructagError({
        code: "matcher-terminated",
        path: "",
        message: "the output has ended, so there is no next token",
        hint: "check isTerminated(), or call reset()",
      });
    }
    const width = (this.#generation.vocabulary.size + 31) >>> 5;
    if (bitmask.length < (index + 1) * width) {
      throw new StructagError({
        code: "matcher-bitmask-size",
        path: "",
        message: `row ${index} of the bitmask needs ${width} words, but the array ends before`,
      });
    }
    const mask = this.nextTokenMask(options);
    mask.copyTo(index === 0 && bitmask.length === width ? bitmask : bitmask.subarray(index * width, (index + 1) * width));
    return !mask.isFull(this.#generation.vocabulary.size);
  }

  /**
   * Takes back the last `steps` accepted tokens or strings, also a termination.
   * @throws StructagError `matcher-rollback`
   */
  rollback(steps = 1): void {
    if (!Number.isInteger(steps) || steps < 0 || steps > this.#history.length) {
      throw new StructagError({
        code: "matcher-rollback",
        path: "",
        message: `cannot take back ${steps} steps: there are ${this.#history.length}`,
      });
    }
    if (steps === 0) return;
    const snapshot = this.#history[this.#history.length - steps];
    this.#history.length -= steps;
    this.#configs = snapshot.configs;
    this.#text.length = snapshot.textLength;
    this.#terminated = snapshot.terminated;
  }

  /** A matcher in the same state, independent from now on. */
  fork(): GrammarMatcher {
    return new GrammarMatcher(this.grammar, this.#generation, this);
  }

  /** Back to the start. */
  reset(): void {
    this.#history.length = 0;
    this.#terminated = false;
    this.#text.length = 0;
    this.#count();
    this.#configs = applyEffects(this.#generation, this.grammar.rootIn(this.#generation), null, this.#text);
  }

  /** What follows counts for the grammar. */
  #count(): void {
    this.#generation.arena.store.meter.use(this.grammar.allowance);
  }

  #push(textLength = this.#text.length): void {
    this.#history.push({ configs: this.#configs, textLength, terminated: this.#terminated });
  }
}

function startsWith(bytes: Uint8Array, at: number, prefix: Uint8Array): boolean {
  if (at + prefix.length > bytes.length) return false;
  for (let index = 0; index < prefix.length; index += 1) if (bytes[at + index] !== prefix[index]) return false;
  return true;
}
