import { describe, expect, test } from "vitest";
import { StructagError } from "../core/errors.ts";
import { readJson } from "../core/json-read.ts";
import { writeJson } from "../core/json-write.ts";
import {
  anyText,
  constString,
  dispatch,
  jsonSchema,
  optional,
  or,
  repeat,
  sequence,
  tag,
  tagsWithSeparator,
  triggeredTags,
} from "./builders.ts";
import { type ReadStructuralTagOptions, readStructuralTag } from "./read.ts";
import type { Format } from "./types.ts";
import { writeFormat, writeStructuralTagText } from "./write.ts";

const x = constString("x");
const read = (input: unknown, options?: ReadStructuralTagOptions): Format => readStructuralTag(input, options).format;
const issues = (input: unknown, options?: ReadStructuralTagOptions): string[] => {
  try {
    readStructuralTag(input, options);
  } catch (error) {
    if (error instanceof StructagError) return error.issues.map(({ code, path }) => `${code.replace("format-", "")} ${path}`);
    throw error;
  }
  return [];
};

describe("envelopes", () => {
  const format = { type: "const_string", value: "x" };
  test.each([
    ["the current one", { type: "structural_tag", format }],
    ["without type", { format }],
    ["a bare format", format],
    ["a bare format without type", { value: "x" }],
    ["as a member", { type: "structural_tag", structural_tag: { type: "structural_tag", format } }],
    ["as text in a member", { type: "structural_tag", structural_tag: JSON.stringify({ format }) }],
  ])("%s", (_, input) => {
    expect(read(input)).toEqual(x);
    expect(read(JSON.stringify(input))).toEqual(x);
    expect(read(readJson(JSON.stringify(input)))).toEqual(x);
  });

  test("the first dialect", () => {
    const format = triggeredTags(
      ["<f="],
      [tag("<f=a>", jsonSchema(readJson('{"type":"object"}')), "</f>"), tag("<f=b>", jsonSchema(true), "</f>")],
    );
    const structures = [
      { begin: "<f=a>", schema: { type: "object" }, end: "</f>" },
      { begin: "<f=b>", schema: "true", end: "</f>" },
    ];
    expect(read({ type: "structural_tag", structures, triggers: ["<f="] })).toEqual(format);
    expect(read({ structures, triggers: ["<f="] })).toEqual(format);
    expect(issues({ structures: [{ begin: 1, schema: [], end: "</f>", x: 1 }, 7] })).toEqual([
      "unknown-field /structures/0/x",
      "field-type /structures/0/schema",
      "field-type /structures/0/begin",
      "field-type /structures/1",
      "missing-field /triggers",
    ]);
    expect(issues({ structures, triggers: ["<f=a", "<q"] })).toEqual(["trigger-missing /structures/1/begin", "trigger-unused /triggers/1"]);
    expect(issues({ structures: [{ ...structures[0], schema: { schema: true } }], triggers: ["<f="] })).toEqual([
      "wrapped-schema /structures/0/schema",
    ]);
    expect(issues({ structures: [{ ...structures[0], schema: "{}x" }], triggers: ["<f="] })).toEqual(["json-syntax /structures/0/schema"]);
  });

  test.each<[input: unknown, found: string[]]>([
    [{ type: "json_schema", format }, ["envelope /type"]],
    [{ type: "structural_tag" }, ["missing-field /format"]],
    [{ type: "structural_tag", format, tools: [] }, ["unknown-field /tools"]],
    [{ format: null }, ["field-type /format"]],
    [[format], ["field-type "]],
    [null, ["field-type "]],
    ["{}x", ["json-syntax "]],
    ['"text"', ["field-type "]],
  ])("%j is refused", (input, found) => expect(issues(input)).toEqual(found));
});

describe("formats without type", () => {
  test.each<[input: object, format: Format]>([
    [{ begin: "<x>", content: { value: "x" }, end: "</x>" }, tag("<x>", x, "</x>")],
    [{ json_schema: {}, style: "qwen_xml" }, jsonSchema(readJson("{}"), { style: "qwen_xml" })],
    [{ excludes: ["a"], max_chars: 3 }, anyText({ excludes: ["a"], maxChars: 3 })],
    [{ elements: [{ value: "x" }] }, sequence([x])],
    [{ triggers: ["<"], tags: [{ begin: "<", content: { value: "x" }, end: "" }] }, triggeredTags(["<"], [tag("<", x, "")])],
    [{ tags: [{ begin: "<", content: { value: "x" }, end: "" }], separator: "" }, tagsWithSeparator([tag("<", x, "")], "")],
    [{ content: { value: "x" } }, optional(x)],
    [{ min: 0, max: 2, content: { value: "x" } }, repeat(0, 2, x)],
    [{ rules: [["a", { value: "x" }]], excludes: ["b"] }, dispatch([["a", x]], { excludes: ["b"] })],
  ])("%j", (input, format) => expect(read(input)).toEqual(format));

  test("are read in XGrammar's order where unknown fields are ignored", () => {
    const ignore = { unknownFields: "ignore" } as const;
    const { format, warnings } = readStructuralTag({ min: 0, max: 2, content: { value: "x" } }, ignore);
    expect(format).toEqual(optional(x));
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ["format-unknown-field", "/min"],
      ["format-unknown-field", "/max"],
    ]);
    expect(read({ rules: [["a", { value: "x" }]], excludes: ["b"] }, ignore)).toEqual(anyText({ excludes: ["b"] }));
  });

  test.each<[input: object, found: string[]]>([
    [{}, ["unrecognized "]],
    [{ pattern: "a" }, ["unrecognized "]],
    [{ min: 1 }, ["unrecognized "]],
    [{ value: 5 }, ["field-type /value"]],
    [{ content: { begin: "a", content: { tokens: 1 }, end: 2 } }, ["unrecognized /content/content", "field-type /content/end"]],
    [{ value: "x", colour: 1 }, ["unknown-field /colour"]],
  ])("%j is refused", (input, found) => expect(issues(input)).toEqual(found));
});

