import { fail } from "../../core/errors.ts";
import type { ReaderEvent } from "../../read/events.ts";
import { chatTools } from "../chat-tools.ts";
import { GenerationRun, type ToolGeneration } from "../generation.ts";
import { TokenGuide } from "../token-guide.ts";
import { compileTools, type ToolOptions } from "../tool-grammar.ts";
import type { TransformersModel, TransformersTensor, TransformersTokenizer } from "./host.ts";
import { processorList, ScoreMasker } from "./logits-processor.ts";
import { fieldOf, vocabularyFromTransformers } from "./vocabulary.ts";

export interface GenerateWithToolsOptions extends ToolOptions {
  readonly model: TransformersModel;
  readonly tokenizer: TransformersTokenizer;
  /** The conversation, for the tokenizer's chat template. */
  readonly messages?: readonly unknown[] | undefined;
  /** The rendered prompt, in place of messages. Markers in it are taken as special tokens. */
  readonly prompt?: string | undefined;
  /** Further variables of the chat template (`enable_thinking`, `chat_template`, …). */
  readonly templateOptions?: Readonly<Record<string, unknown>> | undefined;
  /** Most tokens of the output; it always ends within them. Default: the model's `max_new_tokens`, else 1,024. */
  readonly maxNewTokens?: number | undefined;
  /** Settings of `generate()` (`do_sample`, `temperature`, `top_k`, …); without beams. */
  readonly generation?: Readonly<Record<string, unknown>> | undefined;
  /** Takes tokens that the grammar forces without running the model for each. Default true. */
  readonly skipForced?: boolean | undefined;
  /** Called as soon as something was read. */
  readonly onEvent?: ((event: ReaderEvent) => void) | undefined;
  /** Ends the generation between two tokens. */
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_MAX_TOKENS = 1024;

/**
 * Generates one answer with a model of transformers.js, held to the output grammar of the tools, and reads it. Every call in the answer names a callable tool and carries arguments of its
 * schema, up to what `diagnostics` says.
 *
 * Runs of forced tokens are added to the ids between two calls of `generate()`, which go on with the same cache, so that one forward pass covers the whole run.
 * @throws StructagError `host-beam-search`, `host-encoder-decoder`, `host-prompt`, `host-option`, `host-token-refused`, and the codes of building and compiling the grammar; the signal's
 *   reason where it was aborted
 */
export async function generateWithTools(options: GenerateWithToolsOptions): Promise<ToolGeneration> {
  const {
    model,
    tokenizer,
    messages,
    prompt,
    templateOptions,
    maxNewTokens,
    generation = {},
    skipForced = true,
    onEvent,
    signal,
    ...request
  } = options;
  refuseUnsupported(model, generation);
  signal?.throwIfAborted();
  const vocabulary = vocabularyFromTransformers(tokenizer, { model });
  if (vocabulary.stopTokenIds.length === 0) fail("host-no-stop-token", "/model", "neither the model nor the tokenizer names a stop token");
  const text = prompt ?? renderPrompt(tokenizer, messages, request.tools, templateOptions);
  const tools = compileTools({ ...request, prompt: text }, vocabulary);
  const run = new GenerationRun(tools, onEvent);
  const guide = new TokenGuide(tools.grammar, { maxTokens: maxNewTokens ?? defaultMaxTokens(model) });
  let forwardPasses = 0;
  const encode = (piece: string): number[] => tokenizer.encode(piece, { add_special_tokens: false });

  const promptIds = tokenizer(text, { add_special_tokens: false }).input_ids;
  const ids = [...(promptIds.data as Iterable<bigint>)];
  const promptTokens = ids.length;
  if (promptTokens === 0) fail("host-prompt", "/prompt", "the prompt has no tokens");
  const takeForced = (): boolean => {
    const forced = skipForced ? guide.takeForced(encode) : [];
    ids.push(...forced.map(BigInt));
    run.read(forced);
    return forced.length > 0;
  };
  takeForced();
  // Too few tokens for any output are an error before the model runs.
  if (guide.endReason === undefined) guide.mask();

  /** Whether it was structag that ended a call of `generate()`, and not the host, whose context is full. */
  let asked = false;
  /** Called by the host after each token: true ends this call of `generate()`. */
  const afterToken = (all: readonly (readonly bigint[])[]): boolean[] => {
    for (const id of all[0].slice(ids.length)) {
      ids.push(id);
      guide.accept(Number(id));
      if (!guide.isTerminated) run.read([Number(id)]);
    }
    asked = signal?.aborted === true || guide.endReason !== undefined || takeForced();
    return [asked];
  };
  const masker = new ScoreMasker();
  let cache: unknown;
  let endReason = guide.endReason;
  try {
    while (endReason === undefined) {
      asked = false;
      const result = await model.generate({
        ...generation,
        input_ids: tensorLike(promptIds, ids),
        attention_mask: tensorLike(
          promptIds,
          ids.map(() => 1n),
        ),
        ...(cache === undefined ? {} : { past_key_values: cache }),
        eos_token_id: [...vocabulary.stopTokenIds],
        num_beams: 1,
        max_length: null,
        max_new_tokens: guide.tokensLeft + 1,
        return_dict_in_generate: true,
        logits_processor: processorList((_, logits) => {
          forwardPasses += 1;
          return masker.apply(logits, [guide]);
        }),
        stopping_criteria: [Object.assign(afterToken, { _call: afterToken })],
      });
      cache = fieldOf(result, "past_key_values");
      signal?.throwIfAborted();
      endReason = guide.endReason ?? (asked ? undefined : "length");
    }
  } finally {
    const dispose = fieldOf(cache, "dispose");
    if (typeof dispose === "function") await dispose.call(cache);
  }
  return run.finish({ reason: endReason, promptTokens, forcedTokens: guide.forcedCount, forwardPasses });
}

function refuseUnsupported(model: TransformersModel, generation: Readonly<Record<string, unknown>>): void {
  for (const [name, settings] of [
    ["generation", generation],
    ["model.generation_config", model.generation_config],
  ] as const) {
    for (const field of ["num_beams", "num_return_sequences", "num_beam_groups"]) {
      const value = fieldOf(settings, field);
      if (typeof value !== "number" || value <= 1 || (name !== "generation" && fieldOf(generation, field) === 1)) continue;
      fail(
        "host-beam-search",
        `/${name.replace(".", "/")}/${field}`,
        `${field} is ${value}: several beams of one sequence can not be held to a grammar`,
        `set ${field} to 1`,
      );
    }
  }
  if (fieldOf(model.config, "is_encoder_decoder") === true) {
    fail(
      "host-encoder-decoder",
      "/model",
      "the model reads its prompt with an encoder",
      "use createLogitsProcessor with generate() of your own",
    );
  }
}

function defaultMaxTokens(model: TransformersModel): number {
  const value = fieldOf(model.generation_config, "max_new_tokens");
  return typeof value === "number" && value > 0 ? value : DEFAULT_MAX_TOKENS;
}

function renderPrompt(
  tokenizer: TransformersTokenizer,
  messages: readonly unknown[] | undefined,
  tools: unknown,
  templateOptions: Readonly<Record<string, unknown>> | undefined,
): string {
  if (messages === undefined)
    fail("host-prompt", "/messages", "there is nothing to answer", "give messages, or prompt with the rendered prompt");
  const listed = chatTools(tools);
  const render = tokenizer.apply_chat_template.bind(tokenizer) as (messages: unknown, options: unknown) => unknown;
  const text = render(messages, {
    ...(listed.length === 0 ? {} : { tools: listed }),
    add_generation_prompt: true,
    ...templateOptions,
    tokenize: false,
  });
  return typeof text === "string" ? text : fail("host-prompt", "/messages", "the chat template gave no text");
}

/** A tensor of the host's own class, which structag does not import. */
function tensorLike(like: TransformersTensor, values: readonly bigint[]): unknown {
  const Tensor = like.constructor as new (type: string, data: BigInt64Array, dims: number[]) => unknown;
  return new Tensor("int64", BigInt64Array.from(values), [1, values.length]);
}
