/** What the methods of Zod make, as JSON Schema. */

export type Schema = Record<string, unknown>;

/** A schema, and whether the member that it belongs to may be missing. */
export interface Made {
  readonly schema: Schema;
  readonly optional: boolean;
}

export interface Shape {
  readonly members: readonly (readonly [string, Value])[];
}

/** What stands in code: texts, numbers, patterns, lists, objects, schemas. */
export type Value = string | number | boolean | null | RegExp | readonly Value[] | Shape | Made;

const FORMATS: Readonly<Record<string, string>> = {
  email: "email",
  uuid: "uuid",
  url: "uri",
  ipv4: "ipv4",
  ipv6: "ipv6",
  datetime: "date-time",
  date: "date",
  time: "time",
  duration: "duration",
};

/** What `z.NAME(…)` makes. */
export function firstSchema(name: string, args: readonly Value[]): Made | undefined {
  const schema = baseSchema(name, args);
  return schema === undefined ? undefined : { schema, optional: false };
}

function baseSchema(name: string, args: readonly Value[]): Schema | undefined {
  const [first, second] = args;
  if (FORMATS[name] !== undefined) return { type: "string", format: FORMATS[name] };
  switch (name) {
    case "string":
    case "number":
    case "boolean":
    case "null":
      return { type: name };
    case "int":
      return { type: "integer" };
    case "any":
    case "unknown":
      return {};
    case "literal":
      return { enum: Array.isArray(first) ? first : [first] };
    case "enum":
      return { enum: first };
    case "array":
      return { type: "array", items: schemaOf(first) };
    case "tuple": {
      const items = (first as Value[]).map(schemaOf);
      return { type: "array", prefixItems: items, minItems: items.length, items: false };
    }
    case "union":
    case "discriminatedUnion":
      return { anyOf: ((name === "union" ? first : second) as Value[]).map(schemaOf) };
    case "record":
      return { type: "object", additionalProperties: schemaOf(second ?? first) };
    case "object":
    case "strictObject":
    case "looseObject":
      return objectSchema(first, name === "looseObject");
    case "optional":
      return schemaOf(first);
    default:
      return undefined;
  }
}

function objectSchema(shape: Value | undefined, open: boolean): Schema {
  const entries = typeof shape === "object" && shape !== null && "members" in shape ? shape.members : [];
  const required = entries
    .filter(([, value]) => !(typeof value === "object" && value !== null && "optional" in value && value.optional))
    .map(([key]) => key);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([key, value]) => [key, schemaOf(value)])),
    required,
    ...(open ? {} : { additionalProperties: false }),
  };
}

function schemaOf(value: Value | undefined): Schema {
  return typeof value === "object" && value !== null && "schema" in value ? value.schema : {};
}

/** What a method makes of a schema. */
export function laterSchema({ schema, optional }: Made, name: string, [first]: readonly Value[]): Made | undefined {
  const add = (more: Schema): Made => ({ schema: { ...schema, ...more }, optional });
  const counts =
    schema.type === "string" ? ["minLength", "maxLength"] : schema.type === "array" ? ["minItems", "maxItems"] : ["minimum", "maximum"];
  if (schema.type === "string" && FORMATS[name] !== undefined) return add({ format: FORMATS[name] });
  switch (name) {
    case "optional":
    case "nullish":
      return { schema: name === "optional" ? schema : { anyOf: [schema, { type: "null" }] }, optional: true };
    case "nullable":
      return { schema: { anyOf: [schema, { type: "null" }] }, optional };
    case "default":
      return { schema: { ...schema, default: first }, optional: true };
    case "describe":
      return add({ description: first });
    case "min":
    case "gte":
      return add({ [counts[0]]: first });
    case "max":
    case "lte":
      return add({ [counts[1]]: first });
    case "length":
      return add({ [counts[0]]: first, [counts[1]]: first });
    case "nonempty":
      return add({ [counts[0]]: 1 });
    case "gt":
      return add({ exclusiveMinimum: first });
    case "lt":
      return add({ exclusiveMaximum: first });
    case "positive":
      return add({ exclusiveMinimum: 0 });
    case "nonnegative":
      return add({ minimum: 0 });
    case "negative":
      return add({ exclusiveMaximum: 0 });
    case "int":
      return add({ type: "integer" });
    case "multipleOf":
    case "step":
      return add({ multipleOf: first });
    case "regex":
      return add({ pattern: first instanceof RegExp ? first.source : "" });
    case "startsWith":
      return add({ pattern: `^${escaped(String(first))}` });
    case "endsWith":
      return add({ pattern: `${escaped(String(first))}$` });
    case "array":
      return { schema: { type: "array", items: schema }, optional: false };
    case "strict":
      return add({ additionalProperties: false });
    case "loose":
    case "passthrough": {
      const { additionalProperties: _, ...open } = schema;
      return { schema: open, optional };
    }
    default:
      return undefined;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
