import type { Issue } from "../core/errors.ts";
import { isJsonArray, isJsonObject, type Json, JsonNumber, type JsonObject } from "../core/json.ts";
import { childPointer } from "../core/pointer.ts";
import { canonicalType, SCHEMA_TYPES } from "./type-names.ts";

const MAPS_OF_SCHEMAS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const LISTS_OF_SCHEMAS = ["anyOf", "oneOf", "allOf", "prefixItems"];
const SCHEMAS = [
  "additionalProperties",
  "additionalItems",
  "contains",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
];
const COUNTS = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"];
const NUMBERS = ["minimum", "maximum", "multipleOf"];
const STRINGS = ["$ref", "format", "pattern", "$anchor", "$dynamicRef"];
const BOOLEANS = ["uniqueItems", "nullable"];

/**
 * Checks that a value is a JSON Schema and gives its canonical form: known type names (`dict` → `object`, see
 * {@link canonicalType}), draft 4's boolean `exclusiveMinimum` as a number. Parts that need no change are shared with the input.
 * Findings go to `issues`, each with the tool's name and a pointer that starts with `path`.
 */
export function canonicalSchema(schema: Json, path: string, tool: string, issues: Issue[]): Json {
  const report = (code: string, at: string, message: string, hint?: string): void => {
    const text = `tool ${JSON.stringify(tool)}: ${message}`;
    issues.push(hint === undefined ? { code, path: at, message: text } : { code, path: at, message: text, hint });
  };
  const invalid = (at: string, message: string): void => report("request-schema-invalid", at, message);

  const walkType = (type: Json, at: string): Json | undefined => {
    const name = (value: Json, where: string): string | undefined => {
      if (typeof value !== "string") invalid(where, "a type is named by a string");
      else {
        const known = canonicalType(value);
        if (known !== undefined) return known;
        const hint = `the types are ${SCHEMA_TYPES.join(", ")}`;
        report("request-schema-type", where, `unknown type ${JSON.stringify(value)}`, hint);
      }
      return undefined;
    };
    if (!isJsonArray(type)) {
      const only = name(type, at);
      return only === "any" ? undefined : (only ?? type);
    }
    if (type.length === 0) invalid(at, "the list of types is empty");
    const names = type.map((value, index) => name(value, childPointer(at, index)) ?? value);
    if (names.includes("any")) return undefined;
    return names.every((value, index) => value === type[index]) ? type : [...new Set(names)];
  };

  const walkMap = (map: Json, at: string): Json => {
    if (!isJsonObject(map)) {
      invalid(at, "expected an object whose members are schemas");
      return map;
    }
    return mapObject(map, (member, key) => walk(member, childPointer(at, key)));
  };

  const walkList = (list: Json, at: string): Json => {
    if (!isJsonArray(list)) {
      invalid(at, "expected a list of schemas");
      return list;
    }
    if (list.length === 0) invalid(at, "the list of schemas is empty");
    const walked = list.map((item, index) => walk(item, childPointer(at, index)));
    return walked.every((item, index) => item === list[index]) ? list : walked;
  };

  const walk = (node: Json, at: string): Json => {
    if (typeof node === "boolean") return node;
    if (!isJsonObject(node)) {
      invalid(at, "a schema is an object or a boolean");
      return node;
    }
    const members = mapObject(node, (value, keyword) => {
      const where = childPointer(at, keyword);
      if (keyword === "type") return walkType(value, where);
      if (MAPS_OF_SCHEMAS.includes(keyword)) return walkMap(value, where);
      if (LISTS_OF_SCHEMAS.includes(keyword)) return walkList(value, where);
      if (keyword === "items" && isJsonArray(value)) return walkList(value, where);
      if (SCHEMAS.includes(keyword)) return walk(value, where);
      checkLeaf(keyword, value, where);
      return value;
    });
    return withNumericBounds(members);
  };

  const checkLeaf = (keyword: string, value: Json, at: string): void => {
    if (keyword === "enum" && !isJsonArray(value)) invalid(at, "enum is a list of values");
    else if (keyword === "required") {
      if (!isJsonArray(value)) {
        const hint = typeof value === "boolean" ? "name the property in the `required` list of the object that holds it" : undefined;
        report("request-schema-invalid", at, "required is a list of property names", hint);
      } else if (value.some((item) => typeof item !== "string")) invalid(at, "required is a list of property names");
    } else if (COUNTS.includes(keyword)) {
      if (!(value instanceof JsonNumber) || value.value < 0 || !Number.isInteger(value.value)) {
        invalid(at, `${keyword} is a whole number, zero or more`);
      }
    } else if (NUMBERS.includes(keyword)) {
      if (!(value instanceof JsonNumber)) invalid(at, `${keyword} is a number`);
    } else if (keyword === "exclusiveMinimum" || keyword === "exclusiveMaximum") {
      if (!(value instanceof JsonNumber) && typeof value !== "boolean") invalid(at, `${keyword} is a number`);
    } else if (STRINGS.includes(keyword)) {
      if (typeof value !== "string") invalid(at, `${keyword} is a string`);
      else if (keyword === "pattern" && !isPattern(value)) {
        report("request-schema-pattern", at, `the pattern ${JSON.stringify(value)} is no regular expression`, "patterns follow ECMAScript");
      }
    } else if (BOOLEANS.includes(keyword)) {
      if (typeof value !== "boolean") invalid(at, `${keyword} is true or false`);
    } else if (keyword === "dependentRequired" && !isJsonObject(value)) invalid(at, "dependentRequired is an object of lists");
  };

  return walk(schema, path);
}

/** True where ECMAScript reads the pattern, with Unicode rules or without. It is never run on anything. */
export function isPattern(pattern: string): boolean {
  for (const flags of ["u", ""]) {
    try {
      new RegExp(pattern, flags);
      return true;
    } catch {
      // The other reading may still hold.
    }
  }
  return false;
}

/** Members through `change`, `undefined` leaves one out. The same object comes back where nothing changed. */
function mapObject(object: JsonObject, change: (value: Json, key: string) => Json | undefined): JsonObject {
  const out = new Map<string, Json>();
  let same = true;
  for (const [key, value] of object) {
    const changed = change(value, key);
    if (changed !== value) same = false;
    if (changed !== undefined) out.set(key, changed);
  }
  return same ? object : out;
}

/** Draft 4: `exclusiveMinimum: true` makes `minimum` exclusive. */
function withNumericBounds(schema: JsonObject): JsonObject {
  const pairs = [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const;
  if (!pairs.some(([, exclusive]) => typeof schema.get(exclusive) === "boolean")) return schema;
  const out = new Map(schema);
  for (const [inclusive, exclusive] of pairs) {
    const flag = out.get(exclusive);
    if (typeof flag !== "boolean") continue;
    const bound = out.get(inclusive);
    out.delete(exclusive);
    if (flag && bound !== undefined) {
      out.delete(inclusive);
      out.set(exclusive, bound);
    }
  }
  return out;
}
