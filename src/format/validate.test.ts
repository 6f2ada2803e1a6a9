import { describe, expect, test } from "vitest";
import { readJson } from "../core/json-read.ts";
import {
  anyText,
  anyTokens,
  constString,
  dispatch,
  grammar,
  jsonSchema,
  optional,
  or,
  regex,
  repeat,
  sequence,
  star,
  tag,
  tagsWithSeparator,
  token,
  tokenBoundary,
  tokenDispatch,
  tokenTriggeredTags,
  triggeredTags,
} from "./builders.ts";
import type { Format, JsonSchemaStyle } from "./types.ts";
import { validateFormat } from "./validate.ts";

const c = constString("c");
const begins = (...texts: string[]) => texts.map((text) => tag(text, c, ""));
const beginsWith = (...tokens: (number | string)[]) => tokens.map((member) => tag(tokenBoundary(member), c, ""));
const found = (format: Format): string[] =>
  validateFormat(format).map(
    ({ severity, code, path }) => `${severity === "error" ? "" : "? "}${code.replace("format-", "")} ${path.replace("/format", "")}`,
  );

/** Codes lack their prefix and paths theirs; a warning starts with "?". */
const TABLE: readonly (readonly [name: string, format: Format, issues: string[]])[] = [
  [
    "lists without members",
    sequence([or([]), tagsWithSeparator([], ",")]),
    ["empty-list /elements/0/elements", "empty-list /elements/1/tags"],
  ],
  ["an empty sequence", sequence([]), ["empty-list /elements"]],
  ["an empty pattern", regex(""), ["empty-text /pattern"]],
  ["an empty grammar", grammar(""), ["empty-text /grammar"]],
  ["an empty constant is fine", constString(""), []],
  [
    "half a surrogate pair",
    tag("\ud800", constString("a\udc00b"), ["x", "\ud83d"]),
    ["lone-surrogate /begin", "lone-surrogate /end/1", "lone-surrogate /content/value"],
  ],
  ["budgets out of range", anyText({ maxTokens: -1, maxChars: 2 ** 31 }), ["integer-range /max_tokens", "integer-range /max_chars"]],
  ["a budget that is no integer", anyTokens({ maxTokens: 1.5 }), ["integer-range /max_tokens"]],
  ["a budget of nothing is fine", anyText({ maxTokens: 0, maxChars: 0 }), []],
  ["an empty exclude of free text", anyText({ excludes: [""] }), ["? empty-exclude /excludes/0"]],
  ["whitespace below one", jsonSchema(true, { maxWhitespaceCount: 0 }), ["integer-range /max_whitespace_cnt"]],
  ["a schema that is none", jsonSchema("string"), ["field-type /json_schema"]],
  ["a style that is none", jsonSchema(true, { style: "yaml" as JsonSchemaStyle }), ["unknown-style /style"]],
  ["a wrapped schema", jsonSchema(readJson('{"name":"n","schema":{},"strict":true}')), ["wrapped-schema /json_schema"]],
  ["a schema with a keyword named schema", jsonSchema(readJson('{"type":"object","schema":{}}')), []],
  ["an empty exclude of strings", jsonSchema(true, { excludes: ["a", ""] }), ["empty-text /excludes/1"]],
  ["a repeat below nothing", repeat(-1, -2, c), ["integer-range /min", "integer-range /max"]],
  ["a repeat the wrong way round", repeat(3, 2, c), ["repeat-range "]],
  ["a repeat of nothing", repeat(0, 0, c), []],
  [
    "tokens that are none",
    sequence([token(-1), token(""), token(2 ** 31)]),
    ["integer-range /elements/0/token", "empty-text /elements/1/token", "integer-range /elements/2/token"],
  ],

  ["a tag without an end list", tag("a", c, []), ["empty-list /end"]],
  ["free text without an end", tag("a", anyText(), ""), ["open-end /end"]],
  ["free text with one end of two", tag("a", anyText(), ["", "b"]), []],
  ["free text with excludes", tag("a", anyText({ excludes: ["x"] }), ""), []],
  ["free text with a token's end", tag("a", anyText(), tokenBoundary(1)), []],
  ["a star without an end", tag("a", star(c), [""]), ["open-end /end"]],
  ["an unbounded repeat without an end", tag("a", optional(repeat(1, -1, c)), ""), ["open-end /end"]],
  ["a repeat of free text without an end", tag("a", repeat(1, 2, anyText()), ""), ["open-end /end"]],
  ["a bounded repeat needs no end", tag("a", repeat(1, 2, c), ""), []],
  ["a sequence with free text needs an end", tag("a", sequence([c, anyText()]), ""), ["open-end /end"]],
  ["a sequence whose free text has excludes needs none", tag("a", sequence([c, anyText({ excludes: ["x"] })]), ""), []],
  ["an inner tag bounds its text", tag("a", tag("b", anyText(), "c"), ""), []],

  ["no triggers, no tags", triggeredTags([], []), ["empty-list /triggers", "empty-list /tags"]],
  [
    "an empty trigger and exclude",
    triggeredTags([""], begins("a"), { excludes: [""] }),
    ["empty-text /triggers/0", "empty-text /excludes/0"],
  ],
  ["a tag without a trigger", triggeredTags(["A"], begins("A1", "B")), ["trigger-missing /tags/1/begin"]],
  ["a trigger without a tag", triggeredTags(["A", "Z"], begins("AC")), ["trigger-unused /triggers/1"]],
  ["a trigger that is another's prefix", triggeredTags(["<ab", "<a"], begins("<ab>")), ["trigger-prefix /triggers/0"]],
  ["a trigger listed twice", triggeredTags(["A", "A"], begins("AB")), ["trigger-prefix /triggers/1"]],
  ["triggers that only share a part", triggeredTags(["bcd", "abce"], begins("bcd", "abce")), []],
  ["a token where text is needed", triggeredTags(["A"], [...begins("A"), ...beginsWith(1)]), ["trigger-begin /tags/1/begin"]],
  [
    "an exclude that starts a trigger",
    triggeredTags(["<tool>"], begins("<tool>"), { excludes: ["x", "<to"] }),
    ["trigger-unreachable /triggers/0"],
  ],
  ["an exclude inside a trigger is harmless", triggeredTags(["<tool>"], begins("<tool>"), { excludes: ["ool"] }), []],
  [
    "an end that starts a trigger",
    tag("", triggeredTags(["<tool>"], begins("<tool>")), "<"),
    ["? trigger-unreachable /content/triggers/0"],
  ],

  ["token triggers without tags", tokenTriggeredTags([], []), ["empty-list /trigger_tokens", "empty-list /tags"]],
  ["token triggers", tokenTriggeredTags([1, "<a>"], beginsWith(1, "<a>")), []],
  ["text where a token is needed", tokenTriggeredTags([1], [...beginsWith(1), ...begins("A")]), ["trigger-begin /tags/1/begin"]],
  [
    "token tags without a trigger, triggers without a tag",
    tokenTriggeredTags([1, 2, 2], beginsWith(1, 3)),
    [
      "trigger-prefix /trigger_tokens/2",
      "trigger-missing /tags/1/begin",
      "trigger-unused /trigger_tokens/1",
      "trigger-unused /trigger_tokens/2",
    ],
  ],
  ["tokens that only a vocabulary can compare", tokenTriggeredTags([1], beginsWith("<a>")), ["? token-unresolved /tags/0/begin"]],
  [
    "an excluded token trigger",
    tokenTriggeredTags([1], beginsWith(1), { excludeTokens: [1, -1] }),
    ["integer-range /exclude_tokens/1", "trigger-unreachable /trigger_tokens/0"],
  ],

  ["no rules", sequence([dispatch([]), tokenDispatch([])]), ["empty-list /elements/0/rules", "empty-list /elements/1/rules"]],
  ["an empty pattern of a dispatch", dispatch([["", c]]), ["empty-text /rules/0/0"]],
  ["an exclude that starts a pattern", dispatch([["ab", c]], { excludes: ["a"] }), ["trigger-unreachable /rules/0/0"]],
  [
    "patterns that are prefixes",
    dispatch([
      ["A", c],
      ["AB", c],
      ["A", c],
    ]),
    ["? pattern-prefix /rules/2/0", "? pattern-prefix /rules/1/0"],
  ],
  ["a dispatch over the end of its tag", tag("<o>", dispatch([["T", c]]), "</o>"), ["? dispatch-end /content"]],
  ["a dispatch that excludes it", tag("<o>", dispatch([["T", c]], { excludes: ["</o>"] }), "</o>"), []],
  [
    "a token dispatch over the end of its tag",
    tag(
      "",
      tokenDispatch(
        [
          [1, c],
          [1, c],
        ],
        { excludeTokens: [1] },
      ),
      tokenBoundary(2),
    ),
    [
      "trigger-unreachable /content/rules/0/0",
      "trigger-unreachable /content/rules/1/0",
      "? pattern-prefix /content/rules/1/0",
      "? dispatch-end /content",
    ],
  ],
  ["findings below rules and tags", dispatch([["x", or([tag("", regex(""), "y")])]]), ["empty-text /rules/0/1/elements/0/content/pattern"]],
];

