import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** Ajv's verdict on an instance, with formats; undefined where it can't compile the schema. */
export function ajvAccepts(schema: unknown, data: unknown): boolean | undefined {
  const dialect = typeof schema === "object" && schema !== null && "$schema" in schema ? String(schema.$schema) : "";
  const Dialect = dialect.includes("2020-12") ? Ajv2020 : dialect.includes("2019-09") ? Ajv2019 : Ajv;
  try {
    const ajv = new Dialect({ strict: false, validateFormats: true, logger: false, validateSchema: false });
    addFormats.default(ajv);
    const plain = typeof schema === "object" && schema !== null && !Array.isArray(schema) ? { ...schema } : schema;
    if (typeof plain === "object" && plain !== null && !dialect.includes("20")) delete (plain as Record<string, unknown>).$schema;
    return ajv.compile(plain as object)(data) as boolean;
  } catch {
    return undefined;
  }
}
