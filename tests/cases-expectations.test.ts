import { describe, expect, it } from "vitest";
import { deadPrefixDifference } from "../scripts/cases/dead-prefixes.ts";
import { byteCompiler } from "../scripts/cases/engine-under-test.ts";
import { reportDifference } from "../scripts/cases/report-expectation.ts";
import { GrammarCompiler, vocabularyFromTokens } from "../src/engine.ts";

describe("reportDifference", () => {
  const schema = { type: "string", format: "x-unknown" };
  const fields = (reject: string, keyword: string): Map<string, string[]> =>
    new Map([
      ["reject", [reject]],
      ["report_if_accepted", [keyword]],
    ]);

  it("asks for a diagnostic only where a text to reject is accepted", () => {
    expect(reportDifference(byteCompiler.compileJsonSchema(schema), fields("1", "pattern"))).toBeUndefined();
    expect(reportDifference(byteCompiler.compileJsonSchema(schema), fields('"a"', "format"))).toBeUndefined();
    expect(reportDifference(byteCompiler.compileJsonSchema(schema), fields('"a"', "pattern"))).toContain("names pattern");
  });
});

describe("deadPrefixDifference", () => {
  const accept = new Map([["accept", ["ab"]]]);

  it("finds no dead end where the vocabulary can write everything", () => {
    expect(deadPrefixDifference(byteCompiler.compileRegex("ab|cd"), accept)).toBeUndefined();
  });

  it("names a text that cannot be followed", () => {
    expect(deadPrefixDifference(byteCompiler.compileRegex("ad|cd"), accept)).toBe('"ab" is refused');
  });

  it("finds a beginning that the vocabulary cannot complete", () => {
    const tokens = ["a", "b", "<end>"];
    const vocabulary = vocabularyFromTokens(tokens, { specialTokens: { "<end>": 2 }, stopTokenIds: [2] });
    const grammar = new GrammarCompiler(vocabulary).compileRegex("abc|b");
    expect(deadPrefixDifference(grammar, accept)).toBeDefined();
  });
});
