import type { Diagnostic } from "../core/errors.ts";
import { type ChatAnswer, ChatCollector } from "../read/chat-message.ts";
import type { EndReason, ReaderEvent } from "../read/events.ts";
import type { StreamReader } from "../read/reader.ts";
import type { ToolGrammar } from "./tool-grammar.ts";

/** A finished generation: the answer, and what it took. */
export interface ToolGeneration extends ChatAnswer {
  /** What the model wrote, forced tokens included, the stop token not. */
  readonly tokens: readonly number[];
  readonly promptTokens: number;
  /** Tokens that no forward pass was spent on. */
  readonly forcedTokens: number;
  /** Runs of the model, that of the prompt included. */
  readonly forwardPasses: number;
  /** Where the grammar differs from what the schemas say. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The reading side of one generation: tokens become events for the caller and the answer in the end. */
export class GenerationRun {
  readonly #tokens: number[] = [];
  readonly #reader: StreamReader;
  readonly #collector = new ChatCollector();
  readonly #onEvent: ((event: ReaderEvent) => void) | undefined;
  readonly #diagnostics: readonly Diagnostic[];

  constructor(tools: ToolGrammar, onEvent: ((event: ReaderEvent) => void) | undefined) {
    this.#reader = tools.reader();
    this.#onEvent = onEvent;
    this.#diagnostics = tools.output.diagnostics;
  }

  /** Further tokens, without the stop token. */
  read(tokens: readonly number[]): void {
    if (tokens.length === 0) return;
    this.#tokens.push(...tokens);
    this.#emit(this.#reader.pushTokens(tokens));
  }

  finish(end: {
    readonly reason: EndReason;
    readonly promptTokens: number;
    readonly forcedTokens: number;
    readonly forwardPasses: number;
  }): ToolGeneration {
    this.#emit(this.#reader.finish(end.reason));
    const { promptTokens, forcedTokens, forwardPasses } = end;
    return {
      ...this.#collector.answer(),
      tokens: this.#tokens,
      promptTokens,
      forcedTokens,
      forwardPasses,
      diagnostics: this.#diagnostics,
    };
  }

  #emit(events: readonly ReaderEvent[]): void {
    this.#collector.add(events);
    if (this.#onEvent !== undefined) for (const event of events) this.#onEvent(event);
  }
}
