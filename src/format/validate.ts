import { toResult } from "../core/errors.ts";
import { DEFAULT_MAX_DEPTH, depthError, isJsonObject, type Json } from "../core/json.ts";
import { isDeeperThan } from "../core/json-depth.ts";
import { type Format, JSON_SCHEMA_STYLES, type JsonSchemaFormat, type TagFormat, type TokenRef } from "./types.ts";
import { hasOwnExcludes, isUnlimited } from "./unlimited.ts";
import { type FormatIssue, ValidationReport } from "./validate-report.ts";
import { checkDispatch, checkTokenDispatch, checkTokenTriggeredTags, checkTriggeredTags } from "./validate-triggers.ts";
import { childFormats, failDepth, failSize, MAX_FORMAT_DEPTH, MAX_FORMAT_NODES, ROOT_PATH } from "./visit.ts";

export interface ValidateFormatOptions {
  /** Every warning becomes an error. Default false. */
  readonly strict?: boolean;
  /** Where the format lies; default `/format`, its place in a structural tag. */
  readonly path?: string;
}

/**
 * Everything that is wrong with a format, in the order of its wire JSON, with JSON pointers; an empty list means that an engine takes it (regexes,
 * grammars and schemas have their own checks when they are lowered). Never throws.
 *
 * Errors are what XGrammar rejects or crashes on, and what would leave a part of the grammar dead: a trigger without a tag, a pattern without
 * text, an exclude that a trigger starts with, text without UTF-8 bytes. Warnings are legal but hardly meant; `strict` refuses them.
 */
export function validateFormat(format: Format, options: ValidateFormatOptions = {}): FormatIssue[] {
  const path = options.path ?? ROOT_PATH;
  const report = new ValidationReport(options.strict ?? false);
  let count = 0;
  const visit = (node: Format, at: string, tag: TagFormat | undefined, depth: number): void => {
    count += 1;
    if (depth >= MAX_FORMAT_DEPTH) failDepth(path);
    if (count > MAX_FORMAT_NODES) failSize(path);
    checkFormat(node, at, tag, report);
    const enclosing = node.type === "tag" ? node : tag;
    for (const child of childFormats(node)) visit(child.format, at + child.pointer, enclosing, depth + 1);
  };
  const bounds = toResult(() => visit(format, path, undefined, 0));
  if (!bounds.ok) return bounds.error.issues.map((issue) => ({ severity: "error", ...issue }));
  return report.issues;
}

/** One format without its children. `tag` is the nearest enclosing tag: free text ends where that one's end begins. */
function checkFormat(format: Format, path: string, tag: TagFormat | undefined, report: ValidationReport): void {
  switch (format.type) {
    case "const_string":
      report.text(format.value, `${path}/value`);
      return;
    case "json_schema":
      checkJsonSchema(format, path, report);
      return;
    case "regex":
      report.fullText(format.pattern, `${path}/pattern`);
      return;
    case "grammar":
      report.fullText(format.grammar, `${path}/grammar`);
      return;
    case "any_text":
      format.excludes?.forEach((exclude, index) => {
        const at = `${path}/excludes/${index}`;
        report.text(exclude, at);
        if (exclude === "")
          report.warning("format-empty-exclude", at, "every text contains the empty text, so only the empty text is left");
      });
      report.limit(format.maxTokens, 0, `${path}/max_tokens`);
      report.limit(format.maxChars, 0, `${path}/max_chars`);
      return;
    case "token":
      report.token(format.token, `${path}/token`);
      return;
    case "exclude_token":
      report.tokens(format.excludeTokens, `${path}/exclude_tokens`);
      return;
    case "any_tokens":
      report.tokens(format.excludeTokens, `${path}/exclude_tokens`);
      report.limit(format.maxTokens, 0, `${path}/max_tokens`);
      return;
    case "sequence":
    case "or":
      report.members(format.elements, `${path}/elements`);
      return;
    case "optional":
    case "plus":
    case "star":
      return;
    case "repeat":
      report.integer(format.min, 0, `${path}/min`);
      report.integer(format.max, -1, `${path}/max`);
      if (format.max >= 0 && format.min > format.max)
        report.error("format-repeat-range", path, `min ${format.min} is above max ${format.max}`);
      return;
    case "tag":
      checkTag(format, path, report);
      return;
    case "triggered_tags":
      checkTriggeredTags(format, path, endTexts(tag), report);
      return;
    case "token_triggered_tags":
      checkTokenTriggeredTags(format, path, report);
      return;
    case "tags_with_separator":
      report.members(format.tags, `${path}/tags`);
      report.text(format.separator, `${path}/separator`);
      return;
    case "dispatch":
      checkDispatch(format, path, endTexts(tag), report);
      return;
    case "token_dispatch":
      checkTokenDispatch(format, path, endToken(tag), report);
      return;
  }
}

