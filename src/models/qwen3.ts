import { jsonCalls } from "../dialects/json-calls.ts";
import { END_OF_TEXT, IM_END, IM_START, TOOL_CALL_BEGIN, TOOL_CALL_END } from "../wire/json-calls.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { defineFamily } from "./define-family.ts";

const STOPS = [IM_END, END_OF_TEXT];
const CALLS = jsonCalls({ begin: TOOL_CALL_BEGIN, end: TOOL_CALL_END, pad: "\n", stops: STOPS });
const FRAMES = [
  { marker: THINK_BEGIN, after: 1 },
  { marker: THINK_END, before: 1, after: 2 },
  { marker: TOOL_CALL_BEGIN, before: 1 },
];
const SOURCES = [
  "chat template of Qwen/Qwen3-8B (2026)",
  "vLLM: rust/src/parser/src/tool/json (December 2026)",
  "XGrammar: python/xgrammar/builtin_structural_tag.py at 53da3ff8",
];

/**
 * Qwen3 and Qwen2.5. Reasoning is left to the model where the prompt does not close it; that the thinking checkpoints of July 2025 open it in the prompt
 * is an assumption, which `readPromptOpens` makes unnecessary.
 */
export const qwen3 = defineFamily({
  id: "qwen3",
  title: "Qwen3",
  aliases: ["qwen-3", "qwen2.5", "qwen-2.5", "qwq"],
  reasoning: {
    begin: THINK_BEGIN,
    end: THINK_END,
    suffix: "\n\n",
    promptOpens: (mode) => (mode === "disabled" ? "response" : "none"),
  },
  calls: CALLS,
  stops: STOPS,
  turnBegins: [IM_START],
  frames: FRAMES,
  xgrammar: {},
  sources: SOURCES,
});

/** Hermes 2 to 4, and finetunes that took over its format: the same calls, mostly without reasoning. Its markers may be text. */
export const hermes = defineFamily({
  id: "hermes",
  title: "Hermes",
  matches: /^.*hermes(?=-|$)/,
  reasoning: { begin: THINK_BEGIN, end: THINK_END, promptOpens: () => "response" },
  calls: CALLS,
  stops: STOPS,
  turnBegins: [IM_START],
  frames: FRAMES,
  sources: ["chat template of NousResearch/Hermes-3-Llama-3.1-8B", "vLLM: rust/src/parser/src/tool/json (December 2026)"],
});
