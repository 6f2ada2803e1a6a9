import type { TagFormat } from "../format/types.ts";
import type { CallOpening, TextSection } from "../read/text-machine.ts";
import type { CallableTool } from "../request/request.ts";
import type { GrammarShape, WritableCall, WriteCallsContext } from "./build-context.ts";
import type { Findings } from "./findings.ts";
import type { ArgumentOptions } from "./keyed-parameters.ts";

/**
 * How calls stand in the output.
 * - `blocks`: each call by itself, anywhere in the text. `trigger` is the text with which every call begins.
 * - `section`: all calls in one wrapper, after the text. `lead` stands before the wrapper where a call is required.
 * - `whole`: the output is either text or calls; `text` describes the text, whose first characters must tell it from calls.
 */
export type CallLayout =
  | {
      readonly kind: "blocks";
      readonly trigger: string;
      /** XGrammar's trigger, where it is another. */
      readonly xgrammarTrigger?: string;
    }
  | {
      readonly kind: "section";
      readonly begin: string;
      readonly end: string;
      readonly separator: string;
      /** Default `begin`. */
      readonly trigger?: string;
      readonly lead?: string;
      /** How XGrammar writes required calls: one tag, or constants around the calls. Default `constants`. */
      readonly xgrammarWrap?: "tag" | "constants";
    }
  | {
      readonly kind: "whole";
      readonly begin?: string;
      readonly end?: string;
      readonly separator: string;
      /** A pattern for everything up to the first character that tells text from calls; free text follows. */
      readonly textStart: string;
      /** A pattern for texts that are too short to have such a character; the empty text is one. */
      readonly shortText: string;
      /** XGrammar's trigger. */
      readonly xgrammarTrigger?: string;
    };

/** One tool's call as a tag, or as several where there are several spellings. */
export interface ToolTagsContext {
  readonly options: ArgumentOptions;
  readonly findings: Findings;
  readonly shape: GrammarShape;
}

/** A wire syntax for calls: how they are written, and how they are read. Both sides take their markers from `wire/`. */
export interface CallDialect {
  /** A few words for tables, such as `JSON object with name`. */
  readonly argumentEncoding: string;
  readonly layout: CallLayout;
  /** The tags in which a tool can be called. */
  tags(tool: CallableTool, context: ToolTagsContext): readonly TagFormat[];
  /** Why a tool's name cannot be written, if it cannot. */
  unwritableName(name: string): string | undefined;
  /** What begins a call, for the reader. */
  readonly openings: readonly CallOpening[];
  /** Wrappers around calls, for the reader. */
  readonly sections?: readonly TextSection[];
  /** Markers that are noise outside of calls, such as a closing tag without its opening one. Text cannot hold them. */
  readonly strays?: readonly string[];
  /** Further texts that free text cannot hold. */
  readonly textExcludes?: readonly string[];
  /** What follows the last section: more text (default), or nothing that counts. */
  readonly afterSection?: "text" | "ignored";
  /** See {@link Family.writeCalls}. */
  write(calls: readonly WritableCall[], context: WriteCallsContext): string;
}
