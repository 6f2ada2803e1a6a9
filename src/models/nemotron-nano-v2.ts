import { jsonCalls } from "../dialects/json-calls.ts";
import { NEMOTRON_CALLS_BEGIN, NEMOTRON_CALLS_END, NEMOTRON_STOPS } from "../wire/json-calls.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { defineFamily } from "./define-family.ts";

/** Nemotron Nano v2 and Llama-Nemotron Super v1.5: a list in text markers. */
export const nemotronNanoV2 = defineFamily({
  id: "nemotron-nano-v2",
  title: "Nemotron Nano v2 (JSON)",
  aliases: ["nemotron", "nemotron-json"],
  matches: /^.*nemotron-(?:nano.*v[12]|super.*v1|ultra.*v1)/,
  reasoning: { begin: THINK_BEGIN, end: THINK_END },
  calls: jsonCalls({ begin: NEMOTRON_CALLS_BEGIN, end: NEMOTRON_CALLS_END, listSeparator: ", ", stops: NEMOTRON_STOPS }),
  stops: NEMOTRON_STOPS,
  frames: [
    { marker: THINK_BEGIN, after: 1 },
    { marker: THINK_END, before: 1, after: 2 },
    { marker: NEMOTRON_CALLS_BEGIN, before: 1 },
  ],
  sources: ["chat template of nvidia/NVIDIA-Nemotron-Nano-9B-v2, as transcribed in llama.cpp"],
});
