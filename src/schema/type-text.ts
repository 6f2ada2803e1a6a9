import {
  DEFAULT_MAX_DEPTH,
  depthError,
  isJsonArray,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  jsonTypeOf,
} from "../core/json.ts";
import { isDeeperThan } from "../core/json-depth.ts";
import { writeJson, writeJsonString } from "../core/json-write.ts";

/** How loosely a type's last operator binds: what stands around it decides about parentheses. */
type Binding = "atom" | "and" | "union" | "where";

interface TypeText {
  readonly text: string;
  readonly binding: Binding;
}

/** Keywords that say nothing about which values are valid. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  "$comment",
  "$id",
  "$schema",
  "default",
  "deprecated",
  "description",
  "examples",
  "readOnly",
  "title",
  "writeOnly",
]);

/** Words with a meaning of their own in a type's text; a definition of that name is marked. */
const RESERVED: ReadonlySet<string> = new Set(
  "string number integer boolean null object array any never true false oneOf allOf where".split(" "),
);

/**
 * A JSON Schema as one line of TypeScript-like type, for people: no keyword that matters is left out, but the text is not meant to be
 * read back. Equal schemas give equal texts; linear in the size of the schema.
 * @throws StructagError `json-depth`
 */
export function schemaTypeText(schema: Json): string {
  if (isDeeperThan(schema)) throw depthError(DEFAULT_MAX_DEPTH);
  return typeText(schema).text;
}

function typeText(schema: Json): TypeText {
  if (schema === true) return atom("any");
  if (schema === false) return atom("never");
  if (!isJsonObject(schema)) return atom(writeJson(schema));
  const consumed = new Set<string>();
  const base = baseType(schema, consumed);
  const definitions = definitionTexts(schema, consumed);
  const leftovers: string[] = [];
  for (const [keyword, value] of schema) {
    if (!consumed.has(keyword) && !ANNOTATIONS.has(keyword)) leftovers.push(`${keywordText(keyword)}=${writeJson(value)}`);
  }
  const full = leftovers.length === 0 ? base : atom(`${grouped(base, "and")}(${leftovers.join(", ")})`);
  if (definitions.length === 0) return full;
  return { text: `${grouped(full, "where")} where ${definitions.join(", ")}`, binding: "where" };
}

/** The first rule that applies, from the strongest keyword down. `consumed` takes the keywords whose whole content the text shows. */
function baseType(schema: JsonObject, consumed: Set<string>): TypeText {
  const consume = (keyword: string): void => void consumed.add(keyword);
  const type = schema.get("type");
  const reference = schema.get("$ref");
  if (typeof reference === "string") {
    consume("$ref");
    const name = referenceText(reference);
    if (type === undefined) return atom(name);
    consume("type");
    return { text: `${name} & ${grouped(typeKeywordText(type), "union")}`, binding: "and" };
  }
  const constant = schema.get("const");
  if (constant !== undefined) {
    consume("const");
    if (isRedundantType(type, [constant])) consume("type");
    return atom(writeJson(constant));
  }
  const values = schema.get("enum");
  if (isJsonArray(values)) {
    consume("enum");
    if (isRedundantType(type, values)) consume("type");
    return union(values.map((value) => atom(writeJson(value))));
  }
  const anyOf = schema.get("anyOf");
  if (isJsonArray(anyOf)) {
    consume("anyOf");
    return union(anyOf.map(typeText));
  }
  for (const keyword of ["oneOf", "allOf"]) {
    const options = schema.get(keyword);
    if (!isJsonArray(options)) continue;
    consume(keyword);
    return atom(`${keyword}(${options.map((option) => typeText(option).text).join(", ")})`);
  }
  if ((type === undefined || type === "object") && (isJsonObject(schema.get("properties")) || schema.has("additionalProperties"))) {
    return objectType(schema, consumed);
  }
  const items = schema.get("items");
  // A list of item schemas (before 2020-12) is a tuple: it stays a leftover.
  if ((type === undefined || type === "array") && items !== undefined && !isJsonArray(items)) {
    consume("type");
    consume("items");
    return atom(`${grouped(typeText(items), "and")}[]`);
  }
  if (type === undefined) return atom("any");
  consume("type");
  return typeKeywordText(type);
}

