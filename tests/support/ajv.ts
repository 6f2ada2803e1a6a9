import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** The draft of schemas that name none by `$schema`. */
export type UndeclaredDraft = "draft7" | "2020-12";

/** Keywords that a schema without a draft can only mean by a later one than draft 7. */
const NEWER = /"(?:prefixItems|dependentRequired|dependentSchemas|unevaluated\w+|(?:min|max)Contains|\$dynamicRef|\$anchor)":/;

/** By which draft Ajv should read a schema that names none, given as text. */
export function likelyDraft(schema: string): UndeclaredDraft {
  return NEWER.test(schema) ? "2020-12" : "draft7";
}

export interface AjvValidator {
  (data: unknown): boolean;
  /** The keyword that refused the last value. */
  refusedBy(): string | undefined;
}

/** Ajv with formats, for one schema; `undefined` where it cannot compile it. */
export function ajvValidator(schema: unknown, undeclared: UndeclaredDraft = "draft7"): AjvValidator | undefined {
  const named = typeof schema === "object" && schema !== null && "$schema" in schema ? String(schema.$schema) : undeclared;
  const Dialect = named.includes("2020-12") ? Ajv2020 : named.includes("2019-09") ? Ajv2019 : Ajv;
  try {
    const ajv = new Dialect({ strict: false, validateFormats: true, logger: false, validateSchema: false });
    addFormats.default(ajv);
    const plain = typeof schema === "object" && schema !== null && !Array.isArray(schema) ? { ...schema } : schema;
    // It throws at drafts that it does not know.
    if (typeof plain === "object" && plain !== null && !named.includes("20")) delete (plain as Record<string, unknown>).$schema;
    const validate = ajv.compile(plain as object);
    return Object.assign((data: unknown) => validate(data) === true, { refusedBy: () => validate.errors?.[0]?.keyword });
  } catch {
    return undefined;
  }
}
