import { fail } from "../../core/errors.ts";
import type { SeededRandom } from "../../core/random.ts";
import type { TokenMask } from "../../matcher/token-mask.ts";
import { drawWeight, type SamplingOptions } from "../sample-logits.ts";
import type { LlamaEvaluateItem, LlamaEvaluateOutput, LlamaSequence } from "./host.ts";
import { tokenBias } from "./token-bias.ts";

/**
 * Evaluates tokens and samples the next one of a mask. The host samples among the allowed tokens itself, by biases. Should it not heed them, the most probable allowed token is drawn from the list of all
 * probabilities, which is slower, from then on.
 */
export class LlamaSampler {
  readonly #sequence: LlamaSequence;
  readonly #options: SamplingOptions;
  readonly #random: SeededRandom;
  readonly #size: number;
  #biases = true;

  constructor(sequence: LlamaSequence, options: SamplingOptions, random: SeededRandom, size: number) {
    this.#sequence = sequence;
    this.#options = options;
    this.#random = random;
    this.#size = size;
  }

  async next(tokens: readonly number[], mask: TokenMask): Promise<number> {
    if (this.#biases) {
      const bias = tokenBias(mask, this.#size, this.#sequence.model.tokenizer);
      const { temperature = 0, topK = 40, topP = 0.95, minP = 0 } = this.#options;
      const options = {
        temperature,
        topK,
        topP,
        minP,
        seed: this.#random.below(2 ** 31),
        ...(bias === undefined ? {} : { tokenBias: bias }),
      };
      const output = await this.#evaluate(tokens, { token: true, options });
      const token = output.next.token;
      if (typeof token === "number" && mask.has(token)) return token;
      this.#biases = false;
      const { nextTokenIndex } = this.#sequence;
      await this.#sequence.eraseContextTokenRanges([{ start: nextTokenIndex - 1, end: nextTokenIndex }]);
      return this.next(tokens.slice(-1), mask);
    }
    const { temperature = 0, topK = 40, topP = 0.95, minP = 0 } = this.#options;
    const all = { temperature, topK: 0, topP: 1, minP: 0 };
    const { next } = await this.#evaluate(tokens, { probabilities: true, options: all });
    const candidates: [number, number][] = [];
    for (const entry of next.probabilities ?? []) {
      if (!mask.has(entry[0])) continue;
      candidates.push(entry);
      if (temperature <= 0 || (topK > 0 && candidates.length === topK)) break;
    }
    if (candidates.length === 0) fail("host-token-refused", "", "the host gave no probability to any allowed token");
    const at = drawWeight(
      candidates.map(([, probability]) => probability),
      topP,
      minP,
      this.#random,
    );
    return candidates[at][0];
  }

  async #evaluate(
    tokens: readonly number[],
    generateNext: { token?: boolean; probabilities?: boolean; options: object },
  ): Promise<LlamaEvaluateOutput> {
    const input: LlamaEvaluateItem[] = [...tokens.slice(0, -1), [tokens[tokens.length - 1], { generateNext }]];
    const outputs = await this.#sequence.controlledEvaluate(input as never);
    return outputs[tokens.length - 1] ?? fail("host-token-refused", "", "the host gave no next token");
  }
}
