import { isJsonObject, type JsonObject } from "../../../src/core/json.ts";
import { jsonEquals } from "../../../src/core/json-compare.ts";
import { writeJson } from "../../../src/core/json-write.ts";
import type { CaseKind, CaseRow, Failure } from "../case-kind.ts";
import { chunkings } from "../chunkings.ts";
import { listField, objectField, objectOf, optionalText, textField, textOf } from "../fields.ts";
import { argumentsValue, type ReadStream, readStream } from "../read-stream.ts";
import { hasReader, type Prefill, readerFactory } from "../readers.ts";

const RANDOM_CUTS = 50;

/** Raw outputs of models, read under every chunking. */
export const kind: CaseKind = {
  name: "model output",

  covers(row) {
    return row.fields.has("raw_output") && hasReader(textField(row.fields, "family")) ? ["raw_output"] : [];
  },

  run(row) {
    const { fields } = row;
    const expect = objectField(fields, "expect");
    const create = readerFactory(textField(fields, "family"), fields.get("tools"));
    const prefill = textField(fields, "prefill") as Prefill;
    const end = expect.get("finish_reason") === "length" ? "length" : "stop";
    for (const { name, chunks } of chunkings(textField(fields, "raw_output"), RANDOM_CUTS)) {
      const reason = difference(row, expect, readStream(create(prefill), chunks, end));
      if (reason !== undefined) return failure(name, reason);
    }
    return undefined;
  },
};

function failure(chunking: string, reason: string): Failure {
  return { reason: `${chunking}: ${reason}` };
}

function difference(row: CaseRow, expect: JsonObject, read: ReadStream): string | undefined {
  const trims = row.fields.get("ws") === "trim";
  for (const region of ["content", "reasoning"] as const) {
    const wanted = optionalText(expect, region) ?? "";
    const same = trims ? read[region].trim() === wanted.trim() : read[region] === wanted;
    if (!same) return `${region} is ${JSON.stringify(read[region])}, not ${JSON.stringify(wanted)}`;
  }
  const finish = optionalText(expect, "finish_reason");
  if (finish !== undefined && read.answer.finish_reason !== finish) return `finish_reason is ${read.answer.finish_reason}, not ${finish}`;
  return callDifference(row, expect, read);
}

function callDifference(row: CaseRow, expect: JsonObject, read: ReadStream): string | undefined {
  const wanted = listField(expect, "tool_calls").map((call) => objectOf(call, "tool_calls"));
  const names = read.calls.map((call) => call.name).join(", ");
  if (wanted.length !== read.calls.length) return `${read.calls.length} calls (${names}), not ${wanted.length}`;
  const texts = listField(expect, "arguments_text");
  for (const [index, call] of read.calls.entries()) {
    const name = textField(wanted[index], "name");
    if (call.name !== name) return `call ${index} is ${call.name}, not ${name}`;
    const text = texts[index];
    if (text !== undefined && call.arguments !== textOf(text, "arguments_text"))
      return `arguments of call ${index} are ${call.arguments}, not ${text}`;
    const value = wanted[index].get("arguments")!;
    if (isJsonObject(value) && value.has("_raw")) continue;
    const given = argumentsValue(call.arguments);
    if (given === undefined || !jsonEquals(given, value))
      return `arguments of call ${index} are ${call.arguments}, not ${writeJson(value)}`;
    if (row.fields.get("class") === "wellformed" && !call.complete) return `call ${index} of a well-formed output is marked incomplete`;
  }
  return undefined;
}
