import { isJsonArray, isJsonObject, type Json } from "../../src/index.ts";

/** A value without the keys that a closed reading of its schema does not know, and pointers to what was left out. */
export interface Declared {
  readonly value: Json;
  readonly undeclared: readonly string[];
}

/**
 * Strict tools read an object with `properties` and without `additionalProperties` as closed, though the schema alone leaves it open. Follows `properties` and
 * `items` only.
 */
export function withoutUndeclaredKeys(schema: Json | undefined, value: Json, path = ""): Declared {
  if (!isJsonObject(schema)) return { value, undeclared: [] };
  if (isJsonArray(value)) {
    const items = value.map((item, index) => withoutUndeclaredKeys(schema.get("items"), item, `${path}/${index}`));
    return { value: items.map((item) => item.value), undeclared: items.flatMap((item) => item.undeclared) };
  }
  const properties = schema.get("properties");
  if (!isJsonObject(value) || !isJsonObject(properties) || schema.has("additionalProperties")) return { value, undeclared: [] };
  const kept = new Map<string, Json>();
  const undeclared: string[] = [];
  for (const [key, member] of value) {
    if (!properties.has(key)) {
      undeclared.push(`${path}/${key}`);
      continue;
    }
    const declared = withoutUndeclaredKeys(properties.get(key), member, `${path}/${key}`);
    kept.set(key, declared.value);
    undeclared.push(...declared.undeclared);
  }
  return { value: kept, undeclared };
}
