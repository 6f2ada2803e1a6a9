import { jsonCalls } from "../dialects/json-calls.ts";
import { TOOL_CALL_BEGIN, TOOL_CALL_END } from "../wire/json-calls.ts";
import { GRANITE_CALLS_BEGIN, GRANITE_RESPONSE, GRANITE_STOP, GRANITE_THOUGHT } from "../wire/marked-calls.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { defineFamily } from "./define-family.ts";

const STOPS = [GRANITE_STOP];

/** Granite 4: Hermes' calls without line breaks; text between them is content. */
export const granite4 = defineFamily({
  id: "granite4",
  title: "Granite 4",
  aliases: ["granite", "granite-4"],
  reasoning: { begin: THINK_BEGIN, end: THINK_END, promptOpens: () => "response" },
  calls: jsonCalls({ begin: TOOL_CALL_BEGIN, end: TOOL_CALL_END, stops: STOPS }),
  stops: STOPS,
  sources: ["vLLM: rust/src/parser/src/tool/json/granite4.rs (December 2026)"],
});

/** Granite 3: a JSON list behind a marker. Assumed, not read: the headings of reasoning, which are plain text. */
export const granite3 = defineFamily({
  id: "granite3",
  title: "Granite 3",
  aliases: ["granite-3"],
  reasoning: { begin: GRANITE_THOUGHT, end: GRANITE_RESPONSE, promptOpens: (mode) => (mode === "enabled" ? "none" : "response") },
  calls: jsonCalls({ begin: GRANITE_CALLS_BEGIN, otherBegins: [TOOL_CALL_BEGIN], listSeparator: ", ", stops: STOPS }),
  stops: STOPS,
  sources: ["vLLM: Granite's parsers (December 2026)"],
});