describe("broken fields", () => {
  test.each<[input: unknown, found: string[]]>([
    [{ type: "const_string" }, ["missing-field /value"]],
    [{ type: "const_strings", value: "x" }, ["unknown-type /type"]],
    [{ type: "constructor" }, ["unknown-type /type"]],
    [{ type: 5, value: "x" }, ["field-type /type"]],
    [{ type: "sequence", elements: [5, { type: "or", elements: {} }] }, ["field-type /elements/0", "field-type /elements/1/elements"]],
    [
      { type: "any_text", excludes: ["a", 1], max_tokens: true, max_chars: 1.5 },
      ["field-type /excludes/1", "field-type /max_tokens", "field-type /max_chars"],
    ],
    [{ type: "any_text", excludes: "a" }, ["field-type /excludes"]],
    [{ type: "any_text", max_tokens: -1 }, ["integer-range /max_tokens"]],
    [{ type: "json_schema", json_schema: "{}" }, ["field-type /json_schema"]],
    [{ type: "json_schema", json_schema: {}, style: "yaml", any_order: 1 }, ["unknown-style /style", "field-type /any_order"]],
    [{ type: "json_schema", json_schema: {}, style: 5 }, ["unknown-style /style"]],
    [{ type: "json_schema", json_schema: { name: "n", schema: {} } }, ["wrapped-schema /json_schema"]],
    [{ type: "optional", content: [] }, ["field-type /content"]],
    [{ type: "repeat", min: 0.5, content: { value: "x" } }, ["field-type /min", "missing-field /max"]],
    [
      { type: "tag", begin: { type: "token" }, content: { value: "x" }, end: ["a", 1] },
      ["missing-field /begin/token", "field-type /end/1"],
    ],
    [{ type: "tag", begin: { type: "regex", token: 1 }, content: { value: "x" }, end: null }, ["boundary /begin/type", "field-type /end"]],
    [{ type: "tag", begin: { token: 1, id: 2 }, content: { value: "x" }, end: [] }, ["unknown-field /begin/id"]],
    [
      { type: "tags_with_separator", tags: [{ type: "const_string", value: "x" }], separator: "" },
      [
        "not-a-tag /tags/0/type",
        "unknown-field /tags/0/value",
        "missing-field /tags/0/begin",
        "missing-field /tags/0/end",
        "missing-field /tags/0/content",
      ],
    ],
    [{ type: "tags_with_separator", tags: ["x"], separator: "" }, ["field-type /tags/0"]],
    [
      { type: "dispatch", rules: [["a"], "b", ["c", { value: "x" }, 1], [1, { value: "x" }]] },
      ["rule-shape /rules/0", "rule-shape /rules/1", "rule-shape /rules/2", "field-type /rules/3/0"],
    ],
    [{ type: "token_dispatch", rules: [[1.5, { value: "x" }]] }, ["field-type /rules/0/0"]],
    [{ type: "token", token: null }, ["field-type /token"]],
    [{ type: "exclude_token", exclude_tokens: [[]] }, ["field-type /exclude_tokens/0"]],
    [{ format: { type: "regex", pattern: "a", "x/y": 1 } }, ["unknown-field /format/x~1y"]],
  ])("%j", (input, found) => expect(issues(input)).toEqual(found));

  test("are collected up to a hundred", () => {
    expect(issues({ type: "or", elements: new Array(500).fill(0) })).toHaveLength(100);
  });

  test("may be unknown where that is asked for", () => {
    const { format, warnings } = readStructuralTag(
      { format: { type: "const_string", value: "x", note: 1 }, n: 2 },
      { unknownFields: "ignore" },
    );
    expect(format).toEqual(x);
    expect(warnings.map(({ path }) => path)).toEqual(["/n", "/format/note"]);
  });
});

