import { StructagError } from "../../src/core/errors.ts";
import { isJsonObject, type JsonObject } from "../../src/core/json.ts";
import type { CompiledGrammar } from "../../src/matcher/compiled-grammar.ts";
import { listField, textField, textOf } from "./fields.ts";

export type Compiled = { readonly ok: true; readonly grammar: CompiledGrammar } | { readonly ok: false; readonly error: StructagError };

/** Compiles, with coded errors as results. */
export function tryCompile(compile: () => CompiledGrammar): Compiled {
  try {
    return { ok: true, grammar: compile() };
  } catch (error) {
    if (error instanceof StructagError) return { ok: false, error };
    throw error;
  }
}

const MAY_FAIL = ["error", "ok-or-error", "error-or-empty", "error-or-escaped", "error-or-drop-value"];

/** Whether compiling ended as the row's `compile` says (`must`: ok unless said); an error has to mention what the row names. */
export function compileDifference(fields: JsonObject, compiled: Compiled): string | undefined {
  const expectation = fields.get("compile");
  const must = isJsonObject(expectation) ? textField(expectation, "must") : "ok";
  if (compiled.ok) {
    if (must === "error") return "it compiles, but an error is expected";
    return must === "error-or-empty" ? `it compiles, though nothing can be written` : undefined;
  }
  const said = compiled.error.message;
  if (!MAY_FAIL.includes(must)) return `it does not compile: ${said}`;
  const mentions = isJsonObject(expectation) ? listField(expectation, "error_mentions") : [];
  const missing = mentions.map((text) => textOf(text, "error_mentions")).find((text) => !said.includes(text));
  return missing === undefined ? undefined : `the error does not mention ${JSON.stringify(missing)}: ${said}`;
}
