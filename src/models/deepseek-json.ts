import { deepseekJsonCalls } from "../dialects/deepseek-json.ts";
import { DEEPSEEK_ASSISTANT, DEEPSEEK_END_OF_SENTENCE, DEEPSEEK_USER } from "../wire/deepseek-json.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { defineFamily } from "./define-family.ts";

const STOPS = [DEEPSEEK_END_OF_SENTENCE];
const TURNS = [DEEPSEEK_ASSISTANT, DEEPSEEK_USER];
const SOURCES = [
  "chat templates of deepseek-ai/DeepSeek-R1, DeepSeek-V3-0324 and DeepSeek-V3.1",
  "vLLM: rust/src/parser/src/tool/deepseek_json (December 2026)",
  "XGrammar: python/xgrammar/builtin_structural_tag.py at 53da3ff8",
];
const REASONING = { begin: THINK_BEGIN, end: THINK_END };

/** DeepSeek R1: the prompt opens the reasoning. */
export const deepseekR1 = defineFamily({
  id: "deepseek-r1",
  title: "DeepSeek R1",
  reasoning: REASONING,
  calls: deepseekJsonCalls("fenced"),
  stops: STOPS,
  turnBegins: TURNS,
  frames: [{ marker: THINK_BEGIN, after: 1 }],
  xgrammar: {},
  sources: SOURCES,
});

/** DeepSeek V3: R1's calls without reasoning; a reasoning block is read all the same. */
export const deepseekV3 = defineFamily({
  id: "deepseek-v3",
  title: "DeepSeek V3",
  aliases: ["deepseek-chat"],
  reasoning: { ...REASONING, promptOpens: () => "response" },
  calls: deepseekJsonCalls("fenced"),
  stops: STOPS,
  turnBegins: TURNS,
  sources: SOURCES,
});

/** DeepSeek V3.1 and V3.2-Exp: calls without type and fence. The prompt ends in `<think>`, or in `</think>` where reasoning is off. */
export const deepseekV31 = defineFamily({
  id: "deepseek-v3-1",
  title: "DeepSeek V3.1",
  aliases: ["deepseek-v3.1", "deepseek-v3.2-exp"],
  reasoning: REASONING,
  calls: deepseekJsonCalls("bare"),
  stops: STOPS,
  turnBegins: TURNS,
  xgrammar: {},
  sources: SOURCES,
});
