import type { Json, JsonObject } from "../../../src/core/json.ts";
import { jsonEquals } from "../../../src/core/json-compare.ts";
import { readJson } from "../../../src/core/json-read.ts";
import { writeJson } from "../../../src/core/json-write.ts";
import type { CaseKind } from "../case-kind.ts";
import { type Chunking, chunkings, everyByte, everyCodePoint } from "../chunkings.ts";
import { listField, objectField, objectOf, optionalNumber, optionalText, textField, textOf } from "../fields.ts";
import { PARSE_PROPERTIES } from "../parse-properties.ts";
import { argumentsValue, type ReadStream, readStream } from "../read-stream.ts";
import { type Prefill, readerFactory } from "../readers.ts";

const FAMILY = "kimi_k3";
const RANDOM_CUTS = 50;

/** Outputs from public fault reports, with what must come out of them. */
export const kind: CaseKind = {
  name: "parse",

  covers({ id, fields }) {
    if (!fields.has("parse")) return [];
    return PARSE_PROPERTIES.has(id) ? ["parse", "property"] : ["parse"];
  },

  run({ id, fields }) {
    const parse = objectField(fields, "parse");
    const expect = objectField(parse, "expect");
    const create = readerFactory(FAMILY, fields.get("tools"));
    const prefill = (optionalText(parse, "starts_in") ?? "response") as Prefill;
    const end = optionalText(parse, "ended_by") === "length" ? "length" : "stop";
    const property = PARSE_PROPERTIES.get(id);
    for (const { name, chunks } of chunkingsOf(parse)) {
      const pieces = [...chunks];
      const reason =
        difference(expect, readStream(create(prefill), pieces, end)) ?? property?.({ create: () => create(prefill), chunks: pieces, end });
      if (reason !== undefined) return { reason: `${name}: ${reason}` };
    }
    return undefined;
  },
};

/** The row's own chunks first, then all others: the result may not depend on them. */
function* chunkingsOf(parse: JsonObject): Generator<Chunking> {
  const output = textField(parse, "output");
  const chunks = parse.get("chunks");
  if (chunks === "every-char") yield { name: "every character", chunks: everyCodePoint(output) };
  else if (chunks !== undefined) {
    const pieces = listField(parse, "chunks").map((chunk) => textOf(chunk, "chunks"));
    if (pieces.join("") !== output) throw new TypeError("the chunks do not make up the output");
    yield { name: "its chunks", chunks: pieces };
  }
  const hex = parse.get("chunks_hex");
  if (hex === "every-byte") yield { name: "every byte", chunks: everyByte(output) };
  else if (hex !== undefined) {
    yield { name: "its bytes", chunks: listField(parse, "chunks_hex").map((chunk) => Buffer.from(textOf(chunk, "chunks_hex"), "hex")) };
  }
  yield* chunkings(output, RANDOM_CUTS);
}

function difference(expect: JsonObject, read: ReadStream): string | undefined {
  const good = read.calls.filter((call) => call.complete && call.valid);
  for (const region of ["content", "reasoning"] as const) {
    const wanted = optionalText(expect, region) ?? "";
    if (read[region] !== wanted) return `${region} is ${JSON.stringify(read[region])}, not ${JSON.stringify(wanted)}`;
  }
  const finish = textField(expect, "finish");
  if (read.answer.finish_reason !== finish) return `finish is ${read.answer.finish_reason}, not ${finish}`;
  const wanted = listField(expect, "tool_calls").map((call) => objectOf(call, "tool_calls"));
  const names = read.calls.map(
    ({ name, complete, valid }) => `${name} ${complete ? "complete" : "cut off"} ${valid ? "valid" : "invalid"}`,
  );
  if (wanted.length !== good.length) return `${good.length} complete and valid calls, not ${wanted.length}: ${names.join(", ")}`;
  const compareText = expect.get("compare") === "text";
  for (const [index, call] of good.entries()) {
    const { name, text } = { name: textField(wanted[index], "name"), text: textField(wanted[index], "arguments") };
    const given = argumentsValue(call.arguments);
    const same = compareText ? call.arguments === text : given !== undefined && jsonEquals(given, readJson(text));
    if (call.name !== name || !same) return `call ${index} is ${call.name} ${call.arguments}, not ${name} ${text}`;
  }
  const errors = read.calls.filter((call) => call.complete && !call.valid).length + read.answer.problems.length;
  const least = optionalNumber(expect, "errors") ?? 0;
  if (errors < least) return `${errors} errors, not ${least}`;
  return incompleteDifference(expect, read) ?? indexDifference(expect, read);
}

function incompleteDifference(expect: JsonObject, read: ReadStream): string | undefined {
  const wanted = listField(expect, "incomplete_calls").map((call) => objectOf(call, "incomplete_calls"));
  const cutOff = read.calls.filter((call) => !call.complete);
  if (expect.has("incomplete_calls") && wanted.length !== cutOff.length) return `${cutOff.length} incomplete calls, not ${wanted.length}`;
  for (const [index, call] of wanted.entries()) {
    const { name, partial } = { name: textField(call, "name"), partial: call.get("partial") as Json };
    const given = argumentsValue(cutOff[index].arguments);
    if (cutOff[index].name !== name || given === undefined || !jsonEquals(given, partial)) {
      return `incomplete call ${index} is ${cutOff[index].name} ${cutOff[index].arguments}, not ${name} ${writeJson(partial)}`;
    }
  }
  return undefined;
}

function indexDifference(expect: JsonObject, read: ReadStream): string | undefined {
  if (!expect.has("delta_indexes")) return undefined;
  const indexes = new Set(
    read.events.flatMap((event) => (event.type === "call-start" || event.type === "call-arguments" ? [event.index] : [])),
  );
  const wanted = writeJson(listField(expect, "delta_indexes"));
  return JSON.stringify([...indexes]) === wanted ? undefined : `the indexes are ${JSON.stringify([...indexes])}, not ${wanted}`;
}
