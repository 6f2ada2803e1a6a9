import { fail } from "../core/errors.ts";
import { isRecord, member } from "./read-input.ts";

/**
 * A schema as its owner holds it → plain JSON Schema. Understands Standard JSON Schema (`~standard.jsonSchema.input`: Zod 4, ArkType,
 * Valibot, …) and the AI SDK's `jsonSchema()` wrapper; everything else is returned as it is.
 * @throws StructagError `request-schema-conversion`
 * @see https://standardschema.dev/json-schema
 */
export function unwrapSchema(schema: unknown, path: string): unknown {
  const standard = readStandard(schema);
  if (standard !== undefined) {
    const convert = member(member(standard, "jsonSchema"), "input");
    if (typeof convert !== "function") {
      const vendor = member(standard, "vendor");
      return fail(
        "request-schema-conversion",
        path,
        `this ${typeof vendor === "string" ? `${vendor} ` : ""}schema cannot describe itself as JSON Schema`,
        "use a version with `~standard.jsonSchema`, or convert it to JSON Schema first",
      );
    }
    try {
      return convert.call(member(standard, "jsonSchema"), { target: "draft-2020-12" });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return fail(
        "request-schema-conversion",
        path,
        `the schema has no JSON Schema form: ${reason}`,
        "describe its input with JSON types only",
      );
    }
  }
  if (isRecord(schema) && !(schema instanceof Map)) {
    const wrapped = (schema as { jsonSchema?: unknown }).jsonSchema;
    if (isRecord(wrapped) && member(schema, "type") === undefined && member(schema, "properties") === undefined) {
      if (typeof (wrapped as { then?: unknown }).then === "function") {
        return fail("request-schema-conversion", path, "the wrapped schema is a promise", "await it before building");
      }
      return wrapped;
    }
  }
  return schema;
}

function readStandard(schema: unknown): object | undefined {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) return undefined;
  const standard = (schema as { "~standard"?: unknown })["~standard"];
  return isRecord(standard) ? standard : undefined;
}
