import type { Diagnostic } from "../core/errors.ts";
import { type ChatAnswer, ChatCollector } from "../read/chat-message.ts";
import type { EndReason, ReaderEvent } from "../read/events.ts";
import { TokenGuide } from "./token-guide.ts";
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

/** One output in the making: the tokens go to the guide and to the reader, its events to the caller. */
export class GenerationRun {
  readonly guide: TokenGuide;
  readonly tokens: number[] = [];
  forwardPasses = 0;
  readonly #reader: ReturnType<ToolGrammar["reader"]>;
  readonly #collector = new ChatCollector();
  readonly #onEvent: ((event: ReaderEvent) => void) | undefined;
  readonly #diagnostics: readonly Diagnostic[];

  constructor(tools: ToolGrammar, maxTokens: number | undefined, onEvent: ((event: ReaderEvent) => void) | undefined) {
    this.guide = new TokenGuide(tools.grammar, { maxTokens });
    this.#reader = tools.reader();
    this.#onEvent = onEvent;
    this.#diagnostics = tools.output.diagnostics;
  }

  /** A token that the host chose. */
  accept(token: number): void {
    this.guide.accept(token);
    if (!this.guide.isTerminated) this.read([token]);
  }

  /** Tokens that the guide has accepted. */
  read(tokens: readonly number[]): void {
    if (tokens.length === 0) return;
    this.tokens.push(...tokens);
    this.#emit(this.#reader.pushTokens(tokens));
  }

  finish(reason: EndReason, promptTokens: number): ToolGeneration {
    this.#emit(this.#reader.finish(reason));
    return {
      ...this.#collector.answer(),
      tokens: this.tokens,
      promptTokens,
      forcedTokens: this.guide.forcedCount,
      forwardPasses: this.forwardPasses,
      diagnostics: this.#diagnostics,
    };
  }

  #emit(events: readonly ReaderEvent[]): void {
    this.#collector.add(events);
    if (this.#onEvent !== undefined) for (const event of events) this.#onEvent(event);
  }
}
