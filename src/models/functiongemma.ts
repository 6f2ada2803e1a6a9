import { fail } from "../core/errors.ts";
import { writeJson } from "../core/json-write.ts";
import { childPointer } from "../core/pointer.ts";
import type { CallDialect } from "../dialects/call-dialect.ts";
import { keyedParameters, type ParameterSyntax } from "../dialects/keyed-parameters.ts";
import { checkCallNames, nameProblem } from "../dialects/tool-names.ts";
import { constString, regex, sequence, tag } from "../format/builders.ts";
import { bufferedBody } from "../read/buffered-body.ts";
import { QuotedObjectReader } from "../read/quoted-object.ts";
import {
  FUNCTION_GEMMA_CALL_BEGIN,
  FUNCTION_GEMMA_CALL_END,
  FUNCTION_GEMMA_QUOTE,
  FUNCTION_GEMMA_STOPS,
  GEMMA_NAME_BEGIN,
} from "../wire/gemma.ts";
import { defineFamily } from "./define-family.ts";

const MARKERS = [FUNCTION_GEMMA_QUOTE, FUNCTION_GEMMA_CALL_BEGIN, FUNCTION_GEMMA_CALL_END, ...FUNCTION_GEMMA_STOPS];
const BEGIN = FUNCTION_GEMMA_CALL_BEGIN + GEMMA_NAME_BEGIN;
const KEY = /^[^\s"'<>|:,{}[\]=]+$/;
const quote = (label: string): string => (label === "text" ? FUNCTION_GEMMA_QUOTE : "");

/** Members with bare keys: strings in marked quotes, everything else as JSON. */
const PARAMETERS: ParameterSyntax = {
  terminators: MARKERS,
  between: ",",
  label: (type) => (type === "string" ? "text" : "json"),
  declared: (key, label, content) => sequence([constString(`${key}:${quote(label)}`), content, constString(quote(label))]),
  unwritableKey: (key) => (KEY.test(key) ? undefined : "it holds a character that would end it"),
  free: {
    spelling: { stops: [..." \n\t\"'<>|:,{}[]="] },
    parameter: (pattern, label, content) => sequence([regex(pattern), constString(`:${quote(label)}`), content, constString(quote(label))]),
  },
};

function unwritableName(name: string): string | undefined {
  return nameProblem(name, ["{", ":", "<", "\n"]);
}

const CALLS: CallDialect = {
  argumentEncoding: "object with bare keys and marked quotes",
  layout: { kind: "blocks", trigger: FUNCTION_GEMMA_CALL_BEGIN },
  tags(tool, { options, findings }) {
    const excludes = [...new Set([...(options.excludes ?? []), ...MARKERS])];
    const content = keyedParameters(tool.schema, PARAMETERS, { ...options, excludes }, findings);
    return content === undefined ? [] : [tag(`${BEGIN}${tool.name}{`, content, `}${FUNCTION_GEMMA_CALL_END}`)];
  },
  unwritableName,
  openings: [
    {
      marker: FUNCTION_GEMMA_CALL_BEGIN,
      body: bufferedBody({
        headEnds: ["{"],
        readHead: (head) =>
          head
            .trim()
            .replace(new RegExp(`^${GEMMA_NAME_BEGIN}`), "")
            .trim(),
        bareHead: true,
        ends: [FUNCTION_GEMMA_CALL_END],
        breaks: [FUNCTION_GEMMA_CALL_BEGIN, ...FUNCTION_GEMMA_STOPS],
        readInside: (text, parameters, cutOff) => new QuotedObjectReader(FUNCTION_GEMMA_QUOTE).read(text, parameters, cutOff),
      }),
    },
  ],
  strays: [FUNCTION_GEMMA_CALL_END],
  textExcludes: [FUNCTION_GEMMA_QUOTE],
  write(calls) {
    checkCallNames(calls, unwritableName);
    const written = calls.map((call, position) => {
      const members = [...call.arguments].map(([key, value]) => {
        const text = typeof value === "string" ? value : writeJson(value);
        const path = childPointer(childPointer(childPointer("/calls", position), "arguments"), key);
        if (!KEY.test(key) || MARKERS.some((marker) => text.includes(marker))) {
          fail("family-call-value", path, "the syntax cannot write this key or value", "take the marker out of it");
        }
        return typeof value === "string" ? `${key}:${FUNCTION_GEMMA_QUOTE}${text}${FUNCTION_GEMMA_QUOTE}` : `${key}:${text}`;
      });
      return `${BEGIN}${call.name}{${members.join(",")}}${FUNCTION_GEMMA_CALL_END}`;
    });
    return written.join("");
  },
};

/** FunctionGemma. What stands in quotes is text, whatever it looks like. Assumed: the stop tokens, and that values that nest are written as JSON. */
export const functionGemma = defineFamily({
  id: "functiongemma",
  title: "FunctionGemma",
  aliases: ["function-gemma"],
  calls: CALLS,
  stops: FUNCTION_GEMMA_STOPS,
  sources: ["vLLM: rust/src/parser/src/tool/functiongemma.rs (December 2026)"],
});
