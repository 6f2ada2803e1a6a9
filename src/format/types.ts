import type { Json } from "../core/json.ts";

/**
 * XGrammar's structural tag: the format tree. `type` carries the exact word of the wire JSON; field names are camelCase here and are
 * translated by the codec. Every optional field has the wire's default, which is given in its comment.
 */
export type Format =
  | ConstStringFormat
  | JsonSchemaFormat
  | RegexFormat
  | GrammarFormat
  | AnyTextFormat
  | TokenFormat
  | ExcludeTokenFormat
  | AnyTokensFormat
  | SequenceFormat
  | OrFormat
  | OptionalFormat
  | PlusFormat
  | StarFormat
  | RepeatFormat
  | TagFormat
  | TriggeredTagsFormat
  | TokenTriggeredTagsFormat
  | TagsWithSeparatorFormat
  | DispatchFormat
  | TokenDispatchFormat;

/** The one list of format types; every switch over formats is exhaustive against it. */
export const FORMAT_TYPES = [
  "const_string",
  "json_schema",
  "regex",
  "grammar",
  "any_text",
  "token",
  "exclude_token",
  "any_tokens",
  "sequence",
  "or",
  "optional",
  "plus",
  "star",
  "repeat",
  "tag",
  "triggered_tags",
  "token_triggered_tags",
  "tags_with_separator",
  "dispatch",
  "token_dispatch",
] as const satisfies readonly Format["type"][];

export type FormatType = (typeof FORMAT_TYPES)[number];

/** The writing styles of a `json_schema` format. */
export const JSON_SCHEMA_STYLES = [
  "json",
  "qwen_xml",
  "minimax_xml",
  "minimax_m3_xml",
  "deepseek_xml",
  "deepseek_v4_1_xml",
  "glm_xml",
  "cohere_xml",
  "kimi_k3_xml",
  "gemma",
] as const;

export type JsonSchemaStyle = (typeof JSON_SCHEMA_STYLES)[number];

/** A vocabulary entry: its id, or its exact decoded text. */
export type TokenRef = number | string;

/** A tag boundary made of one token instead of text. */
export interface TokenBoundary {
  readonly type: "token";
  readonly token: TokenRef;
}

export interface ConstStringFormat {
  readonly type: "const_string";
  readonly value: string;
}

export interface JsonSchemaFormat {
  readonly type: "json_schema";
  /** A JSON Schema: an object or a boolean. */
  readonly jsonSchema: Json;
  /** Default `json`. */
  readonly style?: JsonSchemaStyle;
  /** Keys in any order (each once, required ones all present). Default false: declared order. */
  readonly anyOrder?: boolean;
  /** Most whitespace characters in a run between tokens of the JSON text; positive. Default: the engine's bound. */
  readonly maxWhitespaceCount?: number;
  /** Substrings that no string value may contain. Default none. */
  readonly excludes?: readonly string[];
}

export interface RegexFormat {
  readonly type: "regex";
  readonly pattern: string;
}

/** EBNF text whose root rule is `root`. */
export interface GrammarFormat {
  readonly type: "grammar";
  readonly grammar: string;
}

export interface AnyTextFormat {
  readonly type: "any_text";
  readonly excludes?: readonly string[];
  /** Most tokens that may start in the text. Only masks can hold it. */
  readonly maxTokens?: number;
  /** Most Unicode code points. */
  readonly maxChars?: number;
}

export interface TokenFormat {
  readonly type: "token";
  readonly token: TokenRef;
}

/** Exactly one token that is not listed. */
export interface ExcludeTokenFormat {
  readonly type: "exclude_token";
  readonly excludeTokens?: readonly TokenRef[];
}

export interface AnyTokensFormat {
  readonly type: "any_tokens";
  readonly excludeTokens?: readonly TokenRef[];
  readonly maxTokens?: number;
}

export interface SequenceFormat {
  readonly type: "sequence";
  readonly elements: readonly Format[];
}

export interface OrFormat {
  readonly type: "or";
  readonly elements: readonly Format[];
}

export interface OptionalFormat {
  readonly type: "optional";
  readonly content: Format;
}

export interface PlusFormat {
  readonly type: "plus";
  readonly content: Format;
}

export interface StarFormat {
  readonly type: "star";
  readonly content: Format;
}

export interface RepeatFormat {
  readonly type: "repeat";
  readonly min: number;
  /** -1 = unbounded. */
  readonly max: number;
  readonly content: Format;
}

export interface TagFormat {
  readonly type: "tag";
  readonly begin: string | TokenBoundary;
  readonly content: Format;
  /** Several strings are alternatives; the list is not empty. */
  readonly end: string | readonly string[] | TokenBoundary;
}

/** Free text in which each complete trigger must go on as one of its tags. */
export interface TriggeredTagsFormat {
  readonly type: "triggered_tags";
  readonly triggers: readonly string[];
  readonly tags: readonly TagFormat[];
  /** The output starts with a tag. Default false. */
  readonly atLeastOne?: boolean;
  /** Nothing follows the first tag. Default false. */
  readonly stopAfterFirst?: boolean;
  readonly excludes?: readonly string[];
}

export interface TokenTriggeredTagsFormat {
  readonly type: "token_triggered_tags";
  readonly triggerTokens: readonly TokenRef[];
  readonly tags: readonly TagFormat[];
  readonly atLeastOne?: boolean;
  readonly stopAfterFirst?: boolean;
  readonly excludeTokens?: readonly TokenRef[];
}

/** `tag (separator tag)*`, each time any of the tags. */
export interface TagsWithSeparatorFormat {
  readonly type: "tags_with_separator";
  readonly tags: readonly TagFormat[];
  readonly separator: string;
  /** Default false: the empty text is accepted too. */
  readonly atLeastOne?: boolean;
  /** At most one tag. Default false. */
  readonly stopAfterFirst?: boolean;
}

/** Free text in which each pattern must be followed by its format. */
export interface DispatchFormat {
  readonly type: "dispatch";
  readonly rules: readonly (readonly [pattern: string, format: Format])[];
  /** Back to free text after a format. Default true. */
  readonly loop?: boolean;
  readonly excludes?: readonly string[];
}

export interface TokenDispatchFormat {
  readonly type: "token_dispatch";
  readonly rules: readonly (readonly [token: TokenRef, format: Format])[];
  readonly loop?: boolean;
  readonly excludeTokens?: readonly TokenRef[];
}

/** The envelope that servers take: `{"type": "structural_tag", "format": …}`. */
export interface StructuralTag {
  readonly type: "structural_tag";
  readonly format: Format;
}
