import { describe, expect, it } from "vitest";
import { acceptsText } from "../../../tests/support/accepts-text.ts";
import { byteVocabulary } from "../../../tests/support/byte-vocabulary.ts";
import { fromNative } from "../../core/json.ts";
import { GrammarCompiler } from "../../engine.ts";
import { ExprArena } from "../../expr/arena.ts";
import type { JsonSchemaStyle } from "../../format/types.ts";
import { normalizeSchema } from "../../schema/normalize.ts";
import { lowerStyledArguments } from "./lower-style.ts";

type Style = Exclude<JsonSchemaStyle, "json">;

function check(style: Style, schema: unknown, accept: readonly string[], reject: readonly string[], anyOrder = false): void {
  const arena = new ExprArena();
  const e = lowerStyledArguments(arena, normalizeSchema(fromNative(schema), { closed: true }), {
    style,
    writing: { anyOrder },
    literal: (text) => arena.literal(text),
  });
  for (const text of accept) expect([text, acceptsText(arena, e, text)]).toEqual([text, true]);
  for (const text of reject) expect([text, acceptsText(arena, e, text)]).toEqual([text, false]);
}

const PERSON = { type: "object", properties: { name: { type: "string" }, age: { type: "integer" } }, required: ["name"] };

describe("flat styles", () => {
  it("write one element for each argument", () => {
    check(
      "qwen_xml",
      PERSON,
      ["<parameter=name>\nBob\n</parameter>\n<parameter=age>\n3\n</parameter>", "<parameter=name></parameter>"],
      [
        "<parameter=age>3</parameter>",
        "<parameter=name>a</parameter><parameter=name>b</parameter>",
        "<parameter=name>a</parameter><parameter=age>x</parameter>",
        "<parameter=name>a</parameter> x",
      ],
    );
    check(
      "minimax_xml",
      PERSON,
      ['<parameter name="name">Bob</parameter>\n<parameter name="age"> 3</parameter>\n'],
      ["<parameter=name>a</parameter>"],
    );
    check(
      "glm_xml",
      PERSON,
      ["\n<arg_key>name</arg_key>\n<arg_value>B</arg_value>\n", "<arg_key>name</arg_key><arg_value>B</arg_value>"],
      ["<arg_key>name</arg_key>B</arg_value>"],
    );
    check(
      "kimi_k3_xml",
      PERSON,
      [
        '<|open|>argument key="name" type="string"<|sep|>B<|close|>argument<|sep|><|open|>argument key="age" type="number"<|sep|>3<|close|>argument<|sep|>',
      ],
      [
        '<|open|>argument key="name" type="number"<|sep|>3<|close|>argument<|sep|>',
        '<|open|>argument key="name" type="string"<|sep|>a<|close|>call<|sep|>b<|close|>argument<|sep|>',
      ],
    );
  });

  it("tie attributes to values", () => {
    const either = { type: "object", properties: { a: { type: ["string", "integer"] } }, required: ["a"] };
    const dsml = (flag: string, value: string): string => `<｜DSML｜parameter name="a" string="${flag}">${value}</｜DSML｜parameter>`;
    check("deepseek_xml", either, [dsml("true", "x"), dsml("true", "1"), dsml("false", "1")], [dsml("false", "x"), dsml("false", '"x"')]);
    const spaced = (value: string): string => `<｜DSML｜ parameter name="a" string="false">${value}</｜DSML｜ parameter>`;
    check("deepseek_v4_1_xml", either, [spaced("1")], [spaced("x"), dsml("false", "1")]);
  });

  it("hold text conditions on the text itself", () => {
    const schema = {
      type: "object",
      properties: {
        a: { type: "string", pattern: "^[a-z]+$", maxLength: 3 },
        b: { enum: ["x y", "</parameter>", 7] },
        c: { type: "string", maxLength: 2 },
      },
    };
    const p = (key: string, value: string): string => `<parameter=${key}>${value}</parameter>`;
    check(
      "qwen_xml",
      schema,
      [p("a", "abc"), p("a", "\nabc\n"), p("b", "x y"), p("b", " 7 "), p("b", "\nx y\n"), p("c", "é😀"), p("c", "\n\n\n\n")],
      [p("a", "abcd"), p("a", "ab1"), p("a", "\nabc"), p("b", "x"), p("b", "</parameter>"), p("c", "abc"), p("c", "\nab")],
    );
    check(
      "minimax_xml",
      { type: "object", properties: { c: { type: "string", maxLength: 12 } } },
      ['<parameter name="c">a</b></parameter>'],
      ['<parameter name="c"></parameter></parameter>', '<parameter name="c">0123456789abc</parameter>'],
    );
  });

  it("write undeclared keys once, and never as declared ones", () => {
    const schema = { type: "object", properties: { a: { type: "integer" } }, additionalProperties: { type: "integer" } };
    const p = (key: string, value: string): string => `<parameter=${key}>${value}</parameter>`;
    check(
      "qwen_xml",
      schema,
      ["", p("b", "1"), p("a", "1") + p("b", "1") + p("c", "2")],
      [p("a", "x"), p("b", "1") + p("b", "2"), p("b", "1") + p("a", "2"), p("b c", "1"), p("b", "x")],
    );
    check(
      "qwen_xml",
      schema,
      [p("b", "1") + p("a", "1") + p("c", "2")],
      [p("b", "1") + p("a", "1") + p("b", "2"), p("a", "1") + p("a", "2")],
      true,
    );
    check("qwen_xml", { type: "object", properties: {} }, ["", " \n"], [p("a", "1")]);
    check("qwen_xml", true, ["", p("x", "anything"), p("x", '{"a":1}')], [p("x", "1") + p("x", "2")]);
  });

  it("refuse keys that cannot be written", () => {
    expect(() => check("qwen_xml", { type: "object", properties: { "a>b": {} }, required: ["a>b"] }, [], [])).toThrow(
      /lower-style-unwritable/,
    );
  });
});

