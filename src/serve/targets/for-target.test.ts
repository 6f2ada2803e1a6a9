import { describe, expect, it } from "vitest";
import { byteCompiler, languageDifference } from "../../../tests/support/same-language.ts";
import { StructagError } from "../../core/errors.ts";
import { fromNative } from "../../core/json.ts";
import type { Format, TagFormat } from "../../format/types.ts";
import { forTarget } from "./for-target.ts";
import { resolveTarget, TARGETS, WEB_XGRAMMAR, XGRAMMAR } from "./profiles.ts";

const compiler = byteCompiler();
const text = (value: string): Format => ({ type: "const_string", value });
const schema = (value: unknown): Format => ({ type: "json_schema", jsonSchema: fromNative(value) });
const tag = (begin: string, content: Format, end: TagFormat["end"]): TagFormat => ({ type: "tag", begin, content, end });
const call = tag("<f=a>", text("1"), "</f>");
const PLAIN = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
const MATCHED = { type: "object", properties: { a: { type: "string", pattern: "^[a-c]+$" } }, required: ["a"] };
const OPEN = { type: "object", properties: { a: true } };

/** A format, and what types its parts have for web-xgrammar 0.1.27. */
const WEB: Readonly<Record<string, readonly [Format, string]>> = {
  "an optional part": [
    { type: "sequence", elements: [text("x"), { type: "optional", content: call }] },
    "sequence(const_string or(grammar tag(const_string)))",
  ],
  "an empty text in a sequence": [{ type: "sequence", elements: [text(""), text("x"), text("")] }, "sequence(const_string)"],
  "an empty text alone": [text(""), "grammar"],
  repetitions: [
    {
      type: "sequence",
      elements: [
        { type: "star", content: text("a") },
        { type: "plus", content: text("b") },
        { type: "repeat", min: 1, max: 3, content: text("c") },
      ],
    },
    "sequence(grammar grammar grammar)",
  ],
  "free text that ends the output": [{ type: "sequence", elements: [text("x"), { type: "any_text" }] }, "sequence(const_string any_text)"],
  "free text with something behind it": [
    { type: "sequence", elements: [{ type: "any_text" }, text("x")] },
    "sequence(grammar const_string)",
  ],
  "free text in a tag": [tag("<", { type: "any_text" }, ">"), "tag(any_text)"],
  "free text before an end that overlaps itself": [tag("<", { type: "any_text" }, "aa"), "tag(grammar)"],
  "free text before several ends": [tag("<", { type: "any_text" }, ["a", "b"]), "tag(sequence(grammar or(const_string const_string)))"],
  "free text with excludes": [tag("<", { type: "any_text", excludes: ["x"] }, ">"), "tag(grammar)"],
  "a separator that is empty": [{ type: "tags_with_separator", tags: [call], separator: "" }, "grammar"],
  "a list of tags with something behind it": [
    { type: "sequence", elements: [{ type: "tags_with_separator", tags: [call], separator: "," }, text("x")] },
    "sequence(grammar const_string)",
  ],
  "a list of tags at the end": [{ type: "tags_with_separator", tags: [call], separator: "," }, "tags_with_separator(tag(const_string))"],
  "one tag of several": [
    { type: "tags_with_separator", tags: [call, call], separator: "", atLeastOne: true, stopAfterFirst: true },
    "or(tag(const_string) tag(const_string))",
  ],
  "triggered tags": [{ type: "triggered_tags", triggers: ["<f"], tags: [call] }, "triggered_tags(tag(const_string))"],
  "triggered tags with excludes": [{ type: "triggered_tags", triggers: ["<f"], tags: [call], excludes: ["x"] }, "grammar"],
  "a dispatch": [{ type: "dispatch", rules: [["a", text("b")]] }, "grammar"],
  "a schema": [schema(PLAIN), "grammar"],
  "a plain pattern": [{ type: "regex", pattern: "[1-9][0-9]*(ab|c){1,3}" }, "regex"],
  "a pattern of which engines think differently": [{ type: "regex", pattern: "a.b|\\p{L}" }, "grammar"],
  "a grammar with macros": [{ type: "grammar", grammar: 'root ::= Regex("[ab]+") "c"' }, "grammar"],
};

function typesOf(format: Format): string {
  const children = "elements" in format ? format.elements : "tags" in format ? format.tags : "content" in format ? [format.content] : [];
  return format.type + (children.length === 0 ? "" : `(${children.map(typesOf).join(" ")})`);
}

