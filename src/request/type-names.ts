/** The seven type names of JSON Schema. */
export const SCHEMA_TYPES = ["string", "integer", "number", "boolean", "object", "array", "null"] as const;

export type SchemaType = (typeof SCHEMA_TYPES)[number];

const EXACT: ReadonlyMap<string, SchemaType | "any"> = new Map<string, SchemaType | "any">([
  ...SCHEMA_TYPES.map((name) => [name, name] as const),
  ...(["str", "text", "varchar", "char", "enum"] as const).map((name) => [name, "string"] as const),
  ["float", "number"],
  ["double", "number"],
  ["bool", "boolean"],
  ["binary", "boolean"],
  ["map", "object"],
  ["arr", "array"],
  ["list", "array"],
  ["sequence", "array"],
  ["tuple", "array"],
  ["none", "null"],
  ["any", "any"],
]);

const PREFIXES: readonly (readonly [prefix: string, type: SchemaType])[] = [
  ["int", "integer"],
  ["uint", "integer"],
  ["long", "integer"],
  ["short", "integer"],
  ["unsigned", "integer"],
  ["num", "number"],
  ["float", "number"],
  ["dict", "object"],
  ["list", "array"],
];

/**
 * The JSON Schema type that a type name means. Tools written by hand name types as their language does (`dict`, `float`, `List[str]`,
 * `STRING`); case and surrounding spaces do not count. `any` = no constraint, `undefined` = no known name.
 */
export function canonicalType(name: string): SchemaType | "any" | undefined {
  const key = name.trim().toLowerCase();
  return EXACT.get(key) ?? PREFIXES.find(([prefix]) => key.startsWith(prefix))?.[1];
}
