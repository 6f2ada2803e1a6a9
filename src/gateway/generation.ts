import { randomUUID } from "node:crypto";
import type { ReaderEvent } from "../index.ts";
import type { ChatCompletion, ChatCompletionChunk, OutputPart } from "../openai.ts";
import { type ChatRequest, type ChatResponseOptions, chatCompletion, chatCompletionChunks } from "../openai.ts";
import type { Engine } from "./engine.ts";
import { GatewayFailure } from "./failure.ts";
import type { Metrics } from "./metrics.ts";
import type { GatewaySettings } from "./settings.ts";
import type { Slots } from "./slots.ts";

export interface GenerationContext {
  readonly engine: Engine;
  readonly slots: Slots;
  readonly metrics: Metrics;
  readonly settings: GatewaySettings;
}

/** What a log line says of a generation: numbers and codes, never contents. */
export interface GenerationRecord {
  readonly family: string;
  calls: number;
  badCalls: number;
  promptTokens?: number;
  completionTokens?: number;
  /** Codes of what is not held as the request says. */
  readonly loosened: Set<string>;
}

/** One generation, from a slot to its last part. */
export class Generation {
  readonly id = `chatcmpl-${randomUUID().replaceAll("-", "")}`;
  readonly record: GenerationRecord;
  readonly #context: GenerationContext;
  readonly #request: ChatRequest;
  readonly #signal: AbortSignal;
  readonly #authorization: string | undefined;

  constructor(context: GenerationContext, request: ChatRequest, signal: AbortSignal, authorization: string | undefined) {
    this.#context = context;
    this.#request = request;
    this.#signal = signal;
    this.#authorization = authorization;
    this.record = {
      family: request.family.id,
      calls: 0,
      badCalls: 0,
      loosened: new Set(request.output.diagnostics.filter(({ kind }) => kind !== "unenforced").map(({ code }) => code)),
    };
  }

  /** The record as fields of a log line. */
  summary(): Record<string, unknown> {
    const { loosened, ...rest } = this.record;
    return { completion: this.id, stream: this.#request.stream, ...rest, ...(loosened.size === 0 ? {} : { loosened: [...loosened] }) };
  }

  chunks(): AsyncGenerator<ChatCompletionChunk> {
    return chatCompletionChunks(this.#request, this.#parts(), this.#options());
  }

  whole(): Promise<ChatCompletion> {
    return chatCompletion(this.#request, this.#parts(), this.#options());
  }

  #options(): ChatResponseOptions {
    const { vocabulary } = this.#context.engine;
    return { id: this.id, vocabulary, onEvents: (events) => this.#count(events) };
  }

  #count(events: readonly ReaderEvent[]): void {
    this.#context.metrics.calls(events);
    for (const event of events) {
      if (event.type !== "call-end") continue;
      this.record.calls += 1;
      if (!event.valid) this.record.badCalls += 1;
    }
  }

  async *#parts(): AsyncGenerator<OutputPart> {
    const { engine, slots, metrics, settings } = this.#context;
    const { body, model, family, output, free } = this.#request;
    const signal = this.#signal;
    const started = performance.now();
    const release = await slots.take(signal);
    let left = settings.maxOutputCharacters;
    let ended = false;
    let isFirst = true;
    try {
      const authorization = this.#authorization;
      const parts = engine.generate({
        id: this.id,
        model,
        body,
        family,
        output,
        free,
        signal,
        ...(authorization === undefined ? {} : { authorization }),
      });
      for await (const part of parts) {
        signal.throwIfAborted();
        if (part.type === "loosened") {
          for (const reason of part.reasons) this.record.loosened.add(reason);
          continue;
        }
        if (isFirst) metrics.firstPart((performance.now() - started) / 1000);
        isFirst = false;
        if (part.type === "text") left -= part.text.length;
        if (left < 0) throw new GatewayFailure(502, "gateway-output-too-long", "the output is longer than the gateway lets through");
        if (part.type === "end") {
          ended = true;
          if (part.usage !== undefined) {
            metrics.usage(part.usage);
            this.record.promptTokens = part.usage.promptTokens;
            this.record.completionTokens = part.usage.completionTokens;
          }
        }
        yield part;
      }
      if (!ended) throw new GatewayFailure(502, "gateway-upstream-cut", "the engine stopped before the output ended");
    } finally {
      release();
    }
  }
}
