import type { Family, JsonObject, OutputGrammar, ReaderEvent, ReaderVocabulary } from "../index.ts";

/** What the model is to be asked. */
export interface GenerationRequest {
  /** For logs and for the upstream's own log; the id of the completion too. */
  readonly id: string;
  /** The model's name as the client sent it. */
  readonly model: string;
  /** The body of the request, in OpenAI's Chat shape: `messages`, `tools`, sampling options. Checked, but for what only the engine can know. */
  readonly body: JsonObject;
  readonly family: Family;
  /** The grammar that the output is to be held to, and where the prompt is to leave the model. */
  readonly output: OutputGrammar;
  /** Whether an output without the grammar would do too: no tools, a free answer. */
  readonly free: boolean;
  /** Aborted where nobody waits for the output any more; the engine then frees what it holds for it. */
  readonly signal: AbortSignal;
  /** The client's `authorization`, where it is to be passed on. */
  readonly authorization?: string;
}

/** Tokens that were used, counted by the engine. */
export interface EngineUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Tokens of the prompt that came from a cache, where the engine says so. */
  readonly cachedTokens?: number;
}

/**
 * A piece of what came out.
 * - `text`: what the model wrote, special tokens spelled out; it may be cut anywhere.
 * - `tokens`: the same as token ids, by the engine's vocabulary. An engine gives either texts or tokens in one generation.
 * - `events`: what the engine has read already, as some servers take the reasoning out themselves. What follows as text begins behind it.
 * - `loosened`: what of the grammar the engine does not hold, in words. It comes before the others.
 * - `end`: the last part. `length` = a limit cut the output off.
 */
export type GenerationPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tokens"; readonly ids: readonly number[] }
  | { readonly type: "events"; readonly events: readonly ReaderEvent[] }
  | { readonly type: "loosened"; readonly reasons: readonly string[] }
  | { readonly type: "end"; readonly reason: "stop" | "length"; readonly usage?: EngineUsage };

/** A model that runs somewhere. Engines throw `StructagError`s with a code that `docs/errors.md` lists; the gateway turns every other error into a 502. */
export interface Engine {
  /** For metrics and logs. */
  readonly name: string;
  /** Generations that it runs at a time; more wait in the gateway's queue. Absent: the engine queues by itself. */
  readonly slots?: number;
  /** For reading token ids; absent where the engine gives texts only. */
  readonly vocabulary?: ReaderVocabulary;
  /**
   * Runs the model. Nothing is computed further ahead of the consumer than a few parts. Leaving the loop early (`return`) and aborting the signal both end the
   * generation; the slot is free when the iterator has returned.
   */
  generate(request: GenerationRequest): AsyncIterable<GenerationPart>;
  /** Names of the models it serves. Also tells whether it is up: it throws where it is not. */
  models(signal: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}