function objectType(schema: JsonObject, consumed: Set<string>): TypeText {
  consumed.add("type");
  consumed.add("additionalProperties");
  const listed = schema.get("required");
  const required = new Set<string>();
  if (isJsonArray(listed) && listed.every((name) => typeof name === "string")) {
    consumed.add("required");
    for (const name of listed) required.add(name);
  }
  const fields: string[] = [];
  const properties = schema.get("properties");
  if (isJsonObject(properties)) {
    consumed.add("properties");
    for (const [key, property] of properties) fields.push(`${keyText(key)}${required.delete(key) ? "" : "?"}: ${typeText(property).text}`);
  }
  for (const name of required) fields.push(`${keyText(name)}: any`);
  const additional = schema.get("additionalProperties");
  if (additional === true) fields.push("...");
  else if (additional !== undefined && additional !== false) fields.push(`...: ${typeText(additional).text}`);
  return atom(fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`);
}

function typeKeywordText(type: Json): TypeText {
  if (type === "array") return atom("any[]");
  if (typeof type === "string") return atom(type);
  if (!isJsonArray(type)) return atom(writeJson(type));
  return union(type.map((name) => atom(typeof name === "string" ? name : writeJson(name))));
}

/** `NAME = T` for each definition, `$defs` first. */
function definitionTexts(schema: JsonObject, consumed: Set<string>): string[] {
  const texts: string[] = [];
  for (const keyword of ["$defs", "definitions"]) {
    const definitions = schema.get(keyword);
    if (!isJsonObject(definitions)) continue;
    consumed.add(keyword);
    for (const [name, definition] of definitions) texts.push(`${definitionName(name)} = ${grouped(typeText(definition), "where")}`);
  }
  return texts;
}

/** Whether each literal is of the one type named, so that the type adds nothing. */
function isRedundantType(type: Json | undefined, literals: readonly Json[]): boolean {
  if (typeof type !== "string") return false;
  return literals.every((literal) =>
    type === "integer" ? literal instanceof JsonNumber && literal.isIntegerSpelling : jsonTypeOf(literal) === type,
  );
}

function union(options: readonly TypeText[]): TypeText {
  if (options.length === 0) return atom("never");
  const texts = options.map((option) => grouped(option, "where"));
  if (options.length === 1) return { text: texts[0], binding: options[0].binding === "where" ? "atom" : options[0].binding };
  return { text: texts.join(" | "), binding: "union" };
}

/** In parentheses where the type binds as loosely as `from` or looser. */
function grouped(type: TypeText, from: Exclude<Binding, "atom">): string {
  const order: readonly Binding[] = ["atom", "and", "union", "where"];
  return order.indexOf(type.binding) >= order.indexOf(from) ? `(${type.text})` : type.text;
}

function atom(text: string): TypeText {
  return { text, binding: "atom" };
}

/** A property key: bare where it reads as an identifier, else a JSON string. */
function keyText(key: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : writeJsonString(key);
}

function keywordText(keyword: string): string {
  return /^[^\s"=,()]+$/.test(keyword) ? keyword : writeJsonString(keyword);
}

/** The name of a local definition, or the whole reference. */
function referenceText(reference: string): string {
  const local = /^#\/(?:\$defs|definitions)\/(.*)$/s.exec(reference)?.[1];
  if (local === undefined) return /^[^\s"|&()[\]{},]+$/.test(reference) ? reference : marked(reference);
  if (local.includes("/")) return /^[\p{L}\p{N}_$.~%/-]+$/u.test(local) ? local : marked(local);
  return definitionName(local.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function definitionName(name: string): string {
  return /^[\p{L}\p{N}_$.-]+$/u.test(name) && !RESERVED.has(name) ? name : marked(name);
}

/** A name that would read as something else: `#` and a JSON string, which no literal looks like. */
function marked(name: string): string {
  return `#${writeJsonString(name)}`;
}
