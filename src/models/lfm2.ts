import { pythonicCalls } from "../dialects/pythonic-calls.ts";
import { IM_END, IM_START } from "../wire/json-calls.ts";
import { LFM2_BEGIN, LFM2_END } from "../wire/pythonic.ts";
import { defineFamily } from "./define-family.ts";

/** LFM2 and 2.5: a list of Python calls between special tokens; text may follow. */
export const lfm2 = defineFamily({
  id: "lfm2",
  title: "LFM2",
  aliases: ["lfm-2", "lfm2.5"],
  calls: pythonicCalls({
    layout: { kind: "section", begin: `${LFM2_BEGIN}[`, end: `]${LFM2_END}`, separator: ", ", trigger: LFM2_BEGIN },
    begin: `${LFM2_BEGIN}[`,
    end: `]${LFM2_END}`,
    separator: ", ",
    marker: { begin: LFM2_BEGIN, end: LFM2_END },
    stops: [IM_END],
  }),
  stops: [IM_END],
  turnBegins: [IM_START],
  sources: ["chat template of LiquidAI/LFM2-1.2B, as transcribed in llama.cpp", "vLLM: rust/src/parser/src/tool/lfm2.rs (December 2026)"],
});
