import { writeJson } from "../core/json-write.ts";
import { tag } from "../format/builders.ts";
import { namedJsonBody } from "../read/named-json-body.ts";
import {
  DEEPSEEK_CALL_BEGIN,
  DEEPSEEK_CALL_END,
  DEEPSEEK_CALL_TYPE,
  DEEPSEEK_CALLS_BEGIN,
  DEEPSEEK_CALLS_END,
  DEEPSEEK_END_OF_SENTENCE,
  DEEPSEEK_FENCE_BEGIN,
  DEEPSEEK_FENCE_END,
  DEEPSEEK_SEP,
} from "../wire/deepseek-json.ts";
import { toolArguments } from "./argument-schema.ts";
import type { CallDialect } from "./call-dialect.ts";
import { SPACED } from "./json-calls.ts";
import { checkCallNames, nameProblem } from "./tool-names.ts";

/** Whether a call carries a type and fences its JSON (R1, V3), or not (V3.1). */
export type DeepseekJsonForm = "fenced" | "bare";

const MARKERS = [DEEPSEEK_CALLS_BEGIN, DEEPSEEK_CALLS_END, DEEPSEEK_CALL_BEGIN, DEEPSEEK_CALL_END, DEEPSEEK_SEP, DEEPSEEK_END_OF_SENTENCE];

/** Both forms are read, whichever the model should write. */
const body = namedJsonBody({
  separators: [DEEPSEEK_SEP],
  ends: [DEEPSEEK_CALL_END],
  breaks: [DEEPSEEK_CALLS_END, DEEPSEEK_CALL_BEGIN, DEEPSEEK_CALLS_BEGIN, DEEPSEEK_END_OF_SENTENCE],
  header: (text) => (text.trim() === DEEPSEEK_CALL_TYPE ? "next" : { name: text.trim() }),
  fallbackName: DEEPSEEK_CALL_TYPE,
  fenced: true,
});

/** The dialect of DeepSeek's models up to V3.1: a section of calls, each with a header and JSON. */
export function deepseekJsonCalls(form: DeepseekJsonForm): CallDialect {
  const fenced = form === "fenced";
  const begin = (name: string): string =>
    fenced
      ? DEEPSEEK_CALL_BEGIN + DEEPSEEK_CALL_TYPE + DEEPSEEK_SEP + name + DEEPSEEK_FENCE_BEGIN
      : DEEPSEEK_CALL_BEGIN + name + DEEPSEEK_SEP;
  const end = (fenced ? DEEPSEEK_FENCE_END : "") + DEEPSEEK_CALL_END;
  const separator = fenced ? "\n" : "";
  const unwritableName = (name: string): string | undefined => nameProblem(name, [...MARKERS, "\n", "`", "{"]);
  return {
    argumentEncoding: fenced ? "fenced JSON after a header" : "JSON after a header",
    layout: { kind: "section", begin: DEEPSEEK_CALLS_BEGIN, end: DEEPSEEK_CALLS_END, separator, xgrammarWrap: "tag" },
    tags: (tool, context) => [tag(begin(tool.name), toolArguments(tool, context), end)],
    unwritableName,
    openings: [{ marker: DEEPSEEK_CALL_BEGIN, body }],
    sections: [{ begin: DEEPSEEK_CALLS_BEGIN, end: DEEPSEEK_CALLS_END }],
    strays: [DEEPSEEK_CALL_END, DEEPSEEK_SEP],
    afterSection: "ignored",
    write(calls) {
      checkCallNames(calls, unwritableName);
      const written = calls.map((call) => begin(call.name) + writeJson(call.arguments, SPACED) + end);
      return DEEPSEEK_CALLS_BEGIN + written.join(separator) + DEEPSEEK_CALLS_END;
    },
  };
}
