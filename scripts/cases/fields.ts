import { isJsonArray, isJsonObject, type Json, JsonNumber, type JsonObject } from "../../src/core/json.ts";

/** Typed access to the fields of a row. A field of another kind than expected is a broken case file and throws. */

export function textField(fields: JsonObject, name: string): string {
  return textOf(fields.get(name), name);
}

export function optionalText(fields: JsonObject, name: string): string | undefined {
  const value = fields.get(name);
  return value === undefined || value === null ? undefined : textOf(value, name);
}

export function objectField(fields: JsonObject, name: string): JsonObject {
  return objectOf(fields.get(name), name);
}

/** The field's list; empty where it is absent. */
export function listField(fields: JsonObject, name: string): readonly Json[] {
  const value = fields.get(name) ?? [];
  if (!isJsonArray(value)) throw new TypeError(`${name} must be a list`);
  return value;
}

export function optionalNumber(fields: JsonObject, name: string): number | undefined {
  const value = fields.get(name);
  if (value === undefined) return undefined;
  if (!(value instanceof JsonNumber)) throw new TypeError(`${name} must be a number`);
  return value.value;
}

export function textOf(value: Json | undefined, name: string): string {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string`);
  return value;
}

export function objectOf(value: Json | undefined, name: string): JsonObject {
  if (!isJsonObject(value)) throw new TypeError(`${name} must be an object`);
  return value;
}
