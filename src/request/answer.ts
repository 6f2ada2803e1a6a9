import { fail } from "../core/errors.ts";
import { isJsonArray, isJsonObject, type Json, jsonObject } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";
import { childPointer } from "../core/pointer.ts";
import { firstMember, isRecord, member, parseIfText, toJson } from "./read-input.ts";
import { unwrapSchema } from "./standard-schema.ts";

/** What the model's answer must look like when it answers instead of calling. */
export type AnswerConstraint =
  | { readonly kind: "json_schema"; readonly schema: Json; readonly path: string }
  | { readonly kind: "regex"; readonly pattern: string; readonly path: string }
  | { readonly kind: "choice"; readonly values: readonly string[]; readonly path: string }
  | { readonly kind: "grammar"; readonly grammar: string; readonly path: string }
  /** A structural tag's envelope, or a bare format, as wire JSON. */
  | { readonly kind: "structural_tag"; readonly tag: Json; readonly path: string };

const ANY_OBJECT: Json = jsonObject([
  ["type", "object"],
  ["additionalProperties", true],
]);

const HINT = "accepted types: text, json_object, json_schema, regex, choice, grammar, structural_tag";

/**
 * Reads `response_format` (OpenAI Chat), `text.format` (Responses), the AI SDK's `{type: "json", schema}` and vLLM's `structured_outputs`
 * (`{json}`, `{regex}`, `{choice}`, `{grammar}`, `{json_object}`, `{structural_tag}`). Absent or `text` = no constraint.
 * @throws StructagError `request-response-format`, `request-schema-conversion`
 */
export function readResponseFormat(input: unknown, path = "/responseFormat"): AnswerConstraint | undefined {
  const value = parseIfText(input, path);
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value)) return fail("request-response-format", path, "a response format is an object", HINT);
  const type = member(value, "type");
  switch (type) {
    case "text":
      return undefined;
    case "json_object":
      return { kind: "json_schema", schema: ANY_OBJECT, path };
    case "json":
    case "json_schema":
      return readSchemaAnswer(value, path, type === "json");
    case "regex":
      return readPattern(firstMember(value, ["pattern", "regex"]), path);
    case "choice":
      return readChoices(firstMember(value, ["choice", "choices", "values", "enum"]), path);
    case "grammar":
    case "ebnf":
      return readGrammar(firstMember(value, ["grammar", "ebnf", "definition"]), path);
    case "structural_tag":
      return { kind: "structural_tag", tag: toJson(value, path), path };
    case undefined:
      return readStructuredOutputs(value, path);
    default:
      return fail("request-response-format", childPointer(path, "type"), `unknown response format ${JSON.stringify(type)}`, HINT);
  }
}

function readSchemaAnswer(value: object, path: string, optional: boolean): AnswerConstraint {
  const wrapper = member(value, "json_schema");
  const inner = isRecord(wrapper) ? firstMember(wrapper, ["schema"]) : undefined;
  if (inner !== undefined) return schemaAnswer(inner.value, childPointer(childPointer(path, "json_schema"), "schema"));
  const flat = firstMember(value, ["schema"]);
  if (flat !== undefined) return schemaAnswer(flat.value, childPointer(path, "schema"));
  if (optional) return { kind: "json_schema", schema: ANY_OBJECT, path };
  return fail("request-response-format", childPointer(path, "json_schema"), "the json_schema format has no schema");
}

function readStructuredOutputs(value: object, path: string): AnswerConstraint | undefined {
  const found = firstMember(value, ["json", "json_schema", "regex", "choice", "grammar", "json_object", "structural_tag", "format"]);
  if (found === undefined) return fail("request-response-format", path, "a response format has a type", HINT);
  const at = childPointer(path, found.key);
  switch (found.key) {
    case "json":
    case "json_schema":
      return schemaAnswer(found.value, at);
    case "regex":
      return readPattern(found, path);
    case "choice":
      return readChoices(found, path);
    case "grammar":
      return readGrammar(found, path);
    case "json_object":
      return found.value === false ? undefined : { kind: "json_schema", schema: ANY_OBJECT, path: at };
    case "structural_tag":
      return { kind: "structural_tag", tag: toJson(parseIfText(found.value, at), at), path: at };
    default:
      return { kind: "structural_tag", tag: toJson(value, path), path };
  }
}

function schemaAnswer(schema: unknown, path: string): AnswerConstraint {
  const unwrapped = unwrapSchema(schema, path);
  const json = typeof unwrapped === "string" ? readJson(unwrapped) : toJson(unwrapped, path);
  if (typeof json !== "boolean" && !isJsonObject(json)) {
    return fail("request-response-format", path, "a schema is an object or a boolean");
  }
  return { kind: "json_schema", schema: json, path };
}

type Found = { readonly key: string; readonly value: unknown } | undefined;

function text(found: Found, path: string, what: string): readonly [value: string, path: string] {
  if (found !== undefined && typeof found.value === "string" && found.value !== "") return [found.value, childPointer(path, found.key)];
  return fail("request-response-format", found === undefined ? path : childPointer(path, found.key), `${what} is a text that is not empty`);
}

function readPattern(found: Found, path: string): AnswerConstraint {
  const [pattern, at] = text(found, path, "the pattern");
  return { kind: "regex", pattern, path: at };
}

function readGrammar(found: Found, path: string): AnswerConstraint {
  const [grammar, at] = text(found, path, "the grammar");
  if (!grammar.includes("::=")) {
    return fail(
      "request-response-format",
      at,
      "the grammar is not in EBNF (no `::=`)",
      "Lark grammars cannot be put into a structural tag",
    );
  }
  return { kind: "grammar", grammar, path: at };
}

function readChoices(found: Found, path: string): AnswerConstraint {
  const at = found === undefined ? path : childPointer(path, found.key);
  const values = found === undefined ? undefined : toJson(found.value, at);
  if (!isJsonArray(values) || values.length === 0 || !values.every((item) => typeof item === "string")) {
    return fail("request-response-format", at, "the choices are a list of texts that is not empty");
  }
  return { kind: "choice", values: values as readonly string[], path: at };
}
