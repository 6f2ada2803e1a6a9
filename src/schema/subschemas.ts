import { isJsonArray, isJsonObject, type Json } from "../core/json.ts";

const ONE: ReadonlySet<string> = new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
const LIST: ReadonlySet<string> = new Set(["allOf", "anyOf", "items", "oneOf", "prefixItems"]);
const MAP: ReadonlySet<string> = new Set(["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"]);

/** The schemas that a keyword holds, whatever the draft, each with the way to it below the keyword. */
export function* subschemasOf(keyword: string, value: Json): Generator<readonly [schema: Json, steps: readonly (string | number)[]]> {
  if (MAP.has(keyword) && isJsonObject(value)) for (const [name, member] of value) yield [member, [name]];
  else if (LIST.has(keyword) && isJsonArray(value)) for (const [index, member] of value.entries()) yield [member, [index]];
  else if (ONE.has(keyword)) yield [value, []];
}
