import { writeJson } from "../../core/json-write.ts";
import { SPACED } from "../../dialects/json-calls.ts";
import { checkCallNames } from "../../dialects/tool-names.ts";
import { HARMONY_CALL, HARMONY_CHANNEL, HARMONY_MARKERS, HARMONY_MESSAGE, HARMONY_START } from "../../wire/harmony.ts";
import type { Family } from "../family.ts";
import { buildHarmony, HARMONY_NEXT, harmonyHeaders, harmonyNameProblem } from "./builder.ts";
import { harmonyReader } from "./reader.ts";

/** gpt-oss. A turn is a row of messages: analysis, preambles, calls, the answer. */
export const harmony: Family = {
  id: "harmony",
  title: "gpt-oss (Harmony)",
  aliases: ["gpt-oss", "gptoss", "gpt_oss", "openai-harmony"],
  shapes: ["xgrammar"],
  coverages: ["from_token_zero", "final_output_only"],
  defaultCoverage: "from_token_zero",
  promptOpens: () => "none",
  reasoning: "analysis channel",
  argumentEncoding: "JSON after a header",
  markers: HARMONY_MARKERS,
  answerMarkers: HARMONY_MARKERS,
  build: buildHarmony,
  reader: harmonyReader,
  writeCalls(calls) {
    checkCallNames(calls, harmonyNameProblem);
    return calls.map((call) => harmonyHeaders(call.name)[3] + writeJson(call.arguments, SPACED) + HARMONY_CALL).join(HARMONY_NEXT);
  },
  readPromptOpens(prompt) {
    const start = prompt.lastIndexOf(HARMONY_START);
    const header = prompt.slice(Math.max(start, 0));
    const channel = header.lastIndexOf(HARMONY_CHANNEL);
    if (channel < 0 || !header.includes(HARMONY_MESSAGE, channel)) return "none";
    return header.startsWith("analysis", channel + HARMONY_CHANNEL.length) ? "think" : "response";
  },
  sources: [
    "openai/harmony: docs/format.md",
    "SGLang: python/sglang/srt/parser/harmony_parser.py",
    "XGrammar: python/xgrammar/builtin_structural_tag.py at 53da3ff8",
  ],
};
