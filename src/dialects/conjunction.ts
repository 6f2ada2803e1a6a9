import { isJsonArray, isJsonObject, type Json, JsonNumber, type JsonObject } from "../core/json.ts";
import { canonicalText, parseDecimal } from "../core/json-compare.ts";
import { ANNOTATIONS } from "./subschemas.ts";

/** Keywords whose meaning depends on their neighbours: members of one group may not be spread over two merged schemas. */
const GROUPS: readonly ReadonlySet<string>[] = [
  new Set(["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"]),
  new Set(["items", "prefixItems", "additionalItems", "unevaluatedItems"]),
  new Set(["contains", "minContains", "maxContains"]),
  new Set(["if", "then", "else"]),
];
const GREATER = new Set(["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"]);
const SMALLER = new Set(["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"]);

/**
 * One schema that holds exactly where both hold: their keywords side by side where that means the same, `allOf` of both where it would
 * not. `type` is not looked at: both have the same.
 */
export function bothSchemas(a: JsonObject, b: JsonObject): JsonObject {
  if (!constrains(b)) return a;
  if (!constrains(a)) return b;
  const out = new Map(a);
  for (const [keyword, value] of b) {
    const mine = out.get(keyword);
    if (mine === undefined) out.set(keyword, value);
    else if (!ANNOTATIONS.has(keyword) && canonicalText(mine) !== canonicalText(value)) {
      const merged = mergeKeyword(keyword, mine, value, a, b);
      if (merged === undefined) return apart(a, b);
      out.set(keyword, merged);
    }
  }
  const clash = GROUPS.some((group) => {
    const [inA, inB] = [a, b].map((schema) => [...schema.keys()].filter((keyword) => group.has(keyword)));
    return inA.length > 0 && inB.length > 0 && !(onlyProperties(inA) && onlyProperties(inB)) && !sameMembers(group, a, b);
  });
  return clash ? apart(a, b) : out;
}

function constrains(schema: JsonObject): boolean {
  return [...schema.keys()].some((keyword) => keyword !== "type" && !ANNOTATIONS.has(keyword));
}

function onlyProperties(keywords: readonly string[]): boolean {
  return keywords.length === 1 && keywords[0] === "properties";
}

function sameMembers(group: ReadonlySet<string>, a: JsonObject, b: JsonObject): boolean {
  return [...group].every((keyword) => {
    const [x, y] = [a.get(keyword), b.get(keyword)];
    return x === undefined ? y === undefined : y !== undefined && canonicalText(x) === canonicalText(y);
  });
}

function mergeKeyword(keyword: string, a: Json, b: Json, schemaA: JsonObject, schemaB: JsonObject): Json | undefined {
  if (keyword === "required" && isJsonArray(a) && isJsonArray(b)) return [...new Set([...a, ...b])];
  if (a instanceof JsonNumber && b instanceof JsonNumber) {
    if (GREATER.has(keyword)) return compare(a, b) >= 0 ? a : b;
    if (SMALLER.has(keyword)) return compare(a, b) <= 0 ? a : b;
  }
  if (keyword === "properties" && isJsonObject(a) && isJsonObject(b)) {
    const closed = [schemaA, schemaB].some((schema) => [...GROUPS[0]].some((name) => name !== "properties" && schema.has(name)));
    if (closed) return undefined;
    const out = new Map(a);
    for (const [key, value] of b) {
      const mine = out.get(key);
      out.set(key, mine === undefined || canonicalText(mine) === canonicalText(value) ? value : new Map([["allOf", [mine, value]]]));
    }
    return out;
  }
  return undefined;
}

function compare(a: JsonNumber, b: JsonNumber): number {
  const [x, y] = [parseDecimal(a.text), parseDecimal(b.text)];
  const gap = x.exponent - y.exponent;
  // Bounds that are a thousand powers of ten apart are told apart well enough as doubles.
  if (gap > 1000n || gap < -1000n) return a.value - b.value;
  const [left, right] = gap > 0n ? [x.digits * 10n ** gap, y.digits] : [x.digits, y.digits * 10n ** -gap];
  return left < right ? -1 : left > right ? 1 : 0;
}

function apart(a: JsonObject, b: JsonObject): JsonObject {
  const out = new Map<string, Json>();
  const type = a.get("type");
  if (type !== undefined) out.set("type", type);
  const parts = [a, b].flatMap((schema) => {
    const all = schema.get("allOf");
    return schema.size === (schema.has("type") ? 2 : 1) && isJsonArray(all) ? all : [schema];
  });
  return out.set("allOf", parts);
}
