import { isJsonObject, JsonNumber, type JsonObject } from "../../../src/core/json.ts";
import type { CaseKind, CaseRow } from "../case-kind.ts";
import { compileDifference, tryCompile } from "../compile-expectation.ts";
import { byteCompiler, largeCompiler, maskTimes } from "../engine-under-test.ts";
import { listField, objectOf, textField, textOf } from "../fields.ts";
import { acceptsWhole, textDifference } from "../grammar-texts.ts";
import { bestOfThree, limitDifference, median } from "../measure.ts";
import { rowGrammar } from "../row-grammar.ts";

const PARTS = ["accept", "reject", "accept_if_ok", "reject_if_ok", "either", "compile", "limits"];

/** What faults about masks, speed and security say of a schema or of tools: whether they compile, which texts they let through, how long it takes. */
export const kind: CaseKind = {
  name: "reported grammar",

  covers({ fields }) {
    const isOurs = ["mask", "perf", "security"].includes(textFieldOrNone(fields, "kind"));
    if (!isOurs || fields.has("generator") || !(fields.has("schema") || fields.has("schema_text") || fields.has("tools"))) return [];
    return PARTS.filter((part) => fields.has(part));
  },

  run(row) {
    const reason = difference(row);
    return reason === undefined ? undefined : { reason };
  },
};

function textFieldOrNone(fields: JsonObject, name: string): string {
  return fields.has(name) ? textField(fields, name) : "";
}

function difference({ fields }: CaseRow): string | undefined {
  const { ms, value: compiled } = bestOfThree(() => tryCompile(() => rowGrammar(byteCompiler, fields)));
  const reason = compileDifference(fields, compiled);
  if (reason !== undefined) return reason;
  if (compiled.ok) {
    const { grammar } = compiled;
    const texts = textDifference(grammar, fields) ?? textDifference(grammar, fields, "accept_if_ok", "reject_if_ok");
    if (texts !== undefined) return texts;
    // Both answers are right; what must not happen is neither.
    for (const value of listField(fields, "either")) acceptsWhole(grammar, outputOf(value));
  }
  const limits = limitsOf(fields);
  const speed = compiled.ok && (limits.has("first_mask_ms") || limits.has("mask_us_p50")) ? maskFigures(fields) : {};
  return limitDifference(limits, { compile_ms: ms, ...speed });
}

function outputOf(value: ReturnType<typeof listField>[number]): string {
  return isJsonObject(value) ? textField(value, "output") : textOf(value, "either");
}

function limitsOf(fields: JsonObject): Map<string, number> {
  const limits = fields.has("limits") ? objectOf(fields.get("limits"), "limits") : new Map();
  return new Map([...limits].flatMap(([name, value]) => (value instanceof JsonNumber ? [[name, value.value]] : [])));
}

function maskFigures(fields: JsonObject): Record<string, number> {
  const { ms } = bestOfThree(() => rowGrammar(largeCompiler(), fields).matcher().nextTokenMask());
  const grammar = rowGrammar(largeCompiler(), fields);
  const times = listField(fields, "accept").flatMap((text) => maskTimes(grammar, textOf(text, "accept")));
  return { first_mask_ms: ms, mask_us_p50: median(times) };
}
