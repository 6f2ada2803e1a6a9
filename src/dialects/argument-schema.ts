import { isJsonArray, isJsonObject, type Json, jsonObject } from "../core/json.ts";

/** The schema of arguments that may be any object. */
export const ANY_OBJECT: Json = jsonObject([
  ["type", "object"],
  ["additionalProperties", true],
]);

const SHAPING = ["properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "$ref", "allOf", "anyOf", "oneOf"];

/** A tool's whole schema as that of an object, which arguments always are, and open where the parameters are open. */
export function objectSchema(schema: Json): Json {
  if (!isJsonObject(schema)) return ANY_OBJECT;
  const type = schema.get("type");
  const out = new Map<string, Json>(type === undefined ? [["type", "object"], ...schema] : schema);
  if (isJsonArray(type)) out.set("type", "object");
  const open = !SHAPING.some((keyword) => schema.has(keyword));
  const more = ["required", "minProperties", "maxProperties", "propertyNames", "dependentRequired"].some((keyword) => schema.has(keyword));
  if (open && more) out.set("additionalProperties", true);
  return out;
}
