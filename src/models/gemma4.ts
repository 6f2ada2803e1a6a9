import { fail } from "../core/errors.ts";
import { isJsonArray, isJsonObject, type Json } from "../core/json.ts";
import { writeJson } from "../core/json-write.ts";
import { childPointer } from "../core/pointer.ts";
import { toolArguments } from "../dialects/argument-schema.ts";
import type { CallDialect } from "../dialects/call-dialect.ts";
import { checkCallNames, nameProblem } from "../dialects/tool-names.ts";
import { tag } from "../format/builders.ts";
import { bufferedBody } from "../read/buffered-body.ts";
import { QuotedObjectReader } from "../read/quoted-object.ts";
import {
  GEMMA_CALL_BEGIN,
  GEMMA_CALL_END,
  GEMMA_CHANNEL,
  GEMMA_NAME_BEGIN,
  GEMMA_STOPS,
  GEMMA_THINK_BEGIN,
  GEMMA_THINK_END,
  GEMMA_TURN,
} from "../wire/gemma.ts";
import { GEMMA_QUOTE } from "../wire/parameter-tags.ts";
import { defineFamily } from "./define-family.ts";

const ENDS = [GEMMA_QUOTE, GEMMA_CALL_BEGIN, GEMMA_CALL_END, ...GEMMA_STOPS];

/** The name behind `call:`; namespaces in front of it are not part of it. */
function readName(head: string): string {
  const name = head.trim().replace(new RegExp(`^${GEMMA_NAME_BEGIN}`), "");
  return name.slice(name.lastIndexOf(":") + 1).trim();
}

function unwritableName(name: string): string | undefined {
  return nameProblem(name, ["{", ":", "<", "\n"]);
}

const CALLS: CallDialect = {
  argumentEncoding: "object with bare keys and marked quotes",
  layout: { kind: "blocks", trigger: GEMMA_CALL_BEGIN },
  tags(tool, context) {
    const { options } = context;
    const excludes = [...new Set([...(options.excludes ?? []), ...ENDS])];
    return [
      tag(
        GEMMA_CALL_BEGIN + GEMMA_NAME_BEGIN + tool.name,
        toolArguments(tool, { ...context, options: { ...options, excludes } }, "gemma"),
        GEMMA_CALL_END,
      ),
    ];
  },
  unwritableName,
  openings: [
    {
      marker: GEMMA_CALL_BEGIN,
      body: bufferedBody({
        headEnds: ["{"],
        readHead: readName,
        bareHead: true,
        ends: [GEMMA_CALL_END],
        breaks: [GEMMA_CALL_BEGIN, ...GEMMA_STOPS],
        readInside: (text, parameters, cutOff) => new QuotedObjectReader(GEMMA_QUOTE).read(text, parameters, cutOff),
      }),
    },
  ],
  strays: [GEMMA_CALL_END],
  textExcludes: [GEMMA_QUOTE, GEMMA_CHANNEL],
  write(calls) {
    checkCallNames(calls, unwritableName);
    return calls
      .map(
        (call, position) =>
          GEMMA_CALL_BEGIN + GEMMA_NAME_BEGIN + call.name + write(call.arguments, `/calls/${position}/arguments`) + GEMMA_CALL_END,
      )
      .join("");
  },
};

function write(value: Json, path: string): string {
  if (typeof value === "string") {
    if (ENDS.some((marker) => value.includes(marker)))
      fail("family-call-value", path, "the text holds a marker of the syntax", "take it out");
    return GEMMA_QUOTE + value + GEMMA_QUOTE;
  }
  if (isJsonArray(value)) return `[${value.map((item, index) => write(item, childPointer(path, index))).join(",")}]`;
  if (!isJsonObject(value)) return writeJson(value);
  const members = [...value].map(([key, member]) => {
    if (!/^[^\s"'<>|:,{}[\]=]+$/.test(key))
      fail("family-call-value", childPointer(path, key), "the syntax cannot write this key", "rename the property");
    return `${key}:${write(member, childPointer(path, key))}`;
  });
  return `{${members.join(",")}}`;
}

/** Gemma 4. Strings stand in quotes that are tokens of their own, without any escape. Assumed: the stop tokens. */
export const gemma4 = defineFamily({
  id: "gemma4",
  title: "Gemma 4",
  aliases: ["gemma-4"],
  reasoning: { begin: GEMMA_THINK_BEGIN, end: GEMMA_THINK_END, promptOpens: (mode) => (mode === "disabled" ? "response" : "none") },
  calls: CALLS,
  stops: GEMMA_STOPS,
  turnBegins: [GEMMA_TURN],
  frames: [{ marker: GEMMA_THINK_BEGIN.trim(), after: 1 }],
  sources: ["chat template gemma4 as transcribed in llama.cpp", "vLLM: rust/src/parser/src/unified/gemma4.rs (December 2026)"],
});
