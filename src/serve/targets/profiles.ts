import { fail } from "../../core/errors.ts";
import { FORMAT_TYPES, type FormatType } from "../../format/types.ts";
import type { GrammarSyntax } from "../../print/print-format.ts";

/** What an engine takes. Data: a new engine is one more object. */
export type TargetProfile = TagProfile | GrammarProfile;

/** An engine that takes structural tags. */
export interface TagProfile {
  readonly id: string;
  /** Other names, such as servers that run the engine. */
  readonly aliases: readonly string[];
  readonly takes: "structural_tag";
  readonly formats: readonly FormatType[];
  /** `excludes`, `max_chars` and `max_tokens` of `any_text`, and `excludes` of `triggered_tags`. */
  readonly textOptions: boolean;
  /** Free text and lists of tags with something behind them, or beside others in an `or`. Without it, only a tag around them or the end of the output ends them. */
  readonly textAnywhere: boolean;
  /** A text, a separator, or a content that is empty. */
  readonly emptyTexts: boolean;
  /** Several ends of a tag, and ends that overlap themselves. */
  readonly anyEnds: boolean;
  /** Classes of characters in grammars: `ascii` where the engine takes bytes of others for characters. */
  readonly classes: "any" | "ascii";
  /** Macros and rule options in `grammar`. */
  readonly macros: boolean;
  /** Whether `json_schema` means the same values where the schema is simple. Without it, schemas are always written as grammars. */
  readonly plainSchemas: boolean;
}

/** An engine that takes grammar texts. */
export interface GrammarProfile {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly takes: GrammarSyntax;
}

/** XGrammar of August 2026 (commit 53da3ff8) and later. */
export const XGRAMMAR: TagProfile = {
  id: "xgrammar",
  aliases: ["vllm", "sglang", "tensorrt-llm", "dynamo"],
  takes: "structural_tag",
  formats: FORMAT_TYPES,
  textOptions: true,
  textAnywhere: true,
  emptyTexts: true,
  anyEnds: true,
  classes: "any",
  macros: true,
  plainSchemas: true,
};

/** The last release of XGrammar for browsers, which WebLLM runs. What it does not know it refuses with a bare number or ignores (styles, `excludes` of `triggered_tags`). */
export const WEB_XGRAMMAR: TagProfile = {
  id: "web-xgrammar@0.1.27",
  aliases: ["web-xgrammar", "web-llm"],
  takes: "structural_tag",
  formats: ["const_string", "regex", "grammar", "any_text", "sequence", "or", "tag", "triggered_tags", "tags_with_separator"],
  textOptions: false,
  textAnywhere: false,
  emptyTexts: false,
  anyEnds: false,
  classes: "ascii",
  macros: false,
  plainSchemas: false,
};

const LLAMA_CPP: GrammarProfile = { id: "llama.cpp", aliases: ["llama-server", "node-llama-cpp", "wllama", "gbnf"], takes: "gbnf" };
const LLGUIDANCE: GrammarProfile = { id: "llguidance", aliases: ["guidance", "lark"], takes: "lark" };

/** Every profile, in the order of the documentation. */
export const TARGETS: readonly TargetProfile[] = [XGRAMMAR, WEB_XGRAMMAR, LLAMA_CPP, LLGUIDANCE];

/**
 * The profile of an engine or server by its name.
 * @throws StructagError `target-unknown`
 */
export function resolveTarget(name: string): TargetProfile {
  const wanted = name.toLowerCase();
  const found = TARGETS.find(({ id, aliases }) => id === wanted || aliases.includes(wanted));
  if (found !== undefined) return found;
  const names = TARGETS.flatMap(({ id, aliases }) => [id, ...aliases]);
  return fail("target-unknown", "", `there is no target ${JSON.stringify(name)}`, `known are ${names.join(", ")}`);
}
