import { describe, expect, it } from "vitest";
import { byteCompiler, languageDifference } from "../../tests/support/same-language.ts";
import { StructagError } from "../core/errors.ts";
import { fromNative } from "../core/json.ts";
import type { Format, TagFormat } from "../format/types.ts";
import { printFormat } from "./print-format.ts";

const compiler = byteCompiler();

const text = (value: string): Format => ({ type: "const_string", value });
const pattern = (source: string): Format => ({ type: "regex", pattern: source });
const schema = (value: unknown, more: object = {}): Format => ({ type: "json_schema", jsonSchema: fromNative(value), ...more });
const tag = (begin: string, content: Format, end: TagFormat["end"]): TagFormat => ({ type: "tag", begin, content, end });

const PLACE = {
  type: "object",
  properties: {
    city: { type: "string", minLength: 1, maxLength: 5 },
    größe: { enum: ["klein", "groß", 3, null] },
    place: { type: "array", items: { type: "integer", minimum: -3, maximum: 120 }, maxItems: 3 },
  },
  required: ["city"],
  additionalProperties: false,
};

/** One for each format and each thing that is hard to print. */
const FORMATS: Readonly<Record<string, Format>> = {
  "a text with escapes": text('a"b\\c\n\t\u0001é😀-]'),
  "an empty text": text(""),
  "characters beyond ASCII": pattern("[é-ü😀-😎^\\-\\]]+[^a]x"),
  "a pattern with lookahead": pattern("(?!ab)[a-c]{2,4}"),
  "any text": { type: "any_text" },
  "text without two others": { type: "any_text", excludes: ["<e>", "é<"] },
  "text of at most three characters": { type: "any_text", maxChars: 3 },
  "text of at most three characters without another": { type: "any_text", excludes: ["ab"], maxChars: 3 },
  "a tag around free text": tag("<a>", { type: "any_text" }, "</a>"),
  "a tag with several ends": tag("<a>", { type: "any_text", excludes: ["x"] }, ["</a>", "</b>", ""]),
  "an end that overlaps itself": tag("", { type: "any_text" }, "aa"),
  "repetitions of what may be empty": { type: "star", content: { type: "optional", content: pattern("a*b?") } },
  "counted repetitions": { type: "repeat", min: 2, max: 4, content: { type: "or", elements: [text("ab"), text("c"), text("")] } },
  "a sequence": { type: "sequence", elements: [text("x"), { type: "plus", content: text("y") }, { type: "optional", content: text("z") }] },
  "tags with a separator": { type: "tags_with_separator", tags: [tag("<", text("a"), ">"), tag("[", text("b"), "]")], separator: ", " },
  "triggered tags": {
    type: "triggered_tags",
    triggers: ["<f"],
    tags: [tag("<f=a>", pattern("\\d+"), "</f>"), tag("<f=b>", { type: "any_text" }, "</f>")],
    excludes: ["bad"],
  },
  "triggered tags that start at once": { type: "triggered_tags", triggers: ["<f"], tags: [tag("<f>", text("1"), "!")], atLeastOne: true },
  "one triggered tag": { type: "triggered_tags", triggers: ["<f"], tags: [tag("<f>", text("1"), "!")], stopAfterFirst: true },
  "overlapping triggers": {
    type: "dispatch",
    rules: [
      ["A", text("x")],
      ["AB", text("y")],
    ],
  },
  "a dispatch that ends": {
    type: "dispatch",
    rules: [
      ["abce", text("1")],
      ["bcd", text("2")],
    ],
    loop: false,
    excludes: ["!"],
  },
  "a recursive grammar": { type: "grammar", grammar: 'root ::= "(" root? ")" | list\nlist ::= "x" ("," root)* | list "y"' },
  "a schema": schema(PLACE),
  "a schema whose texts are excluded": schema({ type: "array", items: { type: "string" } }, { excludes: ["</p>", "<p", "\n"] }),
  "bounded strings whose texts are excluded": schema({ type: "string", minLength: 2, maxLength: 4 }, { excludes: ["aa", '"'] }),
  "patterns and lengths of strings": schema({ type: "string", pattern: "^[a-c]*b", maxLength: 4 }),
  "keys in any order": schema({ ...PLACE, required: ["city", "place"] }, { anyOrder: true }),
  "a recursive schema": schema({
    $ref: "#/$defs/node",
    $defs: { node: { type: "object", properties: { v: { type: "boolean" }, n: { $ref: "#/$defs/node" } }, required: ["v"] } },
  }),
  "parameters as elements": schema(PLACE, { style: "qwen_xml" }),
  "nested elements": schema({ type: "object", properties: { a: PLACE, b: { type: "string" } }, required: ["b"] }, { style: "cohere_xml" }),
};

