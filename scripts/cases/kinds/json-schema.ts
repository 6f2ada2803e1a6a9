import type { JsonSchemaOptions } from "../../../src/lower/json/schema-grammar.ts";
import type { CaseKind } from "../case-kind.ts";
import { tryCompile } from "../compile-expectation.ts";
import { byteCompiler } from "../engine-under-test.ts";
import { textDifference } from "../grammar-texts.ts";

/** Schemas as structural tags hold them: what they do not speak of is closed, and CR is no whitespace. */
const STRICT: JsonSchemaOptions = { schema: { closed: true }, writing: { layout: { type: "flexible", carriageReturn: false } } };

/** Schemas with the JSON texts that they let through, or an error. */
export const kind: CaseKind = {
  name: "JSON Schema",

  covers({ fields }) {
    return fields.get("kind") === "json_schema" ? ["accept", "reject", "error"] : [];
  },

  run({ fields }) {
    const compiled = tryCompile(() => byteCompiler.compileJsonSchema(fields.get("spec"), STRICT));
    const mustFail = fields.get("error") === true;
    if (!compiled.ok) return mustFail ? undefined : { reason: `it does not compile: ${compiled.error.message}` };
    const reason = mustFail ? "it compiles, but an error is expected" : textDifference(compiled.grammar, fields);
    return reason === undefined ? undefined : { reason };
  },
};