function checkJsonSchema(format: JsonSchemaFormat, path: string, report: ValidationReport): void {
  const { jsonSchema: schema, style } = format;
  if (typeof schema !== "boolean" && !isJsonObject(schema)) {
    report.error("format-field-type", `${path}/json_schema`, "a JSON Schema is an object, true or false");
  } else if (isDeeperThan(schema)) {
    for (const issue of depthError(DEFAULT_MAX_DEPTH, `${path}/json_schema`).issues) report.issues.push({ severity: "error", ...issue });
  } else if (isWrappedSchema(schema)) {
    report.error(
      "format-wrapped-schema",
      `${path}/json_schema`,
      "this is a named wrapper, not a schema: read as a schema it allows every value",
      "put the value of its schema here",
    );
  }
  if (style !== undefined && !JSON_SCHEMA_STYLES.includes(style)) {
    report.error(
      "format-unknown-style",
      `${path}/style`,
      `there is no style ${JSON.stringify(style)}`,
      `styles are ${JSON_SCHEMA_STYLES.join(", ")}`,
    );
  }
  report.limit(format.maxWhitespaceCount, 1, `${path}/max_whitespace_cnt`);
  report.fullTexts(format.excludes, `${path}/excludes`);
}

/** `{name, schema, …}` of a chat API's `response_format`: none of its keys means anything in JSON Schema. */
function isWrappedSchema(schema: Json): boolean {
  if (!isJsonObject(schema)) return false;
  const inner = schema.get("schema");
  return (
    (typeof inner === "boolean" || isJsonObject(inner)) &&
    [...schema.keys()].every((key) => ["name", "description", "schema", "strict"].includes(key))
  );
}

function checkTag(tag: TagFormat, path: string, report: ValidationReport): void {
  const { begin, end } = tag;
  if (typeof begin === "string") report.text(begin, `${path}/begin`);
  else report.token(begin.token, `${path}/begin/token`);
  if (typeof end === "string") report.text(end, `${path}/end`);
  else if ("token" in end) report.token(end.token, `${path}/end/token`);
  else {
    report.members(end, `${path}/end`);
    report.texts(end, `${path}/end`);
  }
  const neverEnds = endToken(tag) === undefined && endTexts(tag).length === 0;
  if (neverEnds && isUnlimited(tag.content) && !hasOwnExcludes(tag.content)) {
    report.error(
      "format-open-end",
      `${path}/end`,
      "the content has no end of its own, and the tag gives it none",
      "give an end text, or excludes to the content",
    );
  }
}

/** The end texts that free text inside the tag stops at. */
function endTexts(tag: TagFormat | undefined): readonly string[] {
  if (tag === undefined || (typeof tag.end === "object" && "token" in tag.end)) return [];
  return [tag.end].flat().filter((text) => text !== "");
}

function endToken(tag: TagFormat | undefined): TokenRef | undefined {
  return tag !== undefined && typeof tag.end === "object" && "token" in tag.end ? tag.end.token : undefined;
}
