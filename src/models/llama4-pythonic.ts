import { pythonicCalls } from "../dialects/pythonic-calls.ts";
import { LLAMA4_BEGIN, LLAMA4_END, LLAMA4_STOPS } from "../wire/pythonic.ts";
import { defineFamily } from "./define-family.ts";

/** Llama 4, and Llama 3.2 and ToolACE where they write Python: the output is a list of calls, or text. A list that is no calls is text. Assumed: the stop tokens. */
export const llama4Pythonic = defineFamily({
  id: "llama4-pythonic",
  title: "Llama 4 (Python)",
  aliases: ["llama-4", "llama4", "meta-llama-4", "llama-3.2", "toolace", "pythonic"],
  calls: pythonicCalls({
    layout: {
      kind: "whole",
      begin: "[",
      end: "]",
      separator: ", ",
      textStart: "[ \\t\\r\\n]*(?:[^ \\t\\r\\n\\[<]|<[^|])",
      shortText: "[ \\t\\r\\n]*<?",
    },
    begin: "[",
    end: "]",
    separator: ", ",
    marker: { begin: LLAMA4_BEGIN, end: LLAMA4_END },
    bare: true,
    stops: LLAMA4_STOPS,
  }),
  stops: LLAMA4_STOPS,
  sources: ["vLLM: rust/src/parser/src/tool/pythonic (December 2026)", "chat template of meta-llama/Llama-4-Scout-17B-16E-Instruct"],
});
