import { jsonCalls } from "../dialects/json-calls.ts";
import { APERTUS_CALLS_BEGIN, APERTUS_CALLS_END, APERTUS_END, APERTUS_THINK_BEGIN, APERTUS_THINK_END } from "../wire/json-calls.ts";
import { defineFamily } from "./define-family.ts";

/** Apertus: a list of objects that have the tool's name as their only key. Assumed, not read: the markers and that shape. */
export const apertus = defineFamily({
  id: "apertus",
  title: "Apertus",
  reasoning: { begin: APERTUS_THINK_BEGIN, end: APERTUS_THINK_END, promptOpens: (mode) => (mode === "disabled" ? "response" : "none") },
  calls: jsonCalls({
    begin: APERTUS_CALLS_BEGIN,
    end: APERTUS_CALLS_END,
    listSeparator: ", ",
    keys: "short",
    stops: [APERTUS_END],
  }),
  stops: [APERTUS_END],
  sources: ["general knowledge of swiss-ai/Apertus-8B-Instruct-2509; not read"],
});
