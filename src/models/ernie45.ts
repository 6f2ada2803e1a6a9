import { jsonCalls } from "../dialects/json-calls.ts";
import { TOOL_CALL_BEGIN, TOOL_CALL_END } from "../wire/json-calls.ts";
import { ERNIE_RESPONSE_BEGIN, ERNIE_RESPONSE_END, ERNIE_STOPS } from "../wire/marked-calls.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { defineFamily } from "./define-family.ts";

/** ERNIE 4.5: Qwen3's calls; the answer may stand in `<response>`, whose tags are dropped. Assumed: stop tokens, and that the prompt opens the reasoning. */
export const ernie45 = defineFamily({
  id: "ernie4-5",
  title: "ERNIE 4.5",
  aliases: ["ernie", "ernie-4.5", "ernie4.5"],
  reasoning: { begin: THINK_BEGIN, end: THINK_END, suffix: "\n\n" },
  calls: jsonCalls({ begin: TOOL_CALL_BEGIN, end: TOOL_CALL_END, pad: "\n", stops: ERNIE_STOPS }),
  strays: [ERNIE_RESPONSE_BEGIN, ERNIE_RESPONSE_END],
  stops: ERNIE_STOPS,
  frames: [
    { marker: THINK_BEGIN, after: 1 },
    { marker: THINK_END, before: 1, after: 2 },
    { marker: TOOL_CALL_BEGIN, before: 1 },
    { marker: ERNIE_RESPONSE_BEGIN, after: 1 },
    { marker: ERNIE_RESPONSE_END, before: 1 },
  ],
  sources: ["vLLM: ERNIE 4.5's parsers (December 2026); the chat template was not read"],
});
