import { fail } from "../../core/errors.ts";
import { isJsonArray, isJsonObject, type Json, JsonNumber, type JsonObject } from "../../core/json.ts";
import type { Decimal } from "../../core/json-compare.ts";
import { writeJson } from "../../core/json-write.ts";
import { decimalOf, isWhole } from "../validate/decimal.ts";

/** What a keyword's value must be; everything else is a coded error at the keyword's place. */
function malformed(path: string, value: Json, wanted: string): never {
  const text = writeJson(value);
  const found = text.length > 80 ? `${text.slice(0, 77)}…` : text;
  return fail("schema-keyword-value", path, `must be ${wanted}, found ${found}`, "correct the schema, or remove the keyword");
}

export function objectValue(value: Json, path: string): JsonObject {
  return isJsonObject(value) ? value : malformed(path, value, "an object");
}

export function listValue(value: Json, path: string): readonly Json[] {
  return isJsonArray(value) ? value : malformed(path, value, "an array");
}

/** A list of schemas with at least one. */
export function schemaListValue(value: Json, path: string): readonly Json[] {
  return isJsonArray(value) && value.length > 0 ? value : malformed(path, value, "an array of schemas that is not empty");
}

export function textValue(value: Json, path: string): string {
  return typeof value === "string" ? value : malformed(path, value, "a string");
}

export function textListValue(value: Json, path: string): readonly string[] {
  if (!isJsonArray(value)) return malformed(path, value, "an array of strings");
  for (const item of value) if (typeof item !== "string") malformed(path, value, "an array of strings");
  return value as readonly string[];
}

export function booleanValue(value: Json, path: string): boolean {
  return typeof value === "boolean" ? value : malformed(path, value, "true or false");
}

export function numberValue(value: Json, path: string): Decimal {
  return value instanceof JsonNumber ? decimalOf(value) : malformed(path, value, "a number");
}

export function stepValue(value: Json, path: string): Decimal {
  const step = numberValue(value, path);
  return step.digits > 0n ? step : malformed(path, value, "a number above zero");
}

/** A whole number of zero or more, in any spelling. What is beyond exact doubles is as good as infinite. */
export function countValue(value: Json, path: string): number {
  if (!(value instanceof JsonNumber)) return malformed(path, value, "a whole number of zero or more");
  const count = value.value;
  if (Number.isSafeInteger(count) && count >= 0) return count;
  const exact = decimalOf(value);
  return isWhole(exact) && exact.digits >= 0n ? Number.MAX_SAFE_INTEGER : malformed(path, value, "a whole number of zero or more");
}
