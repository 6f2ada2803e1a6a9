import { jsonCalls } from "../dialects/json-calls.ts";
import { END_OF_TEXT, PHI_CALLS_BEGIN, PHI_END } from "../wire/json-calls.ts";
import { defineFamily } from "./define-family.ts";

const PHI_STOPS = [PHI_END, END_OF_TEXT];

/** Phi-4-mini: a list behind the word `functools`, which is text and counts only with its bracket. */
export const phi4Mini = defineFamily({
  id: "phi4-mini",
  title: "Phi-4-mini",
  aliases: ["phi-4-mini"],
  calls: jsonCalls({ begin: PHI_CALLS_BEGIN, fusedBracket: true, listSeparator: ", ", stops: PHI_STOPS }),
  stops: PHI_STOPS,
  sources: ["vLLM: rust/src/parser/src/tool/json/phi4mini.rs (December 2026)", "model card of microsoft/Phi-4-mini-instruct"],
});
