import { StructagError } from "./errors.ts";

/**
 * A JSON value that keeps what `JSON.parse` loses: the order of keys (also of integer-like ones), the spelling of numbers, and a key
 * named `__proto__`. Objects are maps, numbers are {@link JsonNumber}; null, booleans, strings and arrays are themselves.
 */
export type Json = null | boolean | string | JsonNumber | readonly Json[] | JsonObject;

/** An object: a map from key to value in the order of the text. */
export type JsonObject = ReadonlyMap<string, Json>;

/** A number as it is spelled. `text` always follows the JSON grammar for numbers. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The nearest double. */
  get value(): number {
    return Number(this.text);
  }

  /** True where the spelling has neither fraction nor exponent (`1`, not `1.0`). */
  get isIntegerSpelling(): boolean {
    return /^-?\d+$/.test(this.text);
  }
}

/** The JSON type of a value by the seven names of JSON Schema without `integer`. */
export type JsonTypeName = "null" | "boolean" | "number" | "string" | "array" | "object";

export function jsonTypeOf(value: Json): JsonTypeName {
  if (value === null) return "null";
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "string") return "string";
  if (value instanceof JsonNumber) return "number";
  return isJsonArray(value) ? "array" : "object";
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return value instanceof Map;
}

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** A number value from a finite double or a bigint, spelled as JavaScript does. */
export function jsonNumber(value: number | bigint): JsonNumber {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new StructagError({ code: "json-not-finite", path: "", message: `${value} is not a JSON number` });
  }
  return new JsonNumber(Object.is(value, -0) ? "-0" : String(value).replace("e+", "e"));
}

/** An object value from entries, in their order. A later duplicate key replaces the value at the first one's place. */
export function jsonObject(entries: Iterable<readonly [string, Json]>): JsonObject {
  return new Map(entries);
}

/** Most arrays and objects of a JavaScript value; one that is in several places counts in each. */
const MAX_CONTAINERS = 250_000;

/**
 * A JavaScript value (as `JSON.parse` gives it, or with `Map`, `bigint` and {@link Json} inside) as {@link Json}. Members that are
 * `undefined`, functions or symbols are left out, as `JSON.stringify` does; `toJSON` is honoured.
 * @throws StructagError `json-cyclic`, `json-not-finite`, `json-depth`, `json-unsupported-value`, `json-too-large`
 */
export function fromNative(value: unknown, options: { readonly maxDepth?: number } = {}): Json {
  const maxDepth = Math.min(options.maxDepth ?? DEFAULT_MAX_DEPTH, DEEPEST);
  const open = new Set<object>();
  let containers = 0;
  const convert = (item: unknown, depth: number): Json | undefined => {
    switch (typeof item) {
      case "string":
      case "boolean":
        return item;
      case "number":
      case "bigint":
        return jsonNumber(item);
      case "undefined":
      case "function":
      case "symbol":
        return undefined;
    }
    if (item === null || item instanceof JsonNumber) return item;
    const object = item as object;
    if (depth >= maxDepth) throw depthError(maxDepth);
    containers += 1;
    if (containers > MAX_CONTAINERS) throw tooManyContainers();
    if (open.has(object)) {
      throw new StructagError({
        code: "json-cyclic",
        path: "",
        message: "the value contains itself",
        hint: "JSON has no cycles; use $ref",
      });
    }
    open.add(object);
    try {
      if (object instanceof Map) {
        const map = new Map<string, Json>();
        for (const [key, member] of object) {
          const converted = convert(member, depth + 1);
          if (converted !== undefined) map.set(String(key), converted);
        }
        return map;
      }
      if (Array.isArray(object)) return object.map((member) => convert(member, depth + 1) ?? null);
      const { toJSON } = object as { toJSON?: unknown };
      if (typeof toJSON === "function") return convert(toJSON.call(object), depth + 1);
      const map = new Map<string, Json>();
      for (const key of Object.keys(object)) {
        const converted = convert((object as Record<string, unknown>)[key], depth + 1);
        if (converted !== undefined) map.set(key, converted);
      }
      return map;
    } finally {
      open.delete(object);
    }
  };
  const converted = convert(value, 0);
  if (converted === undefined) {
    throw new StructagError({ code: "json-unsupported-value", path: "", message: `a ${typeof value} is no JSON value` });
  }
  return converted;
}

/**
 * A plain JavaScript value. Numbers become doubles, so digits past 2^53 and spellings such as `1.0` are lost here.
 * @throws StructagError `json-depth` beyond {@link DEEPEST} levels
 */
export function toNative(value: Json): unknown {
  return nativeAt(value, 0);
}

function nativeAt(value: Json, depth: number): unknown {
  if (depth > DEEPEST) throw depthError(DEEPEST);
  if (value instanceof JsonNumber) return value.value;
  if (isJsonArray(value)) return value.map((member) => nativeAt(member, depth + 1));
  if (isJsonObject(value)) {
    const object: Record<string, unknown> = {};
    for (const [key, member] of value) {
      Object.defineProperty(object, key, { value: nativeAt(member, depth + 1), enumerable: true, configurable: true, writable: true });
    }
    return object;
  }
  return value;
}

/** Nesting depth that reading accepts where no limit is given. */
export const DEFAULT_MAX_DEPTH = 512;

/** Nesting depth that everything but reading handles: what recurses stops here with a code, before the stack ends. */
export const DEEPEST = 1200;

function tooManyContainers(): StructagError {
  return new StructagError({
    code: "json-too-large",
    path: "",
    message: `the value has more than ${MAX_CONTAINERS} arrays and objects, each counted in every place that it is in`,
    hint: "make it smaller, or use $ref for what occurs often",
  });
}

export function depthError(maxDepth: number, path = ""): StructagError {
  return new StructagError({
    code: "json-depth",
    path,
    message: `the value is nested deeper than ${maxDepth} levels`,
    hint: "flatten it, or raise maxDepth",
  });
}