describe("styles with elements in elements", () => {
  const schema = {
    type: "object",
    properties: {
      list: {
        type: "array",
        items: { type: "object", properties: { n: { type: "integer" }, s: { type: "string" } }, required: ["n"] },
        maxItems: 2,
      },
      flag: { type: "boolean" },
    },
    required: ["list"],
  };

  it("cohere_xml types every element", () => {
    const value = (type: string, content: string, name?: string): string =>
      `<cofl:value${name === undefined ? "" : ` name="${name}"`} type="${type}">${content}</cofl:value>`;
    const item = value("dict", value("json", "1", "n") + value("raw", "x", "s"));
    check(
      "cohere_xml",
      schema,
      [value("list", "", "list"), value("list", item + item, "list") + value("json", "true", "flag")],
      [
        value("list", item + item + item, "list"),
        value("dict", "", "list"),
        value("list", value("dict", ""), "list"),
        value("list", value("dict", value("raw", "1", "n")), "list"),
      ],
    );
  });

  it("minimax_m3_xml names elements by their keys", () => {
    const ns = "]<]minimax[>[";
    const tag = (name: string, content: string): string => `${ns}<${name}>${content}${ns}</${name}>`;
    const item = tag("item", tag("n", "1") + tag("s", "x"));
    check(
      "minimax_m3_xml",
      schema,
      [tag("list", "[]"), `\n${tag("list", item)}\n${tag("flag", "true")}\n`],
      [tag("list", tag("item", tag("s", "x"))), `${ns}<list>[]${ns}</lists>`, tag("list", tag("item", tag("n", "x")))],
    );
  });

  it("minimax_m3_xml says that it leaves undeclared keys out", () => {
    const found = (schema: unknown): string[] => {
      const compiler = new GrammarCompiler(byteVocabulary());
      const format = { type: "json_schema", style: "minimax_m3_xml", jsonSchema: fromNative(schema) } as const;
      return compiler.compileFormat(format).diagnostics.map(({ code, path }) => `${code} ${path}`);
    };
    const properties = { a: { type: "string" } };
    expect(found({ type: "object", properties, additionalProperties: true })).toEqual(["lower-style-closed /format/json_schema"]);
    expect(found({ type: "object", properties })).toEqual([]);
  });

  it("end free objects in objects where their elements end", () => {
    const schema = { type: "object", properties: { a: { type: "object" }, b: { type: "string" } }, required: ["a"] };
    const value = (name: string, type: string, inside: string): string =>
      `<cofl:value name="${name}" type="${type}">${inside}</cofl:value>`;
    const full = value("a", "dict", ` ${value("x", "raw", "1")}\n${value("y", "dict", "")} `);
    check(
      "cohere_xml",
      schema,
      [full, `${full}\n${value("b", "raw", "z")}`, value("a", "dict", "")],
      [value("a", "dict", value("x", "raw", "1") + value("x", "raw", "2")), value("a", "raw", "")],
    );
  });

  it("gemma quotes strings with its marker", () => {
    const q = '<|"|>';
    check(
      "gemma",
      schema,
      ["{list:[]}", `{list:[{n:1,s:${q}a "b" {${q}},{n:2}],flag:true}`],
      ["{}", `{list:[{s:${q}a${q}}]}`, '{list:[{n:1,s:"a"}]}', "{list:[{n:1},]}"],
    );
    check("gemma", { type: "object", additionalProperties: { type: "integer" } }, ["{}", "{a:1,b:2}"], ["{a:1,a:2}", "{a:x}"]);
    expect(() => check("gemma", { type: "object", properties: { a: { type: "array", uniqueItems: true } } }, [], [])).toThrow(
      /lower-style-unwritable/,
    );
  });

  it("follow recursive schemas", () => {
    const tree = { type: "object", properties: { v: { type: "integer" }, next: { $ref: "#" } }, required: ["v"] };
    check("gemma", tree, ["{v:1,next:{v:2,next:{v:3}}}"], ["{v:1,next:{next:{v:3}}}"]);
  });
});