describe("printFormat", () => {
  it.each(Object.entries(FORMATS))("prints %s as a grammar with the same language", (_, format) => {
    for (const syntax of ["ebnf", "gbnf"] as const) {
      const printed = printFormat(format, syntax);
      expect(printed.loosened).toEqual([]);
      expect(
        languageDifference(compiler, format, { type: "grammar", grammar: printed.text }, { samples: 12, maxBytes: 80 }),
      ).toBeUndefined();
    }
  });

  it("writes rules that people can read", () => {
    const format: Format = {
      type: "sequence",
      elements: [tag("<think>", { type: "any_text" }, "</"), schema({ enum: ["a", "b"] }), pattern("[0-9]{2}"), text('"\n')],
    };
    expect(printFormat(format, "gbnf").text).toBe(
      'root ::= "<think>" part-1 "</\\"" [ab] "\\"" [0-9]{2} "\\"\\n"\n' + 'part-1 ::= [^<]* ("<" "<"* ([^/<] part-1)?)?\n',
    );
    expect(printFormat(format, "lark").text).toBe(
      'start: "<" "t" "h" "i" "n" "k" ">" part_1 "<" "/" "\\"" /[ab]/ "\\"" /[0-9]/{2} "\\"" "\\n"\n' +
        'part_1: /[^\\x{3C}]/* ("<" "<"* (/[^\\x{2F}\\x{3C}]/ part_1)?)?\n',
    );
  });

  it("ends free text where a tag around it does", () => {
    const { text: grammar } = printFormat({ type: "any_text" }, "ebnf", { ends: ["ab"] });
    expect(
      languageDifference(compiler, { type: "any_text", excludes: ["ab"] }, { type: "grammar", grammar }, { samples: 10 }),
    ).toBeUndefined();
  });

  it.each([
    [
      "print-text-check",
      "/format/elements/1",
      { type: "sequence", elements: [text("x"), schema({ type: "array", items: { type: "integer" }, uniqueItems: true })] },
    ],
    ["print-text-check", "/format", schema(true)],
    ["print-token-budget", "/format/content", tag("a", { type: "any_text", maxTokens: 5 }, "b")],
  ] as const)("refuses what only loosening prints (%s)", (code, path, format) => {
    expect(refusal(format as Format)).toEqual([code, path]);
    const { text: grammar, loosened } = printFormat(format as Format, "gbnf", { loosen: true });
    expect(loosened.map((finding) => [finding.kind, finding.code, finding.path])).toEqual([["loosened", code, path]]);
    expect(
      languageDifference(compiler, format as Format, { type: "grammar", grammar }, { samples: 10, relation: "subset" }),
    ).toBeUndefined();
  });

  it("has no classes with a part of what is beyond ASCII where it is told", () => {
    const options = { classes: "ascii" } as const;
    const any = printFormat({ type: "any_text" }, "ebnf", options).text;
    expect(any).toBe('root ::= ([^\\u0000] | "\\u0000")*\n');
    expect(printFormat(pattern("[a-cé-ë]"), "ebnf", options).text).toBe('root ::= [a-c] | "é" | "ê" | "ë"\n');
    expect(() => printFormat(pattern("[^é]"), "ebnf", options)).toThrow("print-class at /format");
  });

  it.each([
    ["print-token", "/format", { type: "token", token: 1 }],
    ["print-token", "/format/begin", { type: "tag", begin: { type: "token", token: 1 }, content: text("x"), end: "y" }],
    ["compile-unsatisfiable", "/format/elements/0", { type: "sequence", elements: [pattern("(?!a)a")] }],
    [
      "print-too-large",
      "/format",
      schema(
        Object.fromEntries([
          ["type", "object"],
          ["properties", Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`, { type: "null" }]))],
        ]),
        { anyOrder: true },
      ),
    ],
  ] as const)("refuses %s at %s", (code, path, format) => {
    expect(refusal(format as Format, 5000)).toEqual([code, path]);
  });
});

function refusal(format: Format, maxStates = 100_000): readonly string[] | undefined {
  try {
    printFormat(format, "gbnf", { maxStates });
    return undefined;
  } catch (error) {
    if (error instanceof StructagError) return [error.code, error.issues[0].path];
    throw error;
  }
}
