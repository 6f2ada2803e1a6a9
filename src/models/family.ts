import type {
  BuildContext,
  BuiltFormat,
  Coverage,
  GrammarShape,
  PromptOpens,
  WritableCall,
  WriteCallsContext,
} from "../dialects/build-context.ts";
import type { ReaderOptions, StreamReader } from "../read/reader.ts";
import type { ReasoningMode } from "../request/reasoning.ts";

export type {
  BuildContext,
  BuiltFormat,
  Coverage,
  GrammarShape,
  PromptOpens,
  WritableCall,
  WriteCallsContext,
} from "../dialects/build-context.ts";

/** What a family's reader takes. */
export interface FamilyReaderOptions extends ReaderOptions {
  /** Default `none`. */
  readonly promptOpens?: PromptOpens;
}

/** One model family: how its calls are written and read, and where that is known from. */
export interface Family {
  readonly id: string;
  readonly title: string;
  /** Other names of it, in lower case and without an owner: families of servers, and beginnings of model ids. */
  readonly aliases: readonly string[];
  /** Finds the part of a model id (lower case, without its owner, `-` for every separator) that says it is of this family. The longer, the surer. */
  readonly matches?: RegExp;
  /** The shapes that the builder knows besides its own. Absent: no other. */
  readonly shapes?: readonly GrammarShape[];
  readonly coverages: readonly Coverage[];
  readonly defaultCoverage: Coverage;
  /** The channel that the family's own prompt leaves open at this reasoning mode. */
  readonly promptOpens: (mode: ReasoningMode | undefined) => PromptOpens;
  /** Where the reasoning stands, such as `<think>…</think>`; `undefined` for models that do not reason. */
  readonly reasoning: string | undefined;
  /** How arguments are written, in a few words for tables, such as `JSON object with name`. */
  readonly argumentEncoding: string;
  /** Every text that the reader may take for structure; special and added tokens among them are single tokens of the model's vocabulary. */
  readonly markers: readonly string[];
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
  /** What the model writes in front of and behind its calls where it says nothing else and the prompt opened the answer. Default nothing. */
  readonly aroundCalls?: { readonly before: string; readonly after: string };
  /** Reads off a prompt's end which channel is open. */
  readonly readPromptOpens?: (prompt: string) => PromptOpens;
  /** Documents that the markers and rules are taken from, with their revision. */
  readonly sources: readonly string[];
}
