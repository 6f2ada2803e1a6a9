import { jsonCalls } from "../dialects/json-calls.ts";
import { HUNYUAN_CALLS_BEGIN, HUNYUAN_CALLS_END } from "../wire/json-calls.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { MINIMAX_STOP, MINIMAX_TURN } from "../wire/xml-calls.ts";
import { defineFamily } from "./define-family.ts";

const STOPS = [MINIMAX_STOP];

/** MiniMax M1: JSON objects on lines of their own in `<tool_calls>`. Assumed, not read: all of it. */
export const minimaxM1 = defineFamily({
  id: "minimax-m1",
  title: "MiniMax M1",
  reasoning: { begin: THINK_BEGIN, end: THINK_END, suffix: "\n" },
  calls: jsonCalls({ begin: HUNYUAN_CALLS_BEGIN, end: HUNYUAN_CALLS_END, lines: true, stops: STOPS }),
  stops: STOPS,
  turnBegins: [MINIMAX_TURN],
  frames: [
    { marker: THINK_BEGIN, after: 1 },
    { marker: THINK_END, before: 1, after: 1 },
    { marker: HUNYUAN_CALLS_BEGIN, before: 1 },
  ],
  sources: ["general knowledge of MiniMaxAI/MiniMax-M1-80k; not read"],
});
