import { fail } from "../../core/errors.ts";
import { SeededRandom } from "../../core/random.ts";
import type { CompiledGrammar } from "../../matcher/compiled-grammar.ts";
import type { ReaderEvent } from "../../read/events.ts";
import type { EncodeText } from "../forced-tokens.ts";
import { GenerationRun, type ToolGeneration } from "../generation.ts";
import { type GenerationEnd, generationLoop } from "../generation-loop.ts";
import type { SamplingOptions } from "../sample-logits.ts";
import { TokenGuide } from "../token-guide.ts";
import { compileTools, type ToolOptions } from "../tool-grammar.ts";
import type { LlamaSequence } from "./host.ts";
import { LlamaSampler } from "./sample-token.ts";
import { vocabularyFromLlamaModel } from "./vocabulary.ts";

export interface LlamaGenerateOptions extends SamplingOptions {
  /** Where the text is made. What it holds already is kept as far as the prompt starts with it. */
  readonly sequence: LlamaSequence;
  /** The prompt: a text, in which special tokens are those of the model, or token ids. */
  readonly prompt: string | readonly number[];
  /** Most tokens of the output; it always ends within them. Default: what is left of the context, 1,024 at most. */
  readonly maxTokens?: number | undefined;
  /** Equal seeds give equal outputs. Default: a random one. */
  readonly seed?: number | undefined;
  /** Takes tokens that the grammar forces without running the model for each. Default true. */
  readonly skipForced?: boolean | undefined;
  /** Ends the generation between two runs of the model. */
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_MAX_TOKENS = 1024;

/**
 * Generates tokens under a grammar and hands them out as they come, forced ones in one piece; returns how it went. The stop token is not handed out. Forced tokens are evaluated together with the token
 * after which they come, in one run of the model.
 * @throws StructagError `host-prompt`, `host-option`, `host-token-refused`, `matcher-budget`; the signal's reason where it was aborted
 */
export async function* generateTokens(
  grammar: CompiledGrammar,
  options: LlamaGenerateOptions,
): AsyncGenerator<readonly number[], GenerationEnd, void> {
  const { sequence, signal, skipForced = true } = options;
  const { vocabulary } = grammar;
  const encode: EncodeText = (text) => sequence.model.tokenize(text, false);
  const prompt = typeof options.prompt === "string" ? sequence.model.tokenize(options.prompt, true) : options.prompt;
  if (prompt.length === 0) fail("host-prompt", "/prompt", "the prompt has no tokens");
  const room = sequence.contextSize - prompt.length - 1;
  if (room < 1)
    fail(
      "host-prompt",
      "/prompt",
      `the prompt has ${prompt.length} tokens, the context ${sequence.contextSize}`,
      "shorten it, or make a larger context",
    );
  const guide = new TokenGuide(grammar, { maxTokens: Math.min(options.maxTokens ?? DEFAULT_MAX_TOKENS, room) });
  const sampler = new LlamaSampler(
    sequence,
    options,
    new SeededRandom(options.seed ?? Math.floor(Math.random() * 2 ** 31)),
    vocabulary.size,
  );

  guide.mask();
  signal?.throwIfAborted();
  // At least the last token of the prompt is evaluated, since the next one comes from it.
  await sequence.adaptStateToTokens(prompt.slice(0, -1) as never, false);
  return yield* generationLoop(guide, {
    promptTokens: prompt.length,
    pending: prompt.slice(sequence.nextTokenIndex),
    encode: skipForced ? encode : undefined,
    signal,
    next: (tokens, mask) => sampler.next(tokens, mask),
  });
}

export interface GenerateWithLlamaOptions extends LlamaGenerateOptions, Omit<ToolOptions, "prompt"> {
  /** Called as soon as something was read. */
  readonly onEvent?: ((event: ReaderEvent) => void) | undefined;
}

/**
 * Generates one answer held to the output grammar of the tools, and reads it. Every call in the answer names a callable tool and carries arguments of its schema, up to what `diagnostics` says.
 * @throws StructagError the codes of {@link generateTokens}, of building and of compiling the grammar
 */
export async function generateWithTools(options: GenerateWithLlamaOptions): Promise<ToolGeneration> {
  const { sequence, prompt, maxTokens, seed, skipForced, signal, temperature, topK, topP, minP, onEvent, ...request } = options;
  const tools = compileTools(typeof prompt === "string" ? { ...request, prompt } : request, vocabularyFromLlamaModel(sequence.model));
  const run = new GenerationRun(tools, onEvent);
  const tokens = generateTokens(tools.grammar, { sequence, prompt, maxTokens, seed, skipForced, signal, temperature, topK, topP, minP });
  for (;;) {
    const step = await tokens.next();
    if (!step.done) run.read(step.value);
    else return run.finish(step.value);
  }
}
