import { fail } from "../core/errors.ts";
import type { CompiledGrammar } from "../matcher/compiled-grammar.ts";
import type { GrammarMatcher } from "../matcher/matcher.ts";
import { TokenMask } from "../matcher/token-mask.ts";
import type { EndReason } from "../read/events.ts";
import { type EncodeText, takeForcedTokens } from "./forced-tokens.ts";

export interface TokenGuideOptions {
  /** Most tokens of the output, the stop token not counted; masks see to it that the output ends in time. Default: no limit. */
  readonly maxTokens?: number | undefined;
}

/** Leads one sequence of a host through a grammar: what may come, what came, what must come, and when it is over. */
export class TokenGuide {
  readonly #matcher: GrammarMatcher;
  readonly #maxTokens: number;
  #count = 0;
  #forced = 0;

  constructor(grammar: CompiledGrammar, options: TokenGuideOptions = {}) {
    this.#matcher = grammar.matcher();
    const { maxTokens = Number.POSITIVE_INFINITY } = options;
    if (maxTokens !== Number.POSITIVE_INFINITY && !(Number.isInteger(maxTokens) && maxTokens > 0)) {
      fail("host-option", "/maxTokens", `the number of tokens is a whole number above zero, not ${String(maxTokens)}`);
    }
    this.#maxTokens = maxTokens;
  }

  /** Tokens accepted so far, the stop token not counted. */
  get count(): number {
    return this.#count;
  }

  /** How many of them were forced. */
  get forcedCount(): number {
    return this.#forced;
  }

  get tokensLeft(): number {
    return this.#maxTokens - this.#count;
  }

  /** A stop token was accepted: what comes now is padding. */
  get isTerminated(): boolean {
    return this.#matcher.isTerminated();
  }

  /**
   * Why the output is over, or undefined. It is over after a stop token, where only a stop token could follow, and where no tokens are left; `length` where it is not complete.
   */
  get endReason(): EndReason | undefined {
    if (this.#matcher.isTerminated()) return "stop";
    const completed = this.#matcher.isCompleted();
    if (this.tokensLeft <= 0) return completed ? "stop" : "length";
    if (!completed) return undefined;
    const mask = this.mask();
    const { vocabulary } = this.#matcher.grammar;
    return mask.count <= vocabulary.stopTokenIds.length && vocabulary.stopTokenIds.filter((id) => mask.has(id)).length === mask.count
      ? "stop"
      : undefined;
  }

  /**
   * The tokens that may come next.
   * @throws StructagError `matcher-budget` where the tokens are too few for any output, and the codes of {@link GrammarMatcher.nextTokenMask}
   */
  mask(): TokenMask {
    return this.#matcher.nextTokenMask(this.#maxTokens === Number.POSITIVE_INFINITY ? {} : { tokensLeft: this.tokensLeft });
  }

  /**
   * Notes what the host chose.
   * @throws StructagError `host-token-refused`
   */
  accept(token: number): void {
    if (!this.#matcher.acceptToken(token)) {
      fail(
        "host-token-refused",
        "",
        `the host chose token ${token}, which the grammar does not allow there`,
        "see to it that nothing changes the scores after structag's mask, and that the vocabulary is that of the model",
      );
    }
    if (!this.#matcher.isTerminated()) this.#count += 1;
  }

  /** The stop tokens, for hosts that go on after the end until other sequences have ended. */
  get stopMask(): TokenMask {
    return new TokenMask(null, Int32Array.from(this.#matcher.grammar.vocabulary.stopTokenIds));
  }

  /** Accepts and returns the tokens that must come next. */
  takeForced(encode: EncodeText): readonly number[] {
    if (this.tokensLeft <= 0 || this.#matcher.isTerminated()) return [];
    const forced = takeForcedTokens(this.#matcher, encode, this.tokensLeft);
    this.#count += forced.length;
    this.#forced += forced.length;
    return forced;
  }
}
