import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { childPointer } from "../core/pointer.ts";

const MAPS = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
const LISTS = new Set(["anyOf", "oneOf", "allOf", "prefixItems", "items"]);
const SINGLE = new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** Keywords that say nothing about validity. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  "$anchor",
  "$comment",
  "$id",
  "$schema",
  "default",
  "deprecated",
  "description",
  "examples",
  "example",
  "readOnly",
  "title",
  "writeOnly",
]);

/** Calls `visit` for every schema inside a schema (not for values such as those of `enum`), with its pointer. */
export function forEachSubschema(schema: JsonObject, path: string, visit: (schema: Json, path: string) => void): void {
  for (const [keyword, value] of schema) {
    const at = childPointer(path, keyword);
    if (MAPS.has(keyword) && isJsonObject(value)) {
      for (const [name, member] of value) visit(member, childPointer(at, name));
    } else if (LISTS.has(keyword) && isJsonArray(value)) {
      value.forEach((member, index) => {
        visit(member, childPointer(at, index));
      });
    } else if (SINGLE.has(keyword)) visit(value, at);
  }
}

/** The schema with `change` applied to each schema object in it, innermost last; other values are left alone. */
export function mapSubschemas(schema: Json, change: (schema: JsonObject) => JsonObject): Json {
  if (!isJsonObject(schema)) return schema;
  const out = new Map<string, Json>();
  for (const [keyword, value] of change(schema)) {
    if (MAPS.has(keyword) && isJsonObject(value)) {
      out.set(keyword, new Map([...value].map(([name, member]) => [name, mapSubschemas(member, change)] as const)));
    } else if (LISTS.has(keyword) && isJsonArray(value)) {
      out.set(
        keyword,
        value.map((member) => mapSubschemas(member, change)),
      );
    } else out.set(keyword, SINGLE.has(keyword) ? mapSubschemas(value, change) : value);
  }
  return out;
}
