import { describe, expect, test } from "vitest";
import {
  anyText,
  constString,
  dispatch,
  grammar,
  jsonSchema,
  optional,
  or,
  plus,
  regex,
  repeat,
  sequence,
  star,
  tag,
  token,
} from "./builders.ts";
import { outline, outlineLines } from "./outline.ts";
import type { Format } from "./types.ts";

const c = constString("c");

describe("layout", () => {
  const table: readonly (readonly [name: string, format: Format, lines: string[]])[] = [
    ["a tag in a tag", tag("A", tag("B", constString("C"), "D"), "E"), ["tag `A` tag `B` `C` `D` `E`"]],
    ["an optional tag", optional(tag("A", anyText(), "B")), ["optional tag `A` text `B`"]],
    ["a wrapper in a wrapper", plus(optional(c)), ["plus", "  optional `c`"]],
    ["a wrapper in a tag", tag("A", star(c), "B"), ["tag `A` .. `B`", "  star `c`"]],
    ["a sequence of one", sequence([c]), ["sequence", "  `c`"]],
    ["an optional sequence", optional(sequence([c])), ["optional", "  sequence", "    `c`"]],
    ["an empty sequence is a leaf", optional(or([])), ["optional or"]],
    ["an empty grammar is a leaf", star(grammar("")), ["star grammar"]],
    ["a grammar's lines", grammar("root ::= a\r\n\na ::= `b`\n"), ["grammar", "  root ::= a", "  ", "  a ::= `b`"]],
    ["bounds", repeat(0, 3, c), ["repeat 0..3 `c`"]],
    ["a bound of none", repeat(2, -1, sequence([])), ["repeat 2.. sequence"]],
    ["budgets", anyText({ excludes: ["a", "b"], maxTokens: 1, maxChars: 0 }), ["text excluding [`a`, `b`] max_tokens=1 max_chars=0"]],
    ["an empty begin", tag("", anyText(), ["x", ""]), ["tag `` text `x` | ``"]],
    ["token boundaries", tag({ type: "token", token: 1 }, c, { type: "token", token: "</s>" }), ["tag token 1 `c` token `</s>`"]],
    ["a token by its text", token("`"), ["token `\\``"]],
    ["explicit defaults", { type: "any_text", excludes: [] }, ["text"]],
    ["styles", jsonSchema(false, { style: "gemma" }), ["gemma(never)"]],
    [
      "rules",
      dispatch([
        ["a", tag("x", c, "y")],
        ["b", plus(c)],
      ]),
      ["dispatch", "  on `a` tag `x` `c` `y`", "  on `b`", "    plus `c`"],
    ],
  ];
  test.each(table)("%s", (_, format, lines) => expect(outline(format)).toBe(lines.map((line) => `${line}\n`).join("")));
});

describe("quoting", () => {
  test.each([
    ["", "``"],
    ["\\", "`\\\\`"],
    ["`", "`\\``"],
    ["\n\r\t", "`\\n\\r\\t`"],
    ["\u0007\u0000\u001f\u007f\u0085\u009f", "`\\u{7}\\u{0}\\u{1f}\\u{7f}\\u{85}\\u{9f}`"],
    ['"<｜é>"\u{1f600}\u00a0', '`"<｜é>"\u{1f600}\u00a0`'],
    ["\ud800", "`\\u{d800}`"],
    ["\\n", "`\\\\n`"],
  ])("%j", (text, quoted) => expect(outline(constString(text))).toBe(`${quoted}\n`));
});

describe("patterns", () => {
  test.each([
    ["\\d+[`\\\\]", "/\\d+[`\\\\]/"],
    ["a/b", "/a\\/b/"],
    ["a\\/b", "/a\\/b/"],
    ["a\\\\/b", "/a\\\\\\/b/"],
    ["[/]", "/[\\/]/"],
    ["a\nb", "/a\\nb/"],
    ["a\\\nb", "/a\\nb/"],
    ["\\\\\n", "/\\\\\\n/"],
    ["\t\u0001", "/\\t\\u{1}/"],
    ["", "//"],
    ["\\", "/\\/"],
  ])("%j", (pattern, shown) => expect(outline(regex(pattern))).toBe(`${shown}\n`));
});

test("lines say where in the wire JSON they and the formats on them stand", () => {
  const inner = tag("<b>", anyText(), "</b>");
  const lines = outlineLines(sequence([optional(inner), dispatch([["x", c]]), grammar("root ::= a")]));
  expect(lines.map(({ text, depth, path }) => [text, depth, path])).toEqual([
    ["sequence", 0, "/format"],
    ["optional tag `<b>` text `</b>`", 1, "/format/elements/0"],
    ["dispatch", 1, "/format/elements/1"],
    ["on `x` `c`", 2, "/format/elements/1/rules/0"],
    ["grammar", 1, "/format/elements/2"],
    ["root ::= a", 2, "/format/elements/2/grammar"],
  ]);
  const shown = lines[1].spans.map(({ path, start, end }) => [path, lines[1].text.slice(start, end)]);
  expect(shown).toEqual([
    ["/format/elements/0", "optional tag `<b>` text `</b>`"],
    ["/format/elements/0/content", "tag `<b>` text `</b>`"],
    ["/format/elements/0/content/content", "text"],
  ]);
});
