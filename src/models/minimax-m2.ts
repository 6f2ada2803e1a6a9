import { invokeCalls } from "../dialects/invoke-calls.ts";
import { constString, tag } from "../format/builders.ts";
import { MINIMAX_PARAMETER } from "../wire/parameter-tags.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { INVOKE_BEGIN, INVOKE_END, MINIMAX_CALLS_BEGIN, MINIMAX_CALLS_END, MINIMAX_STOP, MINIMAX_TURN } from "../wire/xml-calls.ts";
import { defineFamily } from "./define-family.ts";

const SUFFIX = "\n\n";

/** MiniMax M2 and M2.5. The prompt opens the reasoning. */
export const minimaxM2 = defineFamily({
  id: "minimax-m2",
  title: "MiniMax M2",
  aliases: ["minimax"],
  reasoning: { begin: THINK_BEGIN, end: THINK_END, suffix: SUFFIX },
  calls: invokeCalls({
    style: "minimax_xml",
    section: { begin: MINIMAX_CALLS_BEGIN, end: MINIMAX_CALLS_END },
    lead: "\n",
    begin: INVOKE_BEGIN,
    end: INVOKE_END,
    parameterBegin: MINIMAX_PARAMETER.begin.slice(0, MINIMAX_PARAMETER.begin.indexOf(" ")),
    parameterEnd: MINIMAX_PARAMETER.end,
    stops: [MINIMAX_STOP],
  }),
  stops: [MINIMAX_STOP],
  turnBegins: [MINIMAX_TURN],
  frames: [
    { marker: THINK_BEGIN, after: 1 },
    { marker: THINK_END, before: 1, after: 2 },
    { marker: MINIMAX_CALLS_BEGIN, before: 2 },
  ],
  xgrammar: {
    // Where reasoning is off, XGrammar has the model close it, though the prompt did so.
    prefix: (mode, text) => [mode === "disabled" ? constString(`\n${THINK_END}${SUFFIX}`) : tag("", text, THINK_END), constString(SUFFIX)],
  },
  sources: [
    "chat template of MiniMaxAI/MiniMax-M2, as transcribed in llama.cpp",
    "vLLM: rust/src/parser/src/tool/minimax_m2.rs (December 2026)",
    "XGrammar: python/xgrammar/builtin_structural_tag.py at 53da3ff8",
  ],
});
