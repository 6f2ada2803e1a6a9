import { jsonCalls } from "../dialects/json-calls.ts";
import { EXAONE_END, TOOL_CALL_BEGIN, TOOL_CALL_END } from "../wire/json-calls.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { defineFamily } from "./define-family.ts";

/** EXAONE 4: Qwen3's calls without newlines inside the markers. */
export const exaone4 = defineFamily({
  id: "exaone4",
  title: "EXAONE 4",
  aliases: ["exaone", "exaone-4"],
  reasoning: { begin: THINK_BEGIN, end: THINK_END, suffix: "\n\n" },
  calls: jsonCalls({ begin: TOOL_CALL_BEGIN, end: TOOL_CALL_END, stops: [EXAONE_END] }),
  stops: [EXAONE_END],
  turnBegins: ["[|assistant|]"],
  frames: [
    { marker: THINK_BEGIN, after: 1 },
    { marker: THINK_END, before: 1, after: 2 },
    { marker: TOOL_CALL_BEGIN, before: 1 },
  ],
  xgrammar: {},
  sources: ["XGrammar: python/xgrammar/builtin_structural_tag.py at 53da3ff8", "chat template of LGAI-EXAONE/EXAONE-4.0-32B"],
});
