import { isJsonArray, type Json, JsonNumber, type JsonTypeName, jsonTypeOf } from "../../core/json.ts";
import { canonicalText } from "../../core/json-compare.ts";
import { writeJson } from "../../core/json-write.ts";
import { decimalOf, isWhole } from "./decimal.ts";
import { type Context, fails, listOf, malformed } from "./run.ts";

const TYPES: ReadonlySet<string> = new Set<JsonTypeName | "integer">(["null", "boolean", "number", "integer", "string", "array", "object"]);
const canonicalEnums = new WeakMap<readonly Json[], ReadonlySet<string>>();

/** `type`, `enum`, `const`, and `nullable` of OpenAPI. */
export function checkValue(context: Context): boolean {
  const valid = checkType(context);
  return checkEnum(context) && checkConst(context) && valid;
}

function checkType(context: Context): boolean {
  const type = context.schema.get("type");
  if (type === undefined || type === null) return true;
  const names = isJsonArray(type) ? type : [type];
  for (const name of names) {
    if (typeof name !== "string" || !TYPES.has(name)) return malformed(context, "type", "the name of a JSON type, or a list of them");
    if (hasType(context.value, name)) return true;
  }
  if (context.value === null && context.rules.nullable && context.schema.get("nullable") === true) return true;
  return fails(context, "type", `expected ${names.join(" or ")}, found ${jsonTypeOf(context.value)}`);
}

function hasType(value: Json, name: string): boolean {
  if (name === "integer") return value instanceof JsonNumber && isWhole(decimalOf(value));
  return jsonTypeOf(value) === name;
}

function checkEnum(context: Context): boolean {
  const members = listOf(context, "enum");
  if (members === undefined) return true;
  let canonical = canonicalEnums.get(members);
  if (canonical === undefined) {
    canonical = new Set(members.map(canonicalText));
    canonicalEnums.set(members, canonical);
  }
  return canonical.has(canonicalText(context.value)) || fails(context, "enum", "the value is none of those listed");
}

function checkConst(context: Context): boolean {
  const expected = context.schema.get("const");
  if (expected === undefined) return true;
  if (canonicalText(expected) === canonicalText(context.value)) return true;
  return fails(context, "const", `the value is not ${brief(expected)}`);
}

function brief(value: Json): string {
  const text = writeJson(value);
  return text.length <= 60 ? text : "the expected constant";
}
