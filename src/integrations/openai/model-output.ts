import type { CallIds } from "../../read/call-ids.ts";
import type { EndReason, ReaderEvent } from "../../read/events.ts";
import type { StreamReader } from "../../read/reader.ts";
import type { ReaderVocabulary } from "../../read/token-input.ts";
import type { ChatRequest } from "./chat-request.ts";

/** Tokens that were used. */
export interface OutputUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens?: number;
}

/**
 * A piece of what a model wrote: text or token ids; events, where the server has read a part already (its reasoning, say), and the text begins behind it; or the end, which
 * may be left out.
 */
export type OutputPart =
  | string
  | Uint8Array
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tokens"; readonly ids: readonly number[] }
  | { readonly type: "events"; readonly events: readonly ReaderEvent[] }
  | { readonly type: "end"; readonly reason: EndReason; readonly usage?: OutputUsage };

export interface ReadOutputOptions {
  /** Default: random ids. */
  readonly callIds?: CallIds | undefined;
  /** Needed for token ids. */
  readonly vocabulary?: ReaderVocabulary | undefined;
}

/** Events that came out of one part, and the usage, which comes with the last ones. */
export interface ReadOutput {
  readonly events: readonly ReaderEvent[];
  readonly usage?: OutputUsage;
}

/** Reads a model's output in the request's family, as it comes. The last events end with `finish`. Nothing is read ahead. */
export async function* readOutput(
  request: ChatRequest,
  parts: AsyncIterable<OutputPart> | Iterable<OutputPart>,
  options: ReadOutputOptions = {},
): AsyncGenerator<ReadOutput> {
  const reading = new OutputReading(request, options);
  let reason: EndReason = "stop";
  let usage: OutputUsage | undefined;
  for await (const part of parts) {
    if (typeof part === "object" && "type" in part && part.type === "end") {
      reason = part.reason;
      usage = part.usage;
      break;
    }
    const events = reading.push(part);
    if (events.length > 0) yield { events };
  }
  yield { events: reading.finish(reason), ...(usage === undefined ? {} : { usage }) };
}

/** Joins what the family's reader reads and what the server has read; calls are numbered as they come. */
class OutputReading {
  readonly #request: ChatRequest;
  readonly #options: ReadOutputOptions;
  #reader: StreamReader | undefined;
  #calls = 0;
  readonly #readIndices: number[] = [];
  readonly #serverIndices: number[] = [];

  constructor(request: ChatRequest, options: ReadOutputOptions) {
    this.#request = request;
    this.#options = options;
  }

  push(part: Exclude<OutputPart, { readonly type: "end" }>): readonly ReaderEvent[] {
    if (typeof part === "string" || part instanceof Uint8Array) return this.#numbered(this.#open().push(part), this.#readIndices);
    switch (part.type) {
      case "text":
        return this.#numbered(this.#open().push(part.text), this.#readIndices);
      case "tokens":
        return this.#numbered(this.#open().pushTokens(part.ids), this.#readIndices);
      case "events":
        // The server took the reasoning out, with what the prompt had opened.
        this.#open("none");
        return this.#numbered(part.events, this.#serverIndices);
    }
  }

  finish(reason: EndReason): readonly ReaderEvent[] {
    const events = this.#numbered(this.#open().finish(reason), this.#readIndices);
    if (this.#serverIndices.length === 0 || reason === "length") return events;
    return events.map((event) => (event.type === "finish" ? { type: "finish", reason: "tool_calls" } : event));
  }

  #open(opens = this.#request.output.promptOpens): StreamReader {
    const { family, output } = this.#request;
    const { callIds, vocabulary } = this.#options;
    this.#reader ??= family.reader({
      tools: output.request.functions,
      promptOpens: opens,
      ...(callIds === undefined ? {} : { callIds }),
      ...(vocabulary === undefined ? {} : { vocabulary }),
    });
    return this.#reader;
  }

  #numbered(events: readonly ReaderEvent[], indices: number[]): readonly ReaderEvent[] {
    return events.map((event) => {
      if (!("index" in event)) return event;
      if (event.type === "call-start") {
        indices[event.index] = this.#calls;
        this.#calls += 1;
      }
      const index = indices[event.index];
      return index === event.index ? event : { ...event, index };
    });
  }
}
