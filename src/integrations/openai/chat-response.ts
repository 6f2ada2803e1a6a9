import { ChatChunks } from "../../read/chat-chunks.ts";
import { ChatCollector } from "../../read/chat-message.ts";
import type { ReaderEvent } from "../../read/events.ts";
import type { ChatRequest } from "./chat-request.ts";
import { type OutputPart, type OutputUsage, type ReadOutputOptions, readOutput } from "./model-output.ts";
import type { ChatCompletion, ChatCompletionChunk, CompletionUsage } from "./types.ts";

export interface ChatResponseOptions extends ReadOutputOptions {
  /** Default: `chatcmpl-` and random letters. */
  readonly id?: string | undefined;
  /** Unix time in seconds; default: now. */
  readonly created?: number | undefined;
  /** Told of every event before its chunk, for what chunks can't say: whether a call is complete and valid. */
  readonly onEvents?: ((events: readonly ReaderEvent[]) => void) | undefined;
}

type Parts = AsyncIterable<OutputPart> | Iterable<OutputPart>;

/**
 * The chunks of a streamed chat completion, read from what the model writes: role first, the finish reason in the last choice, then the usage where the request wants
 * it and it is known. Leaving the loop early ends `parts` too.
 * @throws whatever `parts` throws
 */
export async function* chatCompletionChunks(
  request: ChatRequest,
  parts: Parts,
  options: ChatResponseOptions = {},
): AsyncGenerator<ChatCompletionChunk> {
  const head = headOf(request, options);
  const chunks = new ChatChunks(head);
  for await (const { events, usage } of readOutput(request, parts, options)) {
    options.onEvents?.(events);
    for (const { choices, ...rest } of chunks.chunks(events)) {
      yield {
        ...rest,
        choices: choices.map(({ delta: { tool_calls: calls, ...delta }, ...choice }) => ({
          ...choice,
          delta: calls === undefined ? delta : { ...delta, tool_calls: calls.map((call) => ({ ...call, function: { ...call.function } })) },
        })),
      };
    }
    if (usage !== undefined && request.includeUsage) {
      yield { ...head, object: "chat.completion.chunk", choices: [], usage: usageOf(usage) };
    }
  }
}

/**
 * The whole chat completion, read from what the model writes. It holds the same as the chunks: there is no other way of reading.
 * @throws whatever `parts` throws
 */
export async function chatCompletion(request: ChatRequest, parts: Parts, options: ChatResponseOptions = {}): Promise<ChatCompletion> {
  const collector = new ChatCollector();
  let used: OutputUsage | undefined;
  for await (const { events, usage } of readOutput(request, parts, options)) {
    options.onEvents?.(events);
    collector.add(events);
    used = usage ?? used;
  }
  const { message, finish_reason } = collector.answer();
  const { tool_calls: calls, ...rest } = message;
  return {
    ...headOf(request, options),
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: { ...rest, refusal: null, ...(calls === undefined ? {} : { tool_calls: calls.map((call) => ({ ...call })) }) },
        finish_reason,
        logprobs: null,
      },
    ],
    ...(used === undefined ? {} : { usage: usageOf(used) }),
  };
}

interface Head {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

function headOf({ model, family }: ChatRequest, { id, created }: ChatResponseOptions): Head {
  return {
    id: id ?? `chatcmpl-${crypto.randomUUID().replaceAll("-", "")}`,
    created: created ?? Math.floor(Date.now() / 1000),
    model: model === "" ? family.id : model,
  };
}

function usageOf({ promptTokens, completionTokens, cachedTokens }: OutputUsage): CompletionUsage {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    ...(cachedTokens === undefined ? {} : { prompt_tokens_details: { cached_tokens: cachedTokens } }),
  };
}
