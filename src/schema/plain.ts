import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../core/json.ts";

/** Keywords that assert nothing. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "examples",
  "$comment",
  "deprecated",
  "readOnly",
  "writeOnly",
]);
const TYPES: ReadonlySet<string> = new Set(["null", "boolean", "integer", "number", "string", "array", "object"]);
const MAX_DEPTH = 64;
const MAX_SCHEMAS = 5_000;
/** Any surrogate; a pair is rare enough in a key to go the long way. */
const SURROGATE = /[\ud800-\udfff]/;

/**
 * Whether a schema holds nothing that normalisation could refuse, report or prune: types, declared and required properties, items, lists of strings. Such a schema can be accepted
 * now and normalised where it is first needed. One pass, no allocation to speak of.
 */
export function isPlainSchema(schema: Json): boolean {
  return isPlain(schema, 0, { left: MAX_SCHEMAS });
}

function isPlain(schema: Json, depth: number, budget: { left: number }): boolean {
  if (schema === true) return true;
  budget.left -= 1;
  if (!isJsonObject(schema) || depth > MAX_DEPTH || budget.left < 0) return false;
  const type = schema.get("type");
  if (type !== undefined && (typeof type !== "string" || !TYPES.has(type))) return false;
  for (const [keyword, value] of schema) {
    switch (keyword) {
      case "type":
        break;
      case "properties":
        if (type !== "object" || !isJsonObject(value)) return false;
        for (const [key, property] of value) if (SURROGATE.test(key) || !isPlain(property, depth + 1, budget)) return false;
        break;
      case "required":
        if (type !== "object" || !isPlainRequired(value, schema)) return false;
        break;
      case "additionalProperties":
        if (type !== "object" || typeof value !== "boolean") return false;
        break;
      case "items":
        if (type !== "array" || !isPlain(value, depth + 1, budget)) return false;
        break;
      case "enum":
        if ((type !== undefined && type !== "string") || !isJsonArray(value) || value.length === 0) return false;
        for (const item of value) if (typeof item !== "string" || SURROGATE.test(item)) return false;
        break;
      default:
        if (!ANNOTATIONS.has(keyword)) return false;
    }
  }
  return true;
}

function isPlainRequired(required: Json, schema: JsonObject): boolean {
  const properties = schema.get("properties");
  if (!isJsonArray(required)) return false;
  if (required.length === 0) return true;
  if (!isJsonObject(properties)) return false;
  return required.every((name) => typeof name === "string" && properties.has(name));
}
