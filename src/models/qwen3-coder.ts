import { functionTags } from "../dialects/function-tags.ts";
import { END_OF_TEXT, IM_END, IM_START, TOOL_CALL_BEGIN, TOOL_CALL_END } from "../wire/json-calls.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { FUNCTION_BEGIN, SEED_CALL_BEGIN, SEED_CALL_END, SEED_STOP, SEED_THINK_BEGIN, SEED_THINK_END } from "../wire/xml-calls.ts";
import { defineFamily } from "./define-family.ts";

const STOPS = [IM_END, END_OF_TEXT];
const MARKERS = { begin: TOOL_CALL_BEGIN, end: TOOL_CALL_END, stops: STOPS };
const LINES = functionTags({ ...MARKERS, xgrammarTrigger: `${TOOL_CALL_BEGIN}\n${FUNCTION_BEGIN}` });
const THINK = { begin: THINK_BEGIN, end: THINK_END };
const FRAMES = [
  { marker: THINK_BEGIN, after: 1 },
  { marker: THINK_END, before: 1, after: 2 },
  { marker: TOOL_CALL_BEGIN, before: 1 },
  { marker: FUNCTION_BEGIN, before: 1 },
];
const SOURCES = [
  "chat template of Qwen/Qwen3-Coder-480B-A35B-Instruct",
  "vLLM: rust/src/parser/src/tool/qwen_coder.rs and seed_oss.rs (December 2026)",
  "XGrammar: python/xgrammar/builtin_structural_tag.py at 53da3ff8",
];

/** What the families share around their calls. */
const CHAT = { stops: STOPS, turnBegins: [IM_START], frames: FRAMES };

/** Qwen3-Coder: no reasoning; a reasoning block is read all the same. */
export const qwen3Coder = defineFamily({
  id: "qwen3-coder",
  title: "Qwen3-Coder",
  aliases: ["qwen-3-coder", "qwen-coder"],
  reasoning: { ...THINK, suffix: "\n\n", promptOpens: () => "response" },
  calls: LINES,
  ...CHAT,
  xgrammar: {},
  sources: SOURCES,
});

/** Qwen3.5 and 3.6: the prompt opens the reasoning. Assumed: how the prompt closes it where it is off. */
export const qwen35 = defineFamily({
  id: "qwen3-5",
  title: "Qwen3.5",
  aliases: ["qwen3.5", "qwen3.6", "qwen-3.5"],
  reasoning: { ...THINK, suffix: "\n\n" },
  calls: LINES,
  ...CHAT,
  xgrammar: {},
  sources: SOURCES,
});

/** Nemotron 3: Qwen3-Coder's calls with reasoning. */
export const nemotron3 = defineFamily({
  id: "nemotron3",
  title: "Nemotron 3",
  aliases: ["nemotron-3", "nvidia-nemotron-3", "nemotron-v3"],
  reasoning: { ...THINK, suffix: "\n" },
  calls: LINES,
  ...CHAT,
  sources: SOURCES,
});

/** Step-3.5: values are trimmed, and one line break stands on each side of the end of reasoning. */
export const step35 = defineFamily({
  id: "step3-5",
  title: "Step-3.5",
  aliases: ["step3.5", "step-3.5", "step3p5"],
  reasoning: { ...THINK, suffix: "\n" },
  calls: functionTags({ ...MARKERS, trims: true }),
  ...CHAT,
  sources: ["vLLM: rust/src/parser/src/tool/step3p5.rs and reasoning/step3p5.rs (December 2026)"],
});

/** MiMo: no line breaks inside the tags, and the model opens its reasoning itself. */
export const mimo = defineFamily({
  id: "mimo",
  title: "MiMo",
  aliases: ["xiaomimimo"],
  reasoning: { ...THINK, promptOpens: (mode) => (mode === "disabled" ? "response" : "none") },
  calls: functionTags({ ...MARKERS, compact: true }),
  ...CHAT,
  sources: ["XGrammar: python/xgrammar/builtin_structural_tag.py at 53da3ff8; the chat template was not read"],
});

/** Seed-OSS: the same calls in markers of their own. A budget note inside the reasoning stays part of it. */
export const seedOss = defineFamily({
  id: "seed-oss",
  title: "Seed-OSS",
  aliases: ["seed"],
  reasoning: { begin: SEED_THINK_BEGIN, end: SEED_THINK_END, promptOpens: (mode) => (mode === "disabled" ? "response" : "none") },
  calls: functionTags({ begin: SEED_CALL_BEGIN, end: SEED_CALL_END, stops: [SEED_STOP] }),
  stops: [SEED_STOP],
  frames: [
    { marker: SEED_THINK_BEGIN, after: 1 },
    { marker: SEED_THINK_END, before: 1, after: 1 },
    { marker: SEED_CALL_BEGIN, before: 1 },
  ],
  sources: [
    "chat template of ByteDance-Seed/Seed-OSS-36B-Instruct, as transcribed in llama.cpp",
    "vLLM: rust/src/parser/src/tool/seed_oss.rs (December 2026)",
  ],
});
