import type { Json, JsonObject } from "../../src/core/json.ts";
import { jsonEquals } from "../../src/core/json-compare.ts";
import { readJson } from "../../src/core/json-read.ts";
import { writeJson } from "../../src/core/json-write.ts";
import { listField, objectOf, optionalNumber, optionalText, textField } from "./fields.ts";
import { argumentsValue, type ReadStream } from "./read-stream.ts";

/** How a stream that was read differs from what a row of reported faults expects: only complete and valid calls count as calls. */
export function parseDifference(expect: JsonObject, read: ReadStream): string | undefined {
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
