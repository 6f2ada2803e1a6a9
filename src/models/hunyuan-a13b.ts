import { jsonCalls } from "../dialects/json-calls.ts";
import {
  HUNYUAN_ANSWER_BEGIN,
  HUNYUAN_ANSWER_END,
  HUNYUAN_CALLS_BEGIN,
  HUNYUAN_CALLS_END,
  HUNYUAN_SPEAKER,
  HUNYUAN_STOPS,
} from "../wire/json-calls.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { defineFamily } from "./define-family.ts";

/** Tencent Hunyuan A13B. All its markers are text. The answer stands in `<answer>`. Assumed: the stop token. */
export const hunyuanA13b = defineFamily({
  id: "hunyuan-a13b",
  title: "Hunyuan A13B",
  aliases: ["hunyuan", "hunyuan-7b", "hunyuan-4b"],
  reasoning: { begin: THINK_BEGIN, end: THINK_END, suffix: "\n", promptOpens: (mode) => (mode === "disabled" ? "response" : "none") },
  calls: jsonCalls({
    begin: HUNYUAN_CALLS_BEGIN,
    end: HUNYUAN_CALLS_END,
    listSeparator: ", ",
    stops: HUNYUAN_STOPS,
    afterSection: "ignored",
  }),
  answer: { begin: `${HUNYUAN_ANSWER_BEGIN}\n`, end: `\n${HUNYUAN_ANSWER_END}` },
  startStrays: [HUNYUAN_SPEAKER],
  stops: HUNYUAN_STOPS,
  frames: [
    { marker: THINK_BEGIN, after: 1 },
    { marker: THINK_END, before: 1, after: 1 },
    { marker: HUNYUAN_ANSWER_BEGIN, after: 1 },
    { marker: HUNYUAN_ANSWER_END, before: 1 },
  ],
  sources: ["chat template of tencent/Hunyuan-A13B-Instruct", "vLLM: rust/src/parser/src/tool/json/hunyuan_a13b.rs (December 2026)"],
});
