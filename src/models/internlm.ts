import { jsonCalls } from "../dialects/json-calls.ts";
import { IM_END, IM_START } from "../wire/json-calls.ts";
import { INTERNLM_ACTION_BEGIN, INTERNLM_ACTION_END, INTERNLM_PLUGIN } from "../wire/marked-calls.ts";
import { defineFamily } from "./define-family.ts";

/** InternLM 2 and 3. Its code tool (`<|interpreter|>`) is no function and stays text. */
export const internlm = defineFamily({
  id: "internlm",
  title: "InternLM",
  aliases: ["internlm2", "internlm2.5", "internlm3"],
  calls: jsonCalls({
    begin: INTERNLM_ACTION_BEGIN + INTERNLM_PLUGIN,
    end: INTERNLM_ACTION_END,
    keys: { name: "name", arguments: "parameters" },
    otherBegins: [`${INTERNLM_ACTION_BEGIN}\n${INTERNLM_PLUGIN}`, `${INTERNLM_ACTION_BEGIN} ${INTERNLM_PLUGIN}`],
    stops: [IM_END],
  }),
  stops: [IM_END],
  turnBegins: [IM_START],
  sources: ["vLLM: rust/src/parser/src/tool/json/internlm2.rs (December 2026)"],
});
