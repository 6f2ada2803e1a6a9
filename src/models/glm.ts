import { glmCalls } from "../dialects/glm-calls.ts";
import { TOOL_CALL_BEGIN, TOOL_CALL_END } from "../wire/json-calls.ts";
import { GLM_PARAMETER } from "../wire/parameter-tags.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { GLM_ASSISTANT, GLM_STOPS } from "../wire/xml-calls.ts";
import { defineFamily } from "./define-family.ts";

const SOURCES = [
  "chat templates of zai-org/GLM-4.5 and GLM-4.7",
  "vLLM: rust/src/parser/src/tool/glm_xml (December 2026)",
  "XGrammar: python/xgrammar/builtin_structural_tag.py at 53da3ff8",
];
const ARGUMENTS = [TOOL_CALL_END, GLM_PARAMETER.begin, GLM_PARAMETER.keyEnd, GLM_PARAMETER.valueBegin, GLM_PARAMETER.end];

/** GLM-4.5 and 4.6: every part of a call on a line of its own. The model opens its reasoning itself, behind a line break. */
export const glm45 = defineFamily({
  id: "glm4-5",
  title: "GLM-4.5",
  aliases: ["glm-4.5", "glm-4.6", "glm4.5", "glm4.6"],
  reasoning: {
    begin: `\n${THINK_BEGIN}`,
    end: THINK_END,
    suffix: "\n",
    promptOpens: (mode) => (mode === "disabled" ? "response" : "none"),
  },
  calls: glmCalls({ lines: true, stops: GLM_STOPS }),
  stops: GLM_STOPS,
  turnBegins: [GLM_ASSISTANT],
  frames: [
    { marker: THINK_BEGIN, before: 1 },
    { marker: THINK_END, after: 1 },
    { marker: TOOL_CALL_BEGIN, before: 1 },
  ],
  sources: SOURCES,
});

/** GLM-4.7 and 5: no line breaks. Assumed: how the prompt closes the reasoning where it is off. */
export const glm47 = defineFamily({
  id: "glm4-7",
  title: "GLM-4.7",
  aliases: ["glm-4.7", "glm-5", "glm4.7", "glm5", "ling-3"],
  reasoning: { begin: THINK_BEGIN, end: THINK_END },
  calls: glmCalls({ lines: false, stops: GLM_STOPS }),
  stops: GLM_STOPS,
  turnBegins: [GLM_ASSISTANT],
  xgrammar: {
    textExcludes: [THINK_BEGIN, THINK_END, ...ARGUMENTS],
    plainExcludes: [THINK_BEGIN, THINK_END, TOOL_CALL_BEGIN, ...ARGUMENTS],
    reasoningExcludes: [THINK_BEGIN, THINK_END, TOOL_CALL_BEGIN, ...ARGUMENTS],
  },
  sources: SOURCES,
});