function written(format: Format, target: string, loosen = false): Format {
  const output = forTarget(format, target, { loosen });
  if (output.kind !== "structural_tag") throw new Error("a grammar");
  return output.format;
}

function refusal(run: () => unknown): readonly string[] | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof StructagError) return [error.code, error.issues[0].path];
    throw error;
  }
}

describe("forTarget for web-xgrammar 0.1.27", () => {
  it.each(Object.entries(WEB).filter(([name]) => !name.includes("think differently")))(
    "writes %s with what there is",
    (_, [format, types]) => {
      const output = written(format, "web-xgrammar");
      expect(typesOf(output)).toBe(types);
      expect(languageDifference(compiler, format, output, { samples: 10, maxBytes: 60 })).toBeUndefined();
    },
  );

  it("refuses classes beyond ASCII, which it misreads, and drops excludes instead where it may", () => {
    const format = tag("<", { type: "any_text", excludes: ["｜"] }, ">");
    expect(refusal(() => forTarget(format, WEB_XGRAMMAR))).toEqual(["print-class", "/format/content"]);
    const output = forTarget(format, WEB_XGRAMMAR, { loosen: true });
    expect(output.loosened).toMatchObject([{ kind: "loosened", code: "target-excludes", path: "/format/content" }]);
    expect(output.kind === "structural_tag" && typesOf(output.format)).toBe("tag(any_text)");
  });

  it("refuses token formats with their place", () => {
    const format: Format = { type: "sequence", elements: [text("x"), { type: "token", token: 5 }] };
    expect(refusal(() => forTarget(format, "web-xgrammar"))).toEqual(["print-token", "/format/elements/1"]);
  });
});

describe("forTarget for XGrammar", () => {
  it("leaves alone what it reads alike, and says what it rewrote", () => {
    const format: Format = {
      type: "sequence",
      elements: [{ type: "star", content: { type: "any_text", excludes: ["x"] } }, schema(PLAIN)],
    };
    expect(forTarget(format, "vllm")).toEqual({ kind: "structural_tag", format, rewrites: [], loosened: [] });
    const output = forTarget({ type: "sequence", elements: [text("x"), schema(MATCHED)] }, "sglang");
    expect(output).toMatchObject({ rewrites: [{ path: "/format/elements/1", from: "json_schema", to: "grammar" }] });
  });

  it.each([
    ["a pattern", schema(MATCHED)],
    ["siblings of anyOf", schema({ anyOf: [{ type: "integer" }, { type: "string" }], maxLength: 3 })],
    ["bounds of numbers", schema({ type: "number", minimum: 0.5, maximum: 2 })],
    ["a style", { type: "json_schema", jsonSchema: fromNative(PLAIN), style: "qwen_xml" } as Format],
    ["a lookahead", { type: "regex", pattern: "(?!a)[a-c]+" } as Format],
  ])("writes %s as a grammar", (_, format) => {
    const output = written(format, "xgrammar");
    expect(output.type).toBe("grammar");
    expect(languageDifference(compiler, format, output, { samples: 10, maxBytes: 60 })).toBeUndefined();
  });

  it("lets open objects repeat keys only where it may", () => {
    expect(refusal(() => forTarget(schema(OPEN), XGRAMMAR))).toEqual(["print-text-check", "/format"]);
    const output = forTarget(schema(OPEN), XGRAMMAR, { loosen: true });
    expect(output).toMatchObject({ format: schema(OPEN), loosened: [{ kind: "loosened", code: "target-repeated-keys", path: "/format" }] });
  });
});

describe("targets", () => {
  it("are found by their names and the names of servers", () => {
    for (const target of TARGETS) for (const name of [target.id, ...target.aliases]) expect(resolveTarget(name.toUpperCase())).toBe(target);
    expect(refusal(() => resolveTarget("nothing"))).toEqual(["target-unknown", ""]);
  });

  it("that take grammars get the text of one", () => {
    expect(forTarget(text("ab"), "llama.cpp")).toEqual({ kind: "grammar", syntax: "gbnf", text: 'root ::= "ab"\n', loosened: [] });
    expect(forTarget(text("ab"), "llguidance")).toEqual({ kind: "grammar", syntax: "lark", text: 'start: "a" "b"\n', loosened: [] });
  });

  it("refuse formats that are not valid", () => {
    expect(refusal(() => forTarget({ type: "sequence", elements: [] }, "vllm"))?.[0]).toMatch(/^format-/);
  });
});
