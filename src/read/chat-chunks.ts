import type { FinishReason, ReaderEvent } from "./events.ts";

/** One entry of `delta.tool_calls`: id, type and name in the first delta of a call only. */
export interface ChatToolCallDelta {
  readonly index: number;
  readonly id?: string;
  readonly type?: "function";
  readonly function: { readonly name?: string; readonly arguments: string };
}

export interface ChatDelta {
  readonly role?: "assistant";
  readonly content?: string;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly ChatToolCallDelta[];
}

/** A `chat.completion.chunk` of OpenAI's streaming API. */
export interface ChatChunk {
  readonly id: string;
  readonly object: "chat.completion.chunk";
  /** Unix time in seconds. */
  readonly created: number;
  readonly model: string;
  readonly choices: readonly [{ readonly index: number; readonly delta: ChatDelta; readonly finish_reason: FinishReason | null }];
}

export interface ChatChunkOptions {
  /** The completion's id, the same in all chunks. */
  readonly id: string;
  readonly model: string;
  readonly created: number;
  /** The choice's index; default 0. */
  readonly choice?: number;
}

/**
 * Turns events into `chat.completion.chunk` objects: the role first, one region or call fragment a chunk, the finish reason last. Keys
 * without a value are absent, never null. `call-end` and `problem` events have no place in the format and give no chunk; take them
 * from the events.
 */
export class ChatChunks {
  readonly #options: ChatChunkOptions;
  #started = false;

  constructor(options: ChatChunkOptions) {
    this.#options = options;
  }

  chunks(events: Iterable<ReaderEvent>): ChatChunk[] {
    const chunks: ChatChunk[] = [];
    for (const event of events) {
      const delta = deltaOf(event);
      if (delta === undefined) continue;
      if (!this.#started) {
        this.#started = true;
        chunks.push(this.#chunk({ role: "assistant", content: "" }, null));
      }
      chunks.push(this.#chunk(delta, event.type === "finish" ? event.reason : null));
    }
    return chunks;
  }

  #chunk(delta: ChatDelta, finishReason: FinishReason | null): ChatChunk {
    const { id, model, created, choice = 0 } = this.#options;
    return { id, object: "chat.completion.chunk", created, model, choices: [{ index: choice, delta, finish_reason: finishReason }] };
  }
}

function deltaOf(event: ReaderEvent): ChatDelta | undefined {
  switch (event.type) {
    case "reasoning":
      return { reasoning_content: event.text };
    case "content":
      return { content: event.text };
    case "call-start":
      return { tool_calls: [{ index: event.index, id: event.id, type: "function", function: { name: event.name, arguments: "" } }] };
    case "call-arguments":
      return { tool_calls: [{ index: event.index, function: { arguments: event.text } }] };
    case "finish":
      return {};
    case "call-end":
    case "problem":
      return undefined;
  }
}
