import type { FinishReason, Problem, ReaderEvent } from "./events.ts";

/** A tool call in OpenAI's Chat shape. */
export interface ChatToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** An assistant message in OpenAI's Chat shape. `reasoning_content` and `tool_calls` are there only if there are any. */
export interface ChatMessage {
  readonly role: "assistant";
  /** `null` where there is no visible text. */
  readonly content: string | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly ChatToolCall[];
}

/** What the reader found out about a delivered call; `index` points into `message.tool_calls`. */
export interface CallReport {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly complete: boolean;
  readonly valid: boolean;
  readonly problems: readonly Problem[];
}

/** A whole answer: the message, why it ended, and what must be known before its calls are executed. */
export interface ChatAnswer {
  /** With every delivered call, also those that are cut off or invalid: see `calls`. */
  readonly message: ChatMessage;
  readonly finish_reason: FinishReason;
  readonly calls: readonly CallReport[];
  /** Problems outside of delivered calls. */
  readonly problems: readonly Problem[];
}

interface CallParts {
  id: string;
  name: string;
  arguments: string;
  complete: boolean;
  valid: boolean;
  problems: readonly Problem[];
}

/** Puts the events of one stream together into one answer. */
export class ChatCollector {
  #content = "";
  #reasoning = "";
  #finish: FinishReason = "stop";
  readonly #calls: CallParts[] = [];
  readonly #problems: Problem[] = [];

  add(events: Iterable<ReaderEvent>): void {
    for (const event of events) {
      switch (event.type) {
        case "reasoning":
          this.#reasoning += event.text;
          break;
        case "content":
          this.#content += event.text;
          break;
        case "call-start":
          this.#calls[event.index] = { id: event.id, name: event.name, arguments: "", complete: false, valid: false, problems: [] };
          break;
        case "call-arguments":
          this.#calls[event.index].arguments += event.text;
          break;
        case "call-end":
          Object.assign(this.#calls[event.index], { complete: event.complete, valid: event.valid, problems: event.problems });
          break;
        case "problem":
          this.#problems.push(event.problem);
          break;
        case "finish":
          this.#finish = event.reason;
          break;
      }
    }
  }

  /** The answer so far; whole after the `finish` event. */
  answer(): ChatAnswer {
    const toolCalls = this.#calls.map(
      (call): ChatToolCall => ({ id: call.id, type: "function", function: { name: call.name, arguments: call.arguments } }),
    );
    return {
      message: {
        role: "assistant",
        content: this.#content === "" ? null : this.#content,
        ...(this.#reasoning === "" ? {} : { reasoning_content: this.#reasoning }),
        ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
      },
      finish_reason: this.#finish,
      calls: this.#calls.map(({ id, name, complete, valid, problems }, index) => ({ index, id, name, complete, valid, problems })),
      problems: [...this.#problems],
    };
  }
}

/** The answer that the events of a whole stream make. */
export function chatAnswer(events: Iterable<ReaderEvent>): ChatAnswer {
  const collector = new ChatCollector();
  collector.add(events);
  return collector.answer();
}
