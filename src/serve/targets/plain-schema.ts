import { isJsonArray, isJsonObject, type Json, JsonNumber, type JsonObject } from "../../core/json.ts";
import { pointerTokens } from "../../core/pointer.ts";
import type { JsonSchemaFormat } from "../../format/types.ts";

/** Keywords that constrain nothing in any engine. */
const ANNOTATIONS = new Set([
  "title",
  "description",
  "default",
  "examples",
  "example",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$comment",
  "$schema",
  "$defs",
  "definitions",
]);

/**
 * How XGrammar reads a schema that is written as JSON.
 * - `same`: the same values.
 * - `repeats`: the same, but objects that are open may repeat keys.
 * - `other`: it may read something else.
 */
export type PlainReading = "same" | "repeats" | "other";

/**
 * Whether XGrammar's `json_schema` means the values that the standard says: types, closed objects, lists with a length, plain constants, `anyOf` and local references, without anything that it ignores or
 * reads in its own way. Spelling differs in little: its whitespace has no bound, and it takes escapes of lone surrogates.
 */
export function plainReading(format: JsonSchemaFormat): PlainReading {
  if ((format.style ?? "json") !== "json" || format.anyOrder === true || (format.excludes ?? []).length > 0) return "other";
  return new PlainReader(format.jsonSchema).read();
}

class PlainReader {
  readonly #root: Json;
  /** References that are read or being read. */
  readonly #seen = new Set<string>();
  #repeats = false;
  #left = 50_000;

  constructor(root: Json) {
    this.#root = root;
  }

  read(): PlainReading {
    if (!this.#isPlain(this.#root, 0)) return "other";
    return this.#repeats ? "repeats" : "same";
  }

  #isPlain(schema: Json, depth: number): boolean {
    this.#left -= 1;
    if (this.#left < 0 || depth > 100) return false;
    if (schema === true) {
      this.#repeats = true;
      return true;
    }
    if (!isJsonObject(schema)) return false;
    const keywords = [...schema.keys()].filter((key) => !ANNOTATIONS.has(key));
    const only = (...allowed: readonly string[]): boolean => keywords.every((key) => allowed.includes(key));
    if (keywords.length === 0) {
      this.#repeats = true;
      return true;
    }
    const reference = schema.get("$ref");
    if (reference !== undefined) return only("$ref") && this.#isPlainReference(reference, depth);
    if (schema.has("const")) return only("const", "type") && isPlainConstant(schema.get("const")!, schema.get("type"));
    const values = schema.get("enum");
    if (values !== undefined) {
      return (
        only("enum", "type") &&
        isJsonArray(values) &&
        values.length > 0 &&
        values.every((value) => isPlainConstant(value, schema.get("type")))
      );
    }
    const options = schema.get("anyOf");
    if (options !== undefined)
      return only("anyOf") && isJsonArray(options) && options.length > 0 && options.every((option) => this.#isPlain(option, depth + 1));
    const type = schema.get("type");
    if (isJsonArray(type)) return only("type") && type.length > 0 && type.every((name) => typeof name === "string" && SCALARS.has(name));
    switch (type) {
      case "string":
      case "number":
      case "boolean":
      case "null":
        return only("type");
      case "integer":
        return only("type", "minimum", "maximum") && isPlainRange(schema);
      case "array":
        return this.#isPlainArray(schema, only, depth);
      case "object":
        return this.#isPlainObject(schema, only, depth);
      default:
        return false;
    }
  }

  #isPlainArray(schema: JsonObject, only: (...allowed: readonly string[]) => boolean, depth: number): boolean {
    if (only("type")) {
      this.#repeats = true;
      return true;
    }
    const items = schema.get("items");
    const [least, most] = [count(schema.get("minItems")), count(schema.get("maxItems"))];
    if (!only("type", "items", "minItems", "maxItems") || items === undefined || least === undefined || most === undefined) return false;
    return (most === -1 || least <= most) && this.#isPlain(items, depth + 1);
  }

  #isPlainObject(schema: JsonObject, only: (...allowed: readonly string[]) => boolean, depth: number): boolean {
    if (only("type")) {
      this.#repeats = true;
      return true;
    }
    const properties = schema.get("properties");
    const required = schema.get("required") ?? [];
    const additional = schema.get("additionalProperties");
    if (!only("type", "properties", "required", "additionalProperties") || (additional !== undefined && additional !== false)) return false;
    if (!isJsonObject(properties) || properties.size === 0 || !isJsonArray(required)) return false;
    if (!required.every((name) => typeof name === "string" && properties.has(name))) return false;
    return [...properties].every(([name, property]) => isPlainText(name) && this.#isPlain(property, depth + 1));
  }

  #isPlainReference(reference: Json, depth: number): boolean {
    if (typeof reference !== "string" || !/^#(?:\/[A-Za-z0-9_.$-]+)*$/.test(reference)) return false;
    if (this.#seen.has(reference)) return true;
    this.#seen.add(reference);
    let at: Json | undefined = this.#root;
    for (const token of pointerTokens(reference.slice(1)) ?? []) at = isJsonObject(at) ? at.get(token) : undefined;
    return at !== undefined && this.#isPlain(at, depth + 1);
  }
}

const SCALARS = new Set(["string", "number", "integer", "boolean", "null"]);

/** Characters that every writer writes as themselves. */
function isPlainText(text: string): boolean {
  return /^[\x20-\x7e\p{L}\p{N}\p{P}\p{S}]*$/u.test(text);
}

/** Constants with one spelling, of the type that stands beside them. */
function isPlainConstant(value: Json, type: Json | undefined): boolean {
  if (typeof value === "string") return isPlainText(value) && (type === undefined || type === "string");
  if (typeof value === "boolean") return type === undefined || type === "boolean";
  if (value === null) return type === undefined || type === "null";
  return (
    value instanceof JsonNumber &&
    /^(?:0|-?[1-9]\d{0,14})$/.test(value.text) &&
    (type === undefined || type === "integer" || type === "number")
  );
}

function isPlainRange(schema: JsonObject): boolean {
  const bounds = [schema.get("minimum"), schema.get("maximum")].map((bound) =>
    bound === undefined
      ? undefined
      : bound instanceof JsonNumber && /^(?:0|-?[1-9]\d{0,14})$/.test(bound.text)
        ? Number(bound.text)
        : Number.NaN,
  );
  const [least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY] = bounds;
  return least <= most;
}

/** A count, -1 where none is given, undefined where it is no plain count. */
function count(value: Json | undefined): number | undefined {
  if (value === undefined) return -1;
  return value instanceof JsonNumber && /^\d{1,4}$/.test(value.text) ? Number(value.text) : undefined;
}
