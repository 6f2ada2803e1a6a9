import { invokeCalls } from "../dialects/invoke-calls.ts";
import { DEEPSEEK_ASSISTANT, DEEPSEEK_END_OF_SENTENCE, DEEPSEEK_USER } from "../wire/deepseek-json.ts";
import { DSML_JSON, DSML_TEXT } from "../wire/parameter-tags.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { DSML } from "../wire/xml-calls.ts";
import { defineFamily } from "./define-family.ts";
import type { Family } from "./family.ts";

const STOPS = [DEEPSEEK_END_OF_SENTENCE];
const LEAD = "\n\n";

/** The words inside DSML's tags: the section's, and the space behind the token. */
interface Dialect {
  readonly id: string;
  readonly title: string;
  readonly aliases: readonly string[];
  readonly section: string;
  readonly space: string;
  readonly hasXgrammar: boolean;
}

const section = (word: string, space: string) => ({ begin: `<${DSML}${space}${word}>`, end: `</${DSML}${space}${word}>` });
const WORDS = ["function_calls", "tool_calls", "calls", "toolcalls"];

function dsml({ id, title, aliases, section: word, space, hasXgrammar }: Dialect): Family {
  const wrapper = section(word, space);
  const others = WORDS.map((other) => section(other, space)).filter((other) => other.begin !== wrapper.begin);
  return defineFamily({
    id,
    title,
    aliases,
    reasoning: { begin: THINK_BEGIN, end: THINK_END },
    calls: invokeCalls({
      style: space === "" ? "deepseek_xml" : "deepseek_v4_1_xml",
      section: wrapper,
      lead: LEAD,
      otherSections: others,
      begin: `<${DSML}${space}invoke`,
      end: `</${DSML}${space}invoke>`,
      parameterBegin: `<${DSML}${space}parameter`,
      parameterEnd: `</${DSML}${space}parameter>`,
      otherEnds: [`</${DSML}>`],
      labels: { text: DSML_TEXT, json: DSML_JSON },
      stops: STOPS,
    }),
    stops: STOPS,
    turnBegins: [DEEPSEEK_ASSISTANT, DEEPSEEK_USER],
    frames: [wrapper, ...others].map(({ begin }) => ({ marker: begin, before: LEAD.length })),
    ...(hasXgrammar ? { xgrammar: {} } : {}),
    sources: [
      "vLLM: rust/src/parser/src/tool/deepseek_dsml (December 2026)",
      "SGLang: python/sglang/srt/entrypoints/openai/encoding_dsv4.py",
      "XGrammar: python/xgrammar/builtin_structural_tag.py at 53da3ff8",
    ],
  });
}

/** DeepSeek V3.2: DSML, whose tags hold one token. The prompt ends in `<think>` or `</think>`. */
export const deepseekV32 = dsml({
  id: "deepseek-v3-2",
  title: "DeepSeek V3.2",
  aliases: ["deepseek-v3.2"],
  section: "function_calls",
  space: "",
  hasXgrammar: true,
});

/** DeepSeek V4: another word for the section. */
export const deepseekV4 = dsml({
  id: "deepseek-v4",
  title: "DeepSeek V4",
  aliases: [],
  section: "tool_calls",
  space: "",
  hasXgrammar: true,
});

/** DeepSeek V4.1: a space behind the token, in every tag. */
export const deepseekV41 = dsml({
  id: "deepseek-v4-1",
  title: "DeepSeek V4.1",
  aliases: ["deepseek-v4.1"],
  section: "calls",
  space: " ",
  hasXgrammar: false,
});
