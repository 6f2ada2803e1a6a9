import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readJson } from "../core/json-read.ts";
import * as build from "./builders.ts";
import { outline } from "./outline.ts";
import { readStructuralTag } from "./read.ts";
import { FORMAT_TYPES, type Format, type FormatType, JSON_SCHEMA_STYLES } from "./types.ts";
import { validateFormat } from "./validate.ts";
import { walkFormat } from "./visit.ts";
import { writeFormat } from "./write.ts";

const page = readFileSync(new URL("../../docs/structural-tags.md", import.meta.url), "utf8");
const sections = new Map([...page.matchAll(/^### `(\w+)`\n(.*?)(?=^### |$(?![\s\S]))/gms)].map((match) => [match[1], match[2]]));

const text = build.anyText();
const inner = build.tag("<a>", text, "</a>");
const built: Readonly<Record<FormatType, Format>> = {
  const_string: build.constString("x"),
  json_schema: build.jsonSchema(true, { style: "glm_xml", anyOrder: true, maxWhitespaceCount: 3, excludes: ["</x>"] }),
  regex: build.regex("[a-z]/"),
  grammar: build.grammar("root ::= [a-z]"),
  any_text: build.anyText({ excludes: ["<x>"], maxTokens: 0, maxChars: 2 ** 31 - 1 }),
  token: build.token("<eos>"),
  exclude_token: build.excludeToken([1, "<eos>"]),
  any_tokens: build.anyTokens({ excludeTokens: [1], maxTokens: 5 }),
  sequence: build.sequence([text, inner]),
  or: build.or([text, inner]),
  optional: build.optional(inner),
  plus: build.plus(inner),
  star: build.star(inner),
  repeat: build.repeat(2, 3, inner),
  tag: build.tag(build.tokenBoundary(7), text, build.tokenBoundary("<end>")),
  triggered_tags: build.triggeredTags(["<"], [inner], { atLeastOne: true, stopAfterFirst: true, excludes: ["</x>"] }),
  token_triggered_tags: build.tokenTriggeredTags([7], [build.tag(build.tokenBoundary(7), text, "</a>")], { excludeTokens: [8] }),
  tags_with_separator: build.tagsWithSeparator([inner], ",", { atLeastOne: true }),
  dispatch: build.dispatch([["<x>", inner]], { loop: false, excludes: ["<y>"] }),
  token_dispatch: build.tokenDispatch([["<x>", inner]], { loop: false, excludeTokens: [3] }),
};

describe.each(FORMAT_TYPES)("%s", (type) => {
  test("is built, visited, valid, and survives the wire", () => {
    const format = built[type];
    expect(format.type).toBe(type);
    expect([...walkFormat(format)][0]).toEqual({ format, path: "/format", depth: 0 });
    expect(validateFormat(format, { strict: true })).toEqual([]);
    const wire = writeFormat(format);
    expect(wire.get("type")).toBe(type);
    expect(readStructuralTag(wire).format).toEqual(format);
    expect(writeFormat(readStructuralTag(wire).format)).toEqual(wire);
    expect(outline(format)).toMatch(/^\S.*\n( .*\n)*$/);
  });

  test("has a section whose example reads, is valid and prints as it says", () => {
    const section = sections.get(type) ?? "";
    const [, json, shown] = /```json\n(.*?)```.*?```text\n(.*?)```/s.exec(section) ?? [];
    const { format, warnings } = readStructuralTag(json, { strict: true });
    expect(format.type).toBe(type);
    expect(warnings).toEqual([]);
    expect(outline(format)).toBe(shown);
    const fields = [...writeFormat(built[type]).keys()].filter((name) => name !== "type");
    for (const name of fields) expect(section).toContain(`\`${name}\``);
  });
});

test("the page has a section for each format type and no other", () => {
  expect([...sections.keys()]).toEqual(FORMAT_TYPES);
});

test("the page names each style", () => {
  for (const style of JSON_SCHEMA_STYLES) expect(sections.get("json_schema")).toContain(`\`${style}\``);
});

test("a tree of all kinds prints as specified", () => {
  const all = build.sequence([
    build.token(7),
    build.excludeToken([1, "<eos>"]),
    build.anyTokens({ excludeTokens: [2], maxTokens: 16 }),
    build.grammar("root ::= a\na ::= [a-z]"),
    build.repeat(1, -1, build.regex("[0-9]")),
    build.jsonSchema(readJson('{"type":"string"}'), { style: "kimi_k3_xml", anyOrder: true, maxWhitespaceCount: 2, excludes: ["</arg>"] }),
    build.tokenTriggeredTags([9], [build.tag(build.tokenBoundary(9), build.optional(build.constString("`\t")), ["</a>", "</b>"])], {
      stopAfterFirst: true,
    }),
    build.dispatch([["<call>", build.sequence([build.anyText()])]], { loop: false, excludes: ["<stop>"] }),
    build.tokenDispatch([[3, build.jsonSchema(readJson("{}"))]]),
  ]);
  const lines = [
    "sequence",
    "  token 7",
    "  token excluding [1, `<eos>`]",
    "  tokens excluding [2] max_tokens=16",
    "  grammar",
    "    root ::= a",
    "    a ::= [a-z]",
    "  repeat 1.. /[0-9]/",
    "  kimi_k3_xml(string) any_order max_whitespace=2 excluding [`</arg>`]",
    "  token_triggered_tags [9] stop_after_first",
    "    tag token 9 .. `</a>` | `</b>`",
    "      optional `\\`\\t`",
    "  dispatch once excluding [`<stop>`]",
    "    on `<call>`",
    "      sequence",
    "        text",
    "  token_dispatch",
    "    on 3 json(any)",
  ];
  expect(outline(all)).toBe(`${lines.join("\n")}\n`);
  expect(readStructuralTag(writeFormat(all)).format).toEqual(all);
});
