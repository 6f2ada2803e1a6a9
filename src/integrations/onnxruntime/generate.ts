import { fail } from "../../core/errors.ts";
import { SeededRandom } from "../../core/random.ts";
import type { CompiledGrammar } from "../../matcher/compiled-grammar.ts";
import type { EncodeText } from "../forced-tokens.ts";
import { type GenerationEnd, generationLoop } from "../generation-loop.ts";
import { type SamplingOptions, sampleLogits } from "../sample-logits.ts";
import { TokenGuide } from "../token-guide.ts";

export interface OnnxGenerateOptions extends SamplingOptions {
  /** Token ids of the prompt; one at least. */
  readonly prompt: readonly number[];
  /**
   * Runs the session on the tokens that it has not seen, with a cache that the caller keeps, and gives the logits of the last position: an array as wide as the logits, or a longer one that ends with them.
   */
  readonly run: (tokens: readonly number[]) => Promise<Float32Array> | Float32Array;
  /** Most tokens of the output; it always ends within them. Default 1,024. */
  readonly maxTokens?: number | undefined;
  /** Equal seeds give equal outputs. Default: a random one. */
  readonly seed?: number | undefined;
  /** Splits text as the model's tokenizer does. Where it is given, forced tokens are taken without a run of their own. */
  readonly encode?: EncodeText | undefined;
  /** Ends the generation between two runs. */
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_MAX_TOKENS = 1024;

/**
 * A decoding loop for a model that is run by hand (`onnxruntime-web`, `onnxruntime-node`, or anything else that gives logits): hands out tokens as they come, forced ones in one piece, and returns how it
 * went. The stop token is not handed out.
 * @throws StructagError `host-prompt`, `host-option`, `host-logits`, `matcher-budget`; the signal's reason where it was aborted
 */
export async function* generateTokens(
  grammar: CompiledGrammar,
  options: OnnxGenerateOptions,
): AsyncGenerator<readonly number[], GenerationEnd, void> {
  const { prompt, run, maxTokens = DEFAULT_MAX_TOKENS, encode, signal } = options;
  if (prompt.length === 0) fail("host-prompt", "/prompt", "the prompt has no tokens");
  const { size } = grammar.vocabulary;
  const random = new SeededRandom(options.seed ?? Math.floor(Math.random() * 2 ** 31));
  const guide = new TokenGuide(grammar, { maxTokens });
  guide.mask();
  signal?.throwIfAborted();
  return yield* generationLoop(guide, {
    promptTokens: prompt.length,
    pending: prompt,
    encode,
    signal,
    next: async (tokens, mask) => {
      const logits = await run(tokens);
      if (!(logits instanceof Float32Array) || logits.length < size) {
        fail(
          "host-logits",
          "/run",
          `run gives a Float32Array of ${size} logits or more`,
          "make the vocabulary as wide as the logits: option size",
        );
      }
      const token = sampleLogits(logits.length === size ? logits : logits.subarray(logits.length - size), mask, options, random);
      return token >= 0 ? token : fail("host-logits", "/run", "no allowed token has a logit above -Infinity");
    },
  });
}
