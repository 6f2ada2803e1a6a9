import { writeJson } from "../core/json-write.ts";
import { toolArguments } from "../dialects/argument-schema.ts";
import type { CallDialect } from "../dialects/call-dialect.ts";
import { SPACED } from "../dialects/json-calls.ts";
import { checkCallNames, nameProblem } from "../dialects/tool-names.ts";
import { constString, regex, sequence, tag } from "../format/builders.ts";
import { namedJsonBody } from "../read/named-json-body.ts";
import {
  K2_ARGUMENT_BEGIN,
  K2_ASSISTANT,
  K2_CALL_BEGIN,
  K2_CALL_END,
  K2_NAMESPACE,
  K2_SECTION_BEGIN,
  K2_SECTION_END,
  K2_SINGULAR_SECTION,
  K2_STOPS,
} from "../wire/marked-calls.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { defineFamily } from "./define-family.ts";

const SECTIONS = [{ begin: K2_SECTION_BEGIN, end: K2_SECTION_END }, K2_SINGULAR_SECTION];
const BREAKS = [K2_CALL_BEGIN, ...SECTIONS.flatMap(({ begin, end }) => [begin, end]), ...K2_STOPS];

/** The name in a header such as `functions.get_weather:0`; the number and the namespace may be missing, and text may stand in front. */
function nameOf(header: string): string {
  const whole = header.trim();
  const from = whole.startsWith(K2_NAMESPACE) ? 0 : whole.lastIndexOf(` ${K2_NAMESPACE}`) + 1;
  const rest = whole.startsWith(K2_NAMESPACE, from) ? whole.slice(from + K2_NAMESPACE.length).trim() : whole;
  return /^(.*):\s*\d+$/s.exec(rest)?.[1].trim() ?? rest;
}

function unwritableName(name: string): string | undefined {
  return nameProblem(name, [K2_ARGUMENT_BEGIN, K2_CALL_END, ...BREAKS]);
}

const CALLS: CallDialect = {
  argumentEncoding: "JSON after a header",
  layout: { kind: "section", begin: K2_SECTION_BEGIN, end: K2_SECTION_END, separator: "" },
  tags: (tool, context) => [
    tag(
      `${K2_CALL_BEGIN}${K2_NAMESPACE}${tool.name}:`,
      sequence([regex("\\d+"), constString(K2_ARGUMENT_BEGIN), toolArguments(tool, context)]),
      K2_CALL_END,
    ),
  ],
  unwritableName,
  openings: [
    {
      marker: K2_CALL_BEGIN,
      body: namedJsonBody({
        separators: [K2_ARGUMENT_BEGIN],
        ends: [K2_CALL_END],
        breaks: BREAKS,
        header: (text) => ({ name: nameOf(text) }),
      }),
    },
  ],
  sections: SECTIONS,
  strays: [K2_CALL_END, K2_ARGUMENT_BEGIN],
  afterSection: "ignored",
  write(calls, { callsBefore = 0 }) {
    checkCallNames(calls, unwritableName);
    const written = calls.map(
      (call, position) =>
        `${K2_CALL_BEGIN}${K2_NAMESPACE}${call.name}:${callsBefore + position}${K2_ARGUMENT_BEGIN}${writeJson(call.arguments, SPACED)}${K2_CALL_END}`,
    );
    return K2_SECTION_BEGIN + written.join("") + K2_SECTION_END;
  },
};

/** Kimi K2, K2-Thinking and K2.5. K2.5's prompt opens or closes the reasoning; K2-Thinking opens it itself, which is why nothing is taken for opened. */
export const kimiK2 = defineFamily({
  id: "kimi-k2",
  title: "Kimi K2",
  aliases: ["kimik2"],
  reasoning: { begin: THINK_BEGIN, end: THINK_END, promptOpens: (mode) => (mode === "disabled" ? "response" : "none") },
  calls: CALLS,
  stops: K2_STOPS,
  turnBegins: [K2_ASSISTANT],
  xgrammar: { textExcludes: [THINK_BEGIN, THINK_END, K2_CALL_BEGIN], plainExcludes: [THINK_BEGIN, THINK_END] },
  sources: [
    "chat template of moonshotai/Kimi-K2-Thinking, as transcribed in llama.cpp",
    "vLLM: rust/src/parser/src/tool/kimi_k2.rs (December 2026)",
    "XGrammar: python/xgrammar/builtin_structural_tag.py at 53da3ff8",
  ],
});
