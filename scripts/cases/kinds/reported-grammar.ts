import { JsonNumber, type JsonObject } from "../../../src/core/json.ts";
import type { CompiledGrammar } from "../../../src/matcher/compiled-grammar.ts";
import type { CaseKind, CaseRow } from "../case-kind.ts";
import { compileDifference, tryCompile } from "../compile-expectation.ts";
import { deadPrefixDifference } from "../dead-prefixes.ts";
import { byteCompiler, largeCompiler, maskTimes } from "../engine-under-test.ts";
import { listField, objectField, objectOf, optionalText, textField, textOf } from "../fields.ts";
import { acceptsWhole, textDifference } from "../grammar-texts.ts";
import { bestOfThree, limitDifference, median } from "../measure.ts";
import { parseDifference } from "../parse-expectation.ts";
import { readStream } from "../read-stream.ts";
import { readerFactory } from "../readers.ts";
import { reportDifference } from "../report-expectation.ts";
import { prefillOf } from "../request-format.ts";
import { rowGrammar } from "../row-grammar.ts";

const KINDS = ["builder", "schema", "mask", "perf", "security"];
const SOURCES = ["schema", "schema_text", "tools", "format"];
const PARTS = ["accept", "reject", "accept_if_ok", "reject_if_ok", "either", "report_if_accepted", "dead_prefix_free", "compile", "limits"];

/** What reported faults say of a schema, a format or tools: whether they compile, which texts they let through, what is reported, how long it takes. */
export const kind: CaseKind = {
  name: "reported grammar",

  covers({ fields }) {
    const isOurs = KINDS.includes(optionalText(fields, "kind") ?? "") && SOURCES.some((source) => fields.has(source));
    if (!isOurs || fields.has("generator")) return [];
    return PARTS.filter((part) => fields.has(part));
  },

  run(row) {
    const reason = difference(row);
    return reason === undefined ? undefined : { reason };
  },
};

function difference({ fields }: CaseRow): string | undefined {
  const { ms, value: compiled } = bestOfThree(() => tryCompile(() => rowGrammar(byteCompiler, fields)));
  const reason = compileDifference(fields, compiled);
  if (reason !== undefined) return reason;
  if (compiled.ok) {
    const { grammar } = compiled;
    const texts =
      (fields.has("report_if_accepted")
        ? (textDifference(grammar, fields, "accept", "") ?? reportDifference(grammar, fields))
        : textDifference(grammar, fields)) ??
      textDifference(grammar, fields, "accept_if_ok", "reject_if_ok") ??
      eitherDifference(grammar, fields) ??
      (fields.get("dead_prefix_free") === true ? deadPrefixDifference(grammar, fields) : undefined);
    if (texts !== undefined) return texts;
  }
  const limits = limitsOf(fields);
  const speed = compiled.ok && (limits.has("first_mask_ms") || limits.has("mask_us_p50")) ? maskFigures(fields) : {};
  return limitDifference(limits, { compile_ms: ms, ...speed });
}

/** Both answers are right; what must not happen is neither, or an output that the reader takes for something else. */
function eitherDifference(grammar: CompiledGrammar, fields: JsonObject): string | undefined {
  for (const [index, value] of listField(fields, "either").entries()) {
    const either = objectOf(value, "either");
    const output = textField(either, "output");
    if (!acceptsWhole(grammar, output) || !either.has("parse_expect")) continue;
    const reader = readerFactory("kimi_k3", fields.get("tools"))(prefillOf(fields));
    const reason = parseDifference(objectField(either, "parse_expect"), readStream(reader, [output], "stop"));
    if (reason !== undefined) return `either[${index}] is accepted, but read otherwise: ${reason}`;
  }
  return undefined;
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
