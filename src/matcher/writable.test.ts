import { describe, expect, it } from "vitest";
import { byteVocabulary } from "../../tests/support/byte-vocabulary.ts";
import { StructagError } from "../core/errors.ts";
import { vocabularyFromTokens } from "../vocab/from-tokens.ts";
import { GrammarCompiler } from "./compiler.ts";

const letters = (texts: readonly string[]): GrammarCompiler =>
  new GrammarCompiler(vocabularyFromTokens([...texts, "<eos>"], { stopTokenIds: [texts.length] }));

describe("a vocabulary that lacks bytes", () => {
  it("is an error where every output needs one of them, and the error names them", () => {
    const compiler = letters(["a", "b", "true", '"']);
    expect(() => compiler.compileRegex("a[bc]+x")).toThrow(/lack x \(0x78\)/);
    expect(() => compiler.compileJsonSchema({ type: "object" })).toThrow(StructagError);
    expect(() => compiler.compileJsonSchema({ type: "object", properties: { a: {} }, required: ["a"] })).toThrow(/\{ \(0x7B\)/);
  });

  it("is none where another output needs none of them, deep in rules as well", () => {
    const compiler = letters(["a", "b", '"', "tr", "ue"]);
    for (const schema of [
      { enum: ["x", "ab"] },
      { anyOf: [{ type: "object" }, { const: "ba" }] },
      { type: ["integer", "boolean"] },
      { type: "string", pattern: "^[ax]{2,5}$" },
    ]) {
      expect(compiler.compileJsonSchema(schema).matcher().nextTokenMask().isEmpty).toBe(false);
    }
    // The shortest key is not one of the letters that there are.
    const keys = letters(["zz", "z", '"', "{", "}", ":", "1", ","]);
    expect(
      keys
        .compileJsonSchema({ type: "object", minProperties: 1, additionalProperties: { const: 1 } })
        .matcher()
        .minTokensToComplete(),
    ).toBeLessThan(12);
  });

  it("is an error where the output got to a place that can't be left", () => {
    const matcher = letters(["a", "b"]).compileRegex("ab|bx").matcher();
    expect(matcher.acceptToken(1)).toBe(true);
    expect(() => matcher.nextTokenMask()).toThrow(/lacks the bytes/);
    matcher.rollback();
    matcher.acceptToken(0);
    expect(matcher.nextTokenMask().toArray()).toEqual(Int32Array.of(1));
  });

  it("keeps to what can be ended where the tokens are counted", () => {
    const matcher = letters(["a", "b"]).compileRegex("ab|bx").matcher();
    expect([...matcher.nextTokenMask({ tokensLeft: 10 }).toArray()]).toEqual([0]);
  });

  it("does not concern vocabularies with all bytes of texts", () => {
    expect(() => new GrammarCompiler(byteVocabulary()).compileRegex("é")).not.toThrow();
  });
});
