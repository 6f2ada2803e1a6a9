import { fail, StructagError } from "../core/errors.ts";
import { DEFAULT_MAX_DEPTH, fromNative, type Json, JsonNumber } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";

/**
 * Callers hold their input as plain JavaScript, as {@link Json} (maps) or as JSON text, and parts of it may be objects that no JSON
 * has (a Zod schema). These helpers read members of all of them without converting the whole first.
 */

/** JSON text becomes {@link Json}; everything else is passed through. `path` is where the input stands in the request. */
export function parseIfText(input: unknown, path: string): unknown {
  return typeof input === "string" ? atPath(path, () => readJson(input)) : input;
}

export function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of a plain object or a map; only own members, so that a tool or key named `constructor` is nothing special. */
export function member(value: unknown, key: string): unknown {
  if (value instanceof Map) return value.get(key);
  if ((typeof value === "object" && value !== null) || typeof value === "function") {
    return Object.hasOwn(value, key) || isAccessor(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  }
  return undefined;
}

/** The first of several spellings of a member that is present (neither undefined nor absent), with the spelling used. */
export function firstMember(value: unknown, keys: readonly string[]): { readonly key: string; readonly value: unknown } | undefined {
  for (const key of keys) {
    const found = member(value, key);
    if (found !== undefined) return { key, value: found };
  }
  return undefined;
}

export function entriesOf(value: object): [string, unknown][] {
  return value instanceof Map ? [...value].map(([key, item]) => [String(key), item]) : Object.entries(value);
}

/** The value as {@link Json}; errors carry `path`. @throws StructagError `request-size`, and the codes of reading JSON */
export function toJson(value: unknown, path: string): Json {
  assertSize(value, path);
  return atPath(path, () => fromNative(value));
}

/** Most values of one schema: objects in memory may share parts, and written out they can be of any size. */
const MAX_VALUES = 500_000;

function assertSize(value: unknown, path: string): void {
  const open: (readonly [value: unknown, depth: number])[] = [[value, 0]];
  for (let count = 0; open.length > 0; count += 1) {
    if (count > MAX_VALUES) {
      const hint = "parts that are used many times count each time; use $defs and $ref";
      fail("request-size", path, `the value holds more than ${MAX_VALUES} values`, hint);
    }
    const [item, depth] = open.pop()!;
    if (typeof item !== "object" || item === null || item instanceof JsonNumber) continue;
    // Deeper values are refused by the conversion, which goes in the same order.
    if (depth > DEFAULT_MAX_DEPTH) return;
    const children: unknown[] = item instanceof Map ? [...item.values()] : Object.values(item);
    for (let index = children.length - 1; index >= 0; index -= 1) open.push([children[index], depth + 1]);
  }
}

function atPath<T>(path: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (!(error instanceof StructagError)) throw error;
    throw new StructagError(
      error.issues.map((issue) => ({ ...issue, path: path + issue.path })),
      { cause: error },
    );
  }
}

/** Class instances (schema libraries) define members as getters on their prototype. */
function isAccessor(value: object, key: string): boolean {
  for (
    let owner: object | null = Object.getPrototypeOf(value);
    owner !== null && owner !== Object.prototype;
    owner = Object.getPrototypeOf(owner)
  ) {
    if (owner !== Function.prototype && Object.getOwnPropertyDescriptor(owner, key)?.get !== undefined) return true;
  }
  return false;
}
