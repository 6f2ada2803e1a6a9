import { fail } from "../core/errors.ts";
import { writeJson } from "../core/json-write.ts";
import { childPointer } from "../core/pointer.ts";
import type { CallDialect } from "../dialects/call-dialect.ts";
import { SPACED } from "../dialects/json-calls.ts";
import { keyedParameters, type ParameterSyntax } from "../dialects/keyed-parameters.ts";
import { checkCallNames, nameProblem } from "../dialects/tool-names.ts";
import { constString, regex, sequence, tag } from "../format/builders.ts";
import { keyedBody } from "../read/keyed-body.ts";
import { END_OF_TEXT, IM_END } from "../wire/json-calls.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import {
  STEP3_CALL_BEGIN,
  STEP3_CALL_END,
  STEP3_CALLS,
  STEP3_INVOKE_BEGIN,
  STEP3_INVOKE_END,
  STEP3_PARAMETER_BEGIN,
  STEP3_PARAMETER_END,
  STEP3_SEP,
} from "../wire/xml-calls.ts";
import { defineFamily } from "./define-family.ts";

const STOPS = [IM_END, END_OF_TEXT];
const BREAKS = [STEP3_INVOKE_BEGIN, STEP3_CALL_BEGIN, STEP3_CALL_END, STEP3_CALLS.begin, STEP3_CALLS.end, ...STOPS];
const VALUE_MARKERS = [STEP3_PARAMETER_END, STEP3_PARAMETER_BEGIN, STEP3_INVOKE_END, ...BREAKS];
const BEGIN = `${STEP3_CALL_BEGIN}function${STEP3_SEP}${STEP3_INVOKE_BEGIN} name="`;
const NAME_END = '">';
const END = STEP3_INVOKE_END + STEP3_CALL_END;
const KEY_BEGIN = `${STEP3_PARAMETER_BEGIN} name="`;

const PARAMETERS: ParameterSyntax = {
  terminators: VALUE_MARKERS,
  label: () => "",
  declared: (key, _, content) => tag(KEY_BEGIN + key + NAME_END, content, STEP3_PARAMETER_END),
  unwritableKey: (key) => nameProblem(key, ['"', "<", ">", "\n"]),
  free: {
    spelling: { stops: ['"', "<", ">", "\n", " "] },
    parameter: (pattern, _, content) =>
      sequence([constString(KEY_BEGIN), regex(pattern), constString(NAME_END), content, constString(STEP3_PARAMETER_END)]),
  },
};

function attribute(text: string): string | undefined {
  return /\sname\s*=\s*(?:"([^"]*)"|'([^']*)')/
    .exec(text)
    ?.slice(1)
    .find((name) => name !== undefined);
}

function unwritableName(name: string): string | undefined {
  return nameProblem(name, ['"', "<", ">", "\n"]);
}

const CALLS: CallDialect = {
  argumentEncoding: "parameters in tags",
  layout: { kind: "section", ...STEP3_CALLS, separator: "" },
  tags(tool, { options, findings }) {
    const excludes = [...new Set([...(options.excludes ?? []), ...VALUE_MARKERS])];
    const content = keyedParameters(tool.schema, PARAMETERS, { ...options, excludes }, findings);
    return content === undefined ? [] : [tag(BEGIN + tool.name + NAME_END, content, END)];
  },
  unwritableName,
  openings: [
    {
      marker: STEP3_INVOKE_BEGIN,
      where: "section",
      body: keyedBody({
        headEnds: [">"],
        readHead: attribute,
        parameter: {
          begin: STEP3_PARAMETER_BEGIN,
          keyEnd: ">",
          ends: [STEP3_PARAMETER_END],
          readKey(text) {
            const key = attribute(text);
            return key === undefined ? undefined : { key, as: "schema" };
          },
        },
        ends: [STEP3_INVOKE_END],
        breaks: BREAKS,
        frame: "all",
      }),
    },
  ],
  // A call's own markers make room for it where the wrapper is missing.
  sections: [STEP3_CALLS, { begin: STEP3_CALL_BEGIN, end: STEP3_CALL_END }],
  strays: [STEP3_SEP, STEP3_INVOKE_END, STEP3_PARAMETER_END],
  write(calls) {
    checkCallNames(calls, unwritableName);
    const written = calls.map((call, position) => {
      const parameters = [...call.arguments].map(([key, value]) => {
        const path = childPointer(childPointer(childPointer("/calls", position), "arguments"), key);
        const text = typeof value === "string" ? value : writeJson(value, SPACED);
        const bad =
          nameProblem(key, ['"', "<", ">", "\n"]) !== undefined ||
          text !== text.trim() ||
          VALUE_MARKERS.some((marker) => text.includes(marker));
        // The word null is a value of its own wherever a value is not text alone.
        if (bad || value === "null")
          fail("family-call-value", path, "the syntax cannot write this key or value", "take markers and outer whitespace out of it");
        return KEY_BEGIN + key + NAME_END + text + STEP3_PARAMETER_END;
      });
      return BEGIN + call.name + NAME_END + parameters.join("") + END;
    });
    return STEP3_CALLS.begin + written.join("") + STEP3_CALLS.end;
  },
};

/** Step3 (StepTML). Values are trimmed. Text behind the calls is content. Assumed: the stop tokens. */
export const step3 = defineFamily({
  id: "step3",
  title: "Step3",
  aliases: ["step-3"],
  reasoning: { begin: THINK_BEGIN, end: THINK_END },
  calls: CALLS,
  stops: STOPS,
  frames: [{ marker: THINK_BEGIN, after: 1 }],
  sources: ["vLLM: rust/src/parser/src/tool/step3.rs (December 2026)"],
});