describe("spellings", () => {
  test("equal tags give equal formats", () => {
    const plain = read({ type: "any_text" });
    expect(read({ type: "any_text", excludes: [], max_tokens: null, max_chars: null })).toEqual(plain);
    expect(plain).toEqual({ type: "any_text" });
    expect(read({ type: "json_schema", json_schema: true, style: "json", any_order: false, max_whitespace_cnt: null })).toEqual(
      jsonSchema(true),
    );
    expect(read({ type: "dispatch", rules: [["a", { value: "x" }]], loop: true })).toEqual(dispatch([["a", x]]));
  });

  test("outdated ones are read with a warning", () => {
    const { format, warnings } = readStructuralTag({ type: "qwen_xml_parameter", json_schema: { type: "object" } });
    expect(format).toEqual(jsonSchema(readJson('{"type":"object"}'), { style: "qwen_xml" }));
    expect(warnings).toMatchObject([{ code: "format-deprecated-type", path: "/type" }]);
    expect(issues({ type: "qwen_xml_parameter", json_schema: {}, style: "json" })).toEqual(["unknown-field /style"]);
    const large = readStructuralTag({ type: "repeat", min: 0, max: 2 ** 31, content: { value: "x" } });
    expect(large.format).toEqual(repeat(0, -1, x));
    expect(large.warnings).toMatchObject([{ code: "format-repeat-unbounded", path: "/max" }]);
  });

  test("a schema keeps its key order and numbers", () => {
    const schema = '{"properties":{"10":{"maximum":1.0},"2":{"const":1152921504606846977},"__proto__":true}}';
    const format = read(`{"type":"json_schema","json_schema":${schema}}`);
    expect(writeJson(writeFormat(format).get("json_schema")!)).toBe(schema);
  });

  test("what is written is current JSON", () => {
    const format = or([
      anyText({ maxChars: 4 }),
      jsonSchema(true, { maxWhitespaceCount: 2, excludes: ["</a>"] }),
      tagsWithSeparator([tag({ type: "token", token: 3 }, x, ["</a>", ""])], ","),
      dispatch([["a", jsonSchema(true)]]),
    ]);
    expect(JSON.parse(writeStructuralTagText(format))).toEqual({
      type: "structural_tag",
      format: {
        type: "or",
        elements: [
          { type: "any_text", excludes: [], max_chars: 4 },
          { type: "json_schema", json_schema: true, style: "json", any_order: false, max_whitespace_cnt: 2, excludes: ["</a>"] },
          {
            type: "tags_with_separator",
            tags: [{ type: "tag", begin: { type: "token", token: 3 }, content: { type: "const_string", value: "x" }, end: ["</a>", ""] }],
            separator: ",",
            at_least_one: false,
            stop_after_first: false,
          },
          {
            type: "dispatch",
            rules: [["a", { type: "json_schema", json_schema: true, style: "json", any_order: false }]],
            loop: true,
            excludes: [],
          },
        ],
      },
    });
    expect(writeStructuralTagText(x, { indent: 2 }).split("\n")).toHaveLength(7);
  });

  test.each<[format: Format, path: string]>([
    [sequence([anyText({ maxTokens: 2 ** 31 })]), "/format/elements/0/max_tokens"],
    [anyText({ maxChars: -1 }), "/format/max_chars"],
    [jsonSchema(true, { maxWhitespaceCount: 0.5 }), "/format/max_whitespace_cnt"],
    [tag({ type: "token", token: Number.NaN }, x, ""), "/format/begin/token"],
    [repeat(0, -2, x), "/format/max"],
  ])("numbers that the wire can't hold are refused", (format, path) => {
    expect(() => writeFormat(format)).toThrow(
      expect.objectContaining({ code: "format-integer-range", issues: [expect.objectContaining({ path })] }),
    );
  });
});

describe("depth", () => {
  const nested = (levels: number): string =>
    `${'{"type":"star","content":'.repeat(levels)}{"type":"regex","pattern":"a"}${"}".repeat(levels)}`;
  const rules = (levels: number): string =>
    `${'{"type":"dispatch","rules":[["a",'.repeat(levels)}{"type":"json_schema","json_schema":true}${"]]}".repeat(levels)}`;

  test("up to the limit", () => {
    for (const make of [nested, rules]) {
      const text = make(255);
      expect(writeFormat(read(text))).toEqual(writeFormat(read(JSON.parse(text))));
    }
  });

  test.each([256, 10_000])("%i levels end in a coded error", (levels) => {
    for (const make of [nested, rules]) {
      expect(() => read(make(levels))).toThrow(expect.objectContaining({ code: levels > 1000 ? "json-depth" : "format-depth" }));
      expect(() => read(JSON.parse(make(levels)))).toThrow(StructagError);
    }
  });

  test("a schema past its own limit is refused with its place", () => {
    const schema = `${'{"not":'.repeat(600)}true${"}".repeat(600)}`;
    expect(issues(`{"format":{"type":"json_schema","json_schema":${schema}}}`)).toEqual(["json-depth /format/json_schema"]);
  });
});
