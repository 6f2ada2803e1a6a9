import { pythonicCalls } from "../dialects/pythonic-calls.ts";
import { IM_END, IM_START } from "../wire/json-calls.ts";
import { OLMO_BEGIN, OLMO_END } from "../wire/pythonic.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { defineFamily } from "./define-family.ts";

/** OLMo 3: a Python call on each line, in text markers. Assumed: that the prompt of the thinking variant opens the reasoning. */
export const olmo3 = defineFamily({
  id: "olmo3",
  title: "OLMo 3",
  aliases: ["olmo-3"],
  reasoning: { begin: THINK_BEGIN, end: THINK_END, promptOpens: (mode) => (mode === "enabled" ? "think" : "response") },
  calls: pythonicCalls({
    layout: { kind: "section", begin: `${OLMO_BEGIN}\n`, end: `\n${OLMO_END}`, separator: "\n", trigger: OLMO_BEGIN },
    begin: `${OLMO_BEGIN}\n`,
    end: `\n${OLMO_END}`,
    separator: "\n",
    marker: { begin: OLMO_BEGIN, end: OLMO_END },
    stops: [IM_END],
  }),
  stops: [IM_END],
  turnBegins: [IM_START],
  sources: ["vLLM: rust/src/parser/src/tool/pythonic (December 2026)"],
});
