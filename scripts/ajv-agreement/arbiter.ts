import type { Json } from "../../src/core/json.ts";
import { readJson } from "../../src/core/json-read.ts";
import { createValidator, type Draft, type Validator } from "../../src/schema/validate.ts";
import type { AjvValidator } from "../../tests/support/ajv.ts";

export interface Verdict {
  readonly valid: boolean;
  /** Valid, but written in no grammar: a number with an exponent, which `multipleOf` has not. */
  readonly unwritten: boolean;
  /** Where Ajv says otherwise: by which keyword. */
  readonly dispute: string | undefined;
}

const NOTHING: Verdict = { valid: false, unwritten: false, dispute: undefined };

/**
 * Judges texts by Ajv and our validator. Where they differ, ours decides, since it passes every required test of the JSON Schema Test Suite: Ajv computes `multipleOf` in doubles, follows some `$ref`
 * with siblings and `unevaluated…` otherwise, and checks several formats by rougher patterns.
 */
export class Arbiter {
  readonly #own: Validator;
  readonly #ajv: AjvValidator;

  constructor(schema: Json, draft: Draft, ajv: AjvValidator) {
    this.#own = createValidator(schema, { draft, assertFormats: true });
    this.#ajv = ajv;
  }

  judge(text: string): Verdict {
    let value: Json;
    try {
      value = readJson(text, { duplicates: "error" });
    } catch {
      return NOTHING;
    }
    // JSON.stringify escapes surrogates that have no partner, and only those.
    if (/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(JSON.parse(text)))) return NOTHING;
    const own = this.#own.validate(value);
    const unwritten = /\d[eE]/.test(text);
    let ajv: boolean;
    try {
      ajv = this.#ajv(JSON.parse(text));
    } catch {
      return { valid: own.valid, unwritten, dispute: "an error in Ajv" };
    }
    if (ajv === own.valid) return { valid: ajv, unwritten, dispute: undefined };
    const keyword = own.valid ? this.#ajv.refusedBy() : own.errors[0].schemaPath.split("/").at(-1);
    return { valid: own.valid, unwritten, dispute: `${keyword}: Ajv says ${ajv ? "valid" : "invalid"}` };
  }
}
