import type { Diagnostic } from "../core/errors.ts";
import type { JsonObject } from "../core/json.ts";
import type { ArgumentOptions } from "../dialects/keyed-parameters.ts";
import type { Format } from "../format/types.ts";
import type { ReaderOptions, StreamReader } from "../read/reader.ts";
import type { ReaderTool } from "../read/tool-checks.ts";
import type { ReasoningMode } from "../request/reasoning.ts";
import type { ToolRequest } from "../request/request.ts";

/**
 * What an output grammar describes. `from_token_zero`: everything that is generated, reasoning included; the engine starts it at the first
 * token. `final_output_only`: what follows the reasoning; the engine's own reasoning detector switches it on.
 */
export type Coverage = "from_token_zero" | "final_output_only";

/** The channel that the prompt leaves open, so that the output begins inside it. */
export type PromptOpens = "think" | "response" | "none";

/** What a family's builder works from. */
export interface BuildContext {
  readonly request: ToolRequest;
  readonly coverage: Coverage;
  readonly promptOpens: PromptOpens;
  /** The answer's format, where the answer is constrained. */
  readonly answer: Format | undefined;
  readonly arguments: ArgumentOptions;
}

export interface BuiltFormat {
  readonly format: Format;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a family's reader takes. */
export interface FamilyReaderOptions extends ReaderOptions {
  /** Default `none`. */
  readonly promptOpens?: PromptOpens;
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

/** One model family: how its calls are written and read, and where that is known from. */
export interface Family {
  readonly id: string;
  readonly title: string;
  /** Other names of it: model ids (also without the owner), in lower case. */
  readonly aliases: readonly string[];
  /** Whether an unknown id, in lower case and without its owner, is a model of this family. */
  readonly matches?: RegExp;
  readonly coverages: readonly Coverage[];
  readonly defaultCoverage: Coverage;
  /** The channel that the family's own prompt leaves open at this reasoning mode. */
  readonly promptOpens: (mode: ReasoningMode | undefined) => PromptOpens;
  /** Texts that an answer cannot hold, because a reader would take them for structure. */
  readonly answerMarkers: readonly string[];
  /** @throws StructagError where the family cannot write the request */
  readonly build: (context: BuildContext) => BuiltFormat;
  readonly reader: (options: FamilyReaderOptions) => StreamReader;
  /**
   * The text in which the model writes these calls, from the first marker of the calls to the last: what stands between the answer and the end
   * of the message. The family's reader reads it back to the same calls. Empty for no call.
   * @throws StructagError where the syntax cannot write a name or a value
   */
  readonly writeCalls: (calls: readonly WritableCall[], context: WriteCallsContext) => string;
  /** Reads off a prompt's end which channel is open. */
  readonly readPromptOpens?: (prompt: string) => PromptOpens;
  /** Documents that the markers and rules are taken from, with their revision. */
  readonly sources: readonly string[];
}
