import type { Diagnostic } from "../core/errors.ts";
import type { JsonObject } from "../core/json.ts";
import type { Format } from "../format/types.ts";
import type { ReaderTool } from "../read/tool-checks.ts";
import type { ToolRequest } from "../request/request.ts";
import type { ArgumentOptions } from "./keyed-parameters.ts";

/**
 * What an output grammar describes. `from_token_zero`: everything that is generated, reasoning included; the engine starts it at the first
 * token. `final_output_only`: what follows the reasoning; the engine's own reasoning detector switches it on.
 */
export type Coverage = "from_token_zero" | "final_output_only";

/** The channel that the prompt leaves open, so that the output begins inside it. */
export type PromptOpens = "think" | "response" | "none";

/**
 * Which shape a grammar has. `structag`: whatever it lets out, the reader reads. `xgrammar`: exactly the tag that XGrammar's builder of the same model
 * gives, for servers and caches that expect that one.
 */
export type GrammarShape = "structag" | "xgrammar";

/** What a family's builder works from. */
export interface BuildContext {
  readonly request: ToolRequest;
  readonly coverage: Coverage;
  readonly promptOpens: PromptOpens;
  /** The answer's format, where the answer is constrained. */
  readonly answer: Format | undefined;
  readonly arguments: ArgumentOptions;
  /** Default `structag`. */
  readonly shape?: GrammarShape;
}

export interface BuiltFormat {
  readonly format: Format;
  readonly diagnostics: readonly Diagnostic[];
}

/** A call to be written; keys keep their order and numbers their spelling. */
export interface WritableCall {
  readonly name: string;
  readonly arguments: JsonObject;
  /** Only families whose calls carry an id write it. */
  readonly id?: string;
}

/** What surrounds calls that are written. */
export interface WriteCallsContext {
  /** The tools of the request, for families that write a value by its schema. */
  readonly tools?: readonly ReaderTool[];
  /** Calls in earlier messages, for families that number calls through a conversation. Default 0. */
  readonly callsBefore?: number;
}
