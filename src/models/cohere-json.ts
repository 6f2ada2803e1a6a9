import { writeJson, writeJsonString } from "../core/json-write.ts";
import { toolArguments } from "../dialects/argument-schema.ts";
import type { CallDialect } from "../dialects/call-dialect.ts";
import { SPACED } from "../dialects/json-calls.ts";
import { jsonObjectsBody } from "../dialects/json-objects-body.ts";
import { constString, regex, sequence, tag } from "../format/builders.ts";
import {
  COHERE_ACTION_BEGIN,
  COHERE_ACTION_END,
  COHERE_CHATBOT,
  COHERE_RESPONSE,
  COHERE_STOP,
  COHERE_TEXT,
  COHERE_THINK_BEGIN,
  COHERE_THINK_END,
} from "../wire/marked-calls.ts";
import { defineFamily } from "./define-family.ts";

const BEGIN = `${COHERE_ACTION_BEGIN}[\n    `;
const END = `\n]${COHERE_ACTION_END}`;
const SEPARATOR = ",\n    ";
const ID_BEGIN = '{"tool_call_id": "';
const rest = (name: string): string => `", "tool_name": ${writeJsonString(name)}, "parameters": `;

const CALLS: CallDialect = {
  argumentEncoding: "list of JSON objects with name",
  layout: { kind: "section", begin: BEGIN, end: END, separator: SEPARATOR, trigger: COHERE_ACTION_BEGIN },
  tags: (tool, context) => [tag(ID_BEGIN, sequence([regex("\\d+"), constString(rest(tool.name)), toolArguments(tool, context)]), "}")],
  unwritableName: () => undefined,
  openings: [
    {
      marker: COHERE_ACTION_BEGIN,
      body: jsonObjectsBody({
        end: COHERE_ACTION_END,
        breaks: [COHERE_ACTION_BEGIN, COHERE_STOP],
        keys: { name: ["tool_name", "name"], arguments: ["parameters", "arguments"] },
      }),
    },
  ],
  strays: [COHERE_ACTION_END],
  write(calls, { callsBefore = 0 }) {
    const written = calls.map(
      (call, position) => `${ID_BEGIN}${callsBefore + position}${rest(call.name)}${writeJson(call.arguments, SPACED)}}`,
    );
    return BEGIN + written.join(SEPARATOR) + END;
  },
};

/** Cohere Command R7B and A: thinking, then either an action or a response. Newer ones spell the response's markers `TEXT`; both are read. */
export const cohereJson = defineFamily({
  id: "cohere-json",
  title: "Cohere Command (JSON)",
  aliases: ["cohere", "command-r7b", "command-a", "c4ai-command", "c4ai-command-a", "c4ai-command-r7b"],
  reasoning: { begin: COHERE_THINK_BEGIN, end: COHERE_THINK_END, promptOpens: (mode) => (mode === "disabled" ? "response" : "none") },
  calls: CALLS,
  answer: COHERE_RESPONSE,
  strays: [COHERE_TEXT.begin, COHERE_TEXT.end],
  stops: [COHERE_STOP],
  turnBegins: [COHERE_CHATBOT],
  sources: [
    "vLLM: rust/src/parser/src/reasoning/cohere_cmd.rs (December 2026)",
    "SGLang: python/sglang/srt/function_call/cohere_command4_detector.py",
  ],
});
