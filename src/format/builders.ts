import type { Json } from "../core/json.ts";
import type {
  AnyTextFormat,
  AnyTokensFormat,
  ConstStringFormat,
  DispatchFormat,
  ExcludeTokenFormat,
  Format,
  GrammarFormat,
  JsonSchemaFormat,
  OptionalFormat,
  OrFormat,
  PlusFormat,
  RegexFormat,
  RepeatFormat,
  SequenceFormat,
  StarFormat,
  StructuralTag,
  TagFormat,
  TagsWithSeparatorFormat,
  TokenBoundary,
  TokenDispatchFormat,
  TokenFormat,
  TokenRef,
  TokenTriggeredTagsFormat,
  TriggeredTagsFormat,
} from "./types.ts";

/** The optional fields of a format. Giving `undefined` or the default is the same as leaving the field out. */
export type FormatOptions<F extends Format, K extends keyof F> = { readonly [P in K]?: F[P] | undefined };

/** Default by field name. Lists default to the empty list, everything else to absence. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  style: "json",
  anyOrder: false,
  atLeastOne: false,
  stopAfterFirst: false,
  loop: true,
};

/** Drops what is at its default, so that equal formats are equal objects. */
function build<F extends Format>(required: F, options: object = {}): F {
  const format: Record<string, unknown> = { ...required };
  for (const [name, value] of Object.entries(options)) {
    const atDefault = value === undefined || value === DEFAULTS[name] || (Array.isArray(value) && value.length === 0);
    if (!atDefault) format[name] = value;
  }
  return format as unknown as F;
}

/** Exactly this text. */
export function constString(value: string): ConstStringFormat {
  return { type: "const_string", value };
}

/** A value of a JSON Schema (an object or a boolean), written in `style`. */
export function jsonSchema(
  schema: Json,
  options: FormatOptions<JsonSchemaFormat, "style" | "anyOrder" | "maxWhitespaceCount" | "excludes"> = {},
): JsonSchemaFormat {
  return build({ type: "json_schema", jsonSchema: schema }, options);
}

/** Text that matches the whole of an ECMAScript pattern. */
export function regex(pattern: string): RegexFormat {
  return { type: "regex", pattern };
}

/** Text of an EBNF grammar, from its rule `root`. */
export function grammar(text: string): GrammarFormat {
  return { type: "grammar", grammar: text };
}

/** Free text. */
export function anyText(options: FormatOptions<AnyTextFormat, "excludes" | "maxTokens" | "maxChars"> = {}): AnyTextFormat {
  return build({ type: "any_text" }, options);
}

/** One vocabulary entry, by id or by its exact decoded text. */
export function token(reference: TokenRef): TokenFormat {
  return { type: "token", token: reference };
}

/** One vocabulary entry that is not listed. */
export function excludeToken(excludeTokens: readonly TokenRef[] = []): ExcludeTokenFormat {
  return build({ type: "exclude_token" }, { excludeTokens });
}

/** Any number of vocabulary entries. */
export function anyTokens(options: FormatOptions<AnyTokensFormat, "excludeTokens" | "maxTokens"> = {}): AnyTokensFormat {
  return build({ type: "any_tokens" }, options);
}

/** One after the other. */
export function sequence(elements: readonly Format[]): SequenceFormat {
  return { type: "sequence", elements };
}

/** One of them. */
export function or(elements: readonly Format[]): OrFormat {
  return { type: "or", elements };
}

/** Once or not at all. */
export function optional(content: Format): OptionalFormat {
  return { type: "optional", content };
}

/** Once or more. */
export function plus(content: Format): PlusFormat {
  return { type: "plus", content };
}

/** Any number of times. */
export function star(content: Format): StarFormat {
  return { type: "star", content };
}

/** From `min` to `max` times; a `max` of -1 is no upper bound. */
export function repeat(min: number, max: number, content: Format): RepeatFormat {
  return { type: "repeat", min, max, content };
}

/** `content` between two boundaries. Several end strings are alternatives. */
export function tag(begin: TagFormat["begin"], content: Format, end: TagFormat["end"]): TagFormat {
  return { type: "tag", begin, content, end };
}

/** A tag boundary made of one vocabulary entry. */
export function tokenBoundary(reference: TokenRef): TokenBoundary {
  return { type: "token", token: reference };
}

/** Free text in which each complete trigger goes on as one of its tags. */
export function triggeredTags(
  triggers: readonly string[],
  tags: readonly TagFormat[],
  options: FormatOptions<TriggeredTagsFormat, "atLeastOne" | "stopAfterFirst" | "excludes"> = {},
): TriggeredTagsFormat {
  return build({ type: "triggered_tags", triggers, tags }, options);
}

/** {@link triggeredTags} over vocabulary entries instead of text. */
export function tokenTriggeredTags(
  triggerTokens: readonly TokenRef[],
  tags: readonly TagFormat[],
  options: FormatOptions<TokenTriggeredTagsFormat, "atLeastOne" | "stopAfterFirst" | "excludeTokens"> = {},
): TokenTriggeredTagsFormat {
  return build({ type: "token_triggered_tags", triggerTokens, tags }, options);
}

/** `tag (separator tag)*`, each time any of the tags. */
export function tagsWithSeparator(
  tags: readonly TagFormat[],
  separator: string,
  options: FormatOptions<TagsWithSeparatorFormat, "atLeastOne" | "stopAfterFirst"> = {},
): TagsWithSeparatorFormat {
  return build({ type: "tags_with_separator", tags, separator }, options);
}

/** Free text in which each pattern is followed by its format. */
export function dispatch(rules: DispatchFormat["rules"], options: FormatOptions<DispatchFormat, "loop" | "excludes"> = {}): DispatchFormat {
  return build({ type: "dispatch", rules }, options);
}

/** {@link dispatch} over vocabulary entries instead of text. */
export function tokenDispatch(
  rules: TokenDispatchFormat["rules"],
  options: FormatOptions<TokenDispatchFormat, "loop" | "excludeTokens"> = {},
): TokenDispatchFormat {
  return build({ type: "token_dispatch", rules }, options);
}

/** The envelope that servers take. */
export function structuralTag(format: Format): StructuralTag {
  return { type: "structural_tag", format };
}
