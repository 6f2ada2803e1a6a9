import { MINIMAX_M3_CALLS } from "../dialects/minimax-m3.ts";
import { MINIMAX_STOP, MINIMAX_THINK_BEGIN, MINIMAX_THINK_END, MINIMAX_TURN } from "../wire/xml-calls.ts";
import { defineFamily } from "./define-family.ts";

/** MiniMax M3. A namespace token stands in front of every tag of calls; reasoning has tags of its own. Assumed: the stop token, which is M2's. */
export const minimaxM3 = defineFamily({
  id: "minimax-m3",
  title: "MiniMax M3",
  reasoning: { begin: MINIMAX_THINK_BEGIN, end: MINIMAX_THINK_END },
  calls: MINIMAX_M3_CALLS,
  stops: [MINIMAX_STOP],
  turnBegins: [MINIMAX_TURN],
  sources: ["vLLM: rust/src/parser/src/tool/minimax_m3.rs and reasoning/minimax_m3.rs (December 2026)"],
});
