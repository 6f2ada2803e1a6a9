import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readJson } from "../core/json-read.ts";
import { anyText, constString, jsonSchema, optional, or, regex, sequence, tag, tagsWithSeparator } from "./builders.ts";
import { outlineDocument } from "./outline-document.ts";
import { readStructuralTag } from "./read.ts";
import type { Format, TagFormat } from "./types.ts";
import { validateFormat } from "./validate.ts";
import { writeStructuralTagText } from "./write.ts";

const seed = new URL("../../../shared/seed/kimi-k3-structural-tag.txt", import.meta.url);
if (!existsSync(seed)) console.warn("skipped: ../shared/seed is not here");

const open = (name: string): string => `<|open|>${name}<|sep|>`;
const close = (name: string): string => `<|close|>${name}<|sep|>`;
const schema = (text: string): Format => jsonSchema(readJson(text));

function argument(key: string, type: string, content: Format): TagFormat {
  return tag(open(`argument key="${key}" type="${type}"`), content, close("argument"));
}

function call(name: string, typed: Format, parameters: string): TagFormat {
  const json = tag(open('json type="object"'), schema(parameters), close("json"));
  const body = sequence([regex("[1-9][0-9]*"), constString('"<|sep|>'), or([typed, json])]);
  return tag(`<|open|>call tool="${name}" index="`, body, close("call"));
}

const weather = call(
  "get_weather",
  argument("location", "string", anyText({ excludes: [close("argument"), close("call")] })),
  '{"type":"object","properties":{"location":{"type":"string"}},"required":["location"]}',
);
const add = call(
  "add",
  sequence([
    argument("y", "number", schema('{"type":"number"}')),
    argument("x", "number", schema('{"type":"number"}')),
    argument("items", "array", schema('{"type":"array","items":{"type":"string"}}')),
  ]),
  `{"type":"object","properties":{"y":{"type":"number"},"x":{"type":"number"},"items":{"type":"array","items":{"type":"string"}}},
    "required":["y","x","items"]}`,
);
const tools = (calls: TagFormat[]): Format => tag(open("tools"), tagsWithSeparator(calls, "", { atLeastOne: true }), close("tools"));
const message = (calls: Format): Format =>
  sequence([
    optional(constString(open("response"))),
    tag("", anyText({ excludes: ["<|open|>", "<|close|>", "<|end_of_msg|>"] }), close("response")),
    calls,
    optional(constString(close("message"))),
  ]);

const cases = [
  { cases: ["auto"], coverage: "final_output_only", format: message(optional(tools([weather, add]))) },
  { cases: ["required"], coverage: "final_output_only", format: message(tools([weather, add])) },
  { cases: ["named"], coverage: "final_output_only", format: message(tools([weather])) },
];

describe("the seed's grammars", () => {
  test.skipIf(!existsSync(seed))("print byte for byte", () => {
    expect(outlineDocument(cases)).toBe(readFileSync(seed, "utf8"));
  });

  test("are valid and survive the wire", () => {
    for (const { format } of cases) {
      expect(validateFormat(format, { strict: true })).toEqual([]);
      expect(readStructuralTag(writeStructuralTagText(format))).toEqual({ format, warnings: [] });
    }
  });

  test("share a heading where that is asked for", () => {
    const [auto, required] = cases;
    const alike = [auto, required, { ...auto, cases: ["auto_again"] }, { ...auto, coverage: "from_token_zero" }];
    const headings = outlineDocument(alike, { shareEqual: true })
      .split("\n")
      .filter((line) => line.startsWith("#"));
    expect(headings).toEqual(["# auto, auto_again (final_output_only)", "# required (final_output_only)", "# auto (from_token_zero)"]);
  });
});
