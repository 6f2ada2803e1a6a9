import { fail } from "../core/errors.ts";
import { type Json, type JsonObject, jsonNumber, jsonObject } from "../core/json.ts";
import { type WriteOptions, writeJson } from "../core/json-write.ts";
import { integerFault } from "./integers.ts";
import type { Format, TagFormat, TokenBoundary, TokenRef } from "./types.ts";
import { assertFormatBounds, ROOT_PATH } from "./visit.ts";

/**
 * The structural tag of a format as wire JSON: `{"type": "structural_tag", "format": …}`. Every format has its `type`. Fields that every
 * released XGrammar knows are written even at their default; the newer ones (`max_tokens`, `max_chars`, `max_whitespace_cnt`,
 * `excludes` of `json_schema`) only where they are set. Reading it back gives an equal format.
 * @throws StructagError `format-integer-range` for a number that the wire's 32 bits can't hold, `format-depth`, `format-size`
 */
export function writeStructuralTag(format: Format): JsonObject {
  return jsonObject([
    ["type", "structural_tag"],
    ["format", writeFormat(format)],
  ]);
}

/**
 * {@link writeStructuralTag} as JSON text; compact unless `indent` is given.
 * @throws StructagError as {@link writeStructuralTag}
 */
export function writeStructuralTagText(format: Format, options: WriteOptions = {}): string {
  return writeJson(writeStructuralTag(format), options);
}

/**
 * The wire JSON of a format alone, without the envelope.
 * @throws StructagError as {@link writeStructuralTag}
 */
export function writeFormat(format: Format): JsonObject {
  assertFormatBounds(format);
  return write(format, ROOT_PATH);
}

function write(format: Format, path: string): JsonObject {
  return jsonObject([["type", format.type], ...fields(format, path)]);
}

type Field = readonly [name: string, value: Json];

function fields(format: Format, path: string): Field[] {
  switch (format.type) {
    case "const_string":
      return [["value", format.value]];
    case "json_schema":
      return [
        ["json_schema", format.jsonSchema],
        ["style", format.style ?? "json"],
        ["any_order", format.anyOrder ?? false],
        ...limit("max_whitespace_cnt", format.maxWhitespaceCount, 1, path),
        ...((format.excludes ?? []).length === 0 ? [] : [["excludes", [...format.excludes!]] satisfies Field]),
      ];
    case "regex":
      return [["pattern", format.pattern]];
    case "grammar":
      return [["grammar", format.grammar]];
    case "any_text":
      return [
        ["excludes", [...(format.excludes ?? [])]],
        ...limit("max_tokens", format.maxTokens, 0, path),
        ...limit("max_chars", format.maxChars, 0, path),
      ];
    case "token":
      return [["token", token(format.token, `${path}/token`)]];
    case "exclude_token":
      return [["exclude_tokens", tokens(format.excludeTokens, `${path}/exclude_tokens`)]];
    case "any_tokens":
      return [
        ["exclude_tokens", tokens(format.excludeTokens, `${path}/exclude_tokens`)],
        ...limit("max_tokens", format.maxTokens, 0, path),
      ];
    case "sequence":
    case "or":
      return [["elements", format.elements.map((element, index) => write(element, `${path}/elements/${index}`))]];
    case "optional":
    case "plus":
    case "star":
      return [["content", write(format.content, `${path}/content`)]];
    case "repeat":
      return [
        ["min", integer(format.min, 0, `${path}/min`)],
        ["max", integer(format.max, -1, `${path}/max`)],
        ["content", write(format.content, `${path}/content`)],
      ];
    case "tag":
      return [
        ["begin", boundary(format.begin, `${path}/begin`)],
        ["content", write(format.content, `${path}/content`)],
        ["end", boundary(format.end, `${path}/end`)],
      ];
    case "triggered_tags":
      return [
        ["triggers", [...format.triggers]],
        ["tags", tags(format.tags, path)],
        ...flags(format),
        ["excludes", [...(format.excludes ?? [])]],
      ];
    case "token_triggered_tags":
      return [
        ["trigger_tokens", tokens(format.triggerTokens, `${path}/trigger_tokens`)],
        ["tags", tags(format.tags, path)],
        ["exclude_tokens", tokens(format.excludeTokens, `${path}/exclude_tokens`)],
        ...flags(format),
      ];
    case "tags_with_separator":
      return [["tags", tags(format.tags, path)], ["separator", format.separator], ...flags(format)];
    case "dispatch":
      return [
        ["rules", format.rules.map(([pattern, body], index) => [pattern, write(body, `${path}/rules/${index}/1`)])],
        ["loop", format.loop ?? true],
        ["excludes", [...(format.excludes ?? [])]],
      ];
    case "token_dispatch":
      return [
        [
          "rules",
          format.rules.map(([start, body], index) => {
            const at = `${path}/rules/${index}`;
            return [token(start, `${at}/0`), write(body, `${at}/1`)];
          }),
        ],
        ["loop", format.loop ?? true],
        ["exclude_tokens", tokens(format.excludeTokens, `${path}/exclude_tokens`)],
      ];
  }
}

function tags(list: readonly TagFormat[], path: string): Json {
  return list.map((tag, index) => write(tag, `${path}/tags/${index}`));
}

function flags(format: { readonly atLeastOne?: boolean; readonly stopAfterFirst?: boolean }): Field[] {
  return [
    ["at_least_one", format.atLeastOne ?? false],
    ["stop_after_first", format.stopAfterFirst ?? false],
  ];
}

function boundary(value: string | readonly string[] | TokenBoundary, path: string): Json {
  if (typeof value === "string") return value;
  if (!("token" in value)) return [...value];
  return jsonObject([
    ["type", "token"],
    ["token", token(value.token, `${path}/token`)],
  ]);
}

function tokens(list: readonly TokenRef[] | undefined, path: string): Json {
  return (list ?? []).map((member, index) => token(member, `${path}/${index}`));
}

function token(reference: TokenRef, path: string): Json {
  return typeof reference === "string" ? reference : integer(reference, 0, path);
}

function limit(name: string, value: number | undefined, least: number, path: string): Field[] {
  return value === undefined ? [] : [[name, integer(value, least, `${path}/${name}`)]];
}

function integer(value: number, least: number, path: string): Json {
  const fault = integerFault(value, least);
  if (fault !== undefined) fail("format-integer-range", path, fault);
  return jsonNumber(value);
}
