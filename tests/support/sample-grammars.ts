import type { CompiledGrammar } from "../../src/matcher/compiled-grammar.ts";
import type { GrammarCompiler } from "../../src/matcher/compiler.ts";
import { buildOutputGrammar } from "../../src/models/build.ts";

export interface SampleGrammar {
  readonly name: string;
  compile(compiler: GrammarCompiler): CompiledGrammar;
}

const tag = (begin: unknown, content: unknown, end: unknown): object => ({ type: "tag", begin, content, end });
const text = (value: string): object => ({ type: "const_string", value });
const regex = (pattern: string): object => ({ type: "regex", pattern });
const sequence = (...elements: object[]): object => ({ type: "sequence", elements });
const json = (schema: unknown, more: object = {}): object => ({ type: "json_schema", json_schema: schema, ...more });

/** Ids of text tokens that the vocabularies of the tests have. */
const [T1, T2, T3] = [300, 400, 500];

const FORMATS: Readonly<Record<string, object>> = {
  "free text": { type: "any_text" },
  "free text with excludes": { type: "any_text", excludes: ["END", "the ", "\n\n"] },
  "free text in a tag": tag("<t>", { type: "any_text" }, ["</t>", "<|close|>"]),
  "characters limited": tag("", { type: "any_text", max_chars: 12 }, "##"),
  "tokens limited": tag("", { type: "any_text", max_tokens: 4 }, "##"),
  "triggered tags": {
    type: "triggered_tags",
    triggers: ["<call>", "<f="],
    tags: [tag("<call>\n", regex("[a-z]{3,9}"), "\n</call>"), tag("<f=x>", { type: "any_text" }, "</f>")],
    excludes: ["<think>"],
  },
  "triggered tags, at least one": {
    type: "triggered_tags",
    triggers: ["a"],
    tags: [tag("ab", regex("[0-9]+"), ";"), tag("ac", json({ type: "integer" }), " ")],
    at_least_one: true,
  },
  "triggered tags, first only": {
    type: "triggered_tags",
    triggers: ["{"],
    tags: [tag('{"n":', json(true), "}")],
    stop_after_first: true,
  },
  dispatch: {
    type: "dispatch",
    rules: [
      ["A", regex("x+")],
      ["AB", text("y")],
      ["the", regex(" [a-z]+\\.")],
    ],
    excludes: ["no"],
  },
  "tags with separator": {
    type: "tags_with_separator",
    separator: ", ",
    at_least_one: true,
    tags: [tag("<a>", json({ type: "string", maxLength: 6 }), "</a>"), tag("<b>", { type: "any_text" }, "</b>")],
  },
  "tokens among text": sequence(
    { type: "token", token: T1 },
    { type: "any_tokens", exclude_tokens: [T1, T2], max_tokens: 5 },
    { type: "token", token: T2 },
    { type: "exclude_token", exclude_tokens: [T3] },
    regex("(ab|cd)*"),
  ),
  "token-triggered tags": {
    type: "token_triggered_tags",
    trigger_tokens: [T1],
    tags: [tag({ type: "token", token: T1 }, { type: "any_tokens" }, { type: "token", token: T2 })],
    exclude_tokens: [T3],
  },
  "token dispatch": { type: "token_dispatch", rules: [[T1, regex("[0-9]{2}")]], loop: true },
  repeat: { type: "repeat", min: 2, max: 5, content: { type: "or", elements: [text("ha"), text("ho "), regex("[0-9]*")] } },
  "star and plus": sequence({ type: "star", content: regex("[a-z]+,") }, { type: "plus", content: text("é") }, text("end")),
  "several ways at once": {
    type: "or",
    elements: [regex("[a-z ]*x"), sequence({ type: "any_text", excludes: ["z"] }, text("z")), json({ type: "array" })],
  },
  "ambiguous free text": sequence({ type: "any_text" }, text("Z"), json(true)),
  "markers of special tokens": sequence(
    { type: "optional", content: text("<|open|>response<|sep|>") },
    tag("", { type: "any_text", excludes: ["<|open|>", "<|close|>"] }, "<|close|>response<|sep|>"),
  ),
};