describe("validation", () => {
  test.each(TABLE)("%s", (_, format, issues) => expect(found(format)).toEqual(issues));

  test("is strict where that is asked for", () => {
    const format = dispatch([
      ["A", c],
      ["AB", c],
    ]);
    expect(validateFormat(format)).toMatchObject([{ severity: "warning", code: "format-pattern-prefix" }]);
    expect(validateFormat(format, { strict: true })).toMatchObject([{ severity: "error", code: "format-pattern-prefix" }]);
  });

  test("names both triggers, and starts paths where it is told to", () => {
    const [issue] = validateFormat(triggeredTags(["<f=get", "<f=get_all"], begins("<f=get>", "<f=get_all>")), { path: "" });
    expect(issue.path).toBe("/triggers/1");
    expect(issue.message).toContain('"<f=get"');
    expect(issue.message).toContain('"<f=get_all"');
  });

  test("ends in one issue for trees without bounds", () => {
    let deep: Format = c;
    for (let level = 0; level < 10_000; level += 1) deep = optional(deep);
    expect(validateFormat(deep)).toMatchObject([{ severity: "error", code: "format-depth", path: "/format" }]);
    const cyclic = { type: "sequence", elements: [] as Format[] } as const;
    cyclic.elements.push(cyclic, cyclic);
    expect(validateFormat(cyclic)).toMatchObject([{ code: "format-depth" }]);
    let doubled: Format = c;
    for (let level = 0; level < 60; level += 1) doubled = sequence([doubled, doubled]);
    expect(validateFormat(doubled)).toMatchObject([{ code: "format-size" }]);
  });
});