const REGEXES: Readonly<Record<string, string>> = {
  "repeated words": "(foo|bar)+[0-9]{2,40}x",
  "long counters": "[^a]*b?c{2,300}",
  "a lookahead": "(?!.*the)[a-z ]+",
  "Unicode classes": "\\p{L}{1,5}[\\u4e00-\\u9fff]{1,5}。?",
  "word boundaries": "(\\b[A-Z][a-z]*\\b[ .]?){1,6}",
  "a date": "\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T\\d{2}:\\d{2}Z",
};

const SCHEMAS: Readonly<Record<string, object | boolean>> = {
  "any JSON": true,
  "a record": {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1, maxLength: 20 },
      age: { type: "integer", minimum: 0, maximum: 150 },
      mail: { type: "string", format: "email" },
      tags: { type: "array", items: { enum: ["red", "green", "rose", "gr\u00e9"] }, uniqueItems: true, maxItems: 3 },
    },
    required: ["name", "age"],
    additionalProperties: false,
  },
  "open object": { type: "object", properties: { abc: { type: "boolean" }, abd: { type: "null" } }, required: ["abd"] },
  "free keys by pattern": {
    type: "object",
    patternProperties: { "^x[0-9]+$": { type: "integer" } },
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 3,
  },
  "unique years": { type: "array", items: { type: "string", pattern: "^(199|20[0-2])[0-9]$" }, uniqueItems: true, minItems: 4 },
  "unique integers of a range": { type: "array", items: { type: "integer", minimum: 0, maximum: 3000 }, uniqueItems: true, minItems: 6 },
  "few keys": { type: "object", patternProperties: { "^k[0-3]$": { type: "boolean" } }, additionalProperties: false, minProperties: 2 },
  "unique items": { type: "array", items: { type: "integer" }, uniqueItems: true, minItems: 2 },
  patterns: {
    type: "object",
    properties: { id: { type: "string", pattern: "^[a-f0-9]{4,8}$" }, q: { type: "string", pattern: "the", minLength: 10 } },
    required: ["id", "q"],
    additionalProperties: false,
  },
  numbers: {
    type: "array",
    items: {
      anyOf: [
        { type: "number", minimum: -1.5, exclusiveMaximum: 20 },
        { type: "integer", multipleOf: 7 },
      ],
    },
  },
  recursion: {
    $defs: { node: { type: "object", properties: { v: { type: "integer" }, next: { $ref: "#/$defs/node" } }, required: ["v"] } },
    $ref: "#/$defs/node",
  },
  "strings with everything": { type: "string", not: { const: "the" } },
  "one of many": { oneOf: [{ type: "string", maxLength: 3 }, { type: "array", items: { type: "string" }, minItems: 1 }, { const: 12 }] },
  "a long string": { type: "object", properties: { t: { type: "string", maxLength: 40 } }, required: ["t"], additionalProperties: false },
};

const TOOLS = [
  {
    type: "function",
    function: {
      name: "get_weather",
      parameters: {
        type: "object",
        properties: { location: { type: "string" }, days: { type: "integer", minimum: 1, maximum: 9 }, unit: { enum: ["c", "f"] } },
        required: ["location"],
        additionalProperties: false,
      },
    },
  },
  { type: "function", function: { name: "any", parameters: { type: "object" } } },
];

/** Grammars of every kind. */
export const SAMPLE_GRAMMARS: readonly SampleGrammar[] = [
  ...Object.entries(FORMATS).map(([name, format]) => ({
    name,
    compile: (compiler: GrammarCompiler) => compiler.compileStructuralTag(format),
  })),
  ...Object.entries(REGEXES).map(([name, pattern]) => ({ name, compile: (compiler: GrammarCompiler) => compiler.compileRegex(pattern) })),
  ...Object.entries(SCHEMAS).flatMap(([name, schema]) => [
    { name, compile: (compiler: GrammarCompiler) => compiler.compileJsonSchema(schema) },
    {
      name: `${name}, keys in any order`,
      compile: (compiler: GrammarCompiler) => compiler.compileJsonSchema(schema, { writing: { anyOrder: true } }),
    },
  ]),
  ...["auto", "required"].map((toolChoice) => ({
    name: `Kimi K3's calls, ${toolChoice}`,
    compile: (compiler: GrammarCompiler) =>
      compiler.compileFormat(buildOutputGrammar({ model: "kimi-k3", tools: TOOLS, toolChoice, promptOpens: "response" }).format),
  })),
];
