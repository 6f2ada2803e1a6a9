import { describe, expect, it } from "vitest";
import { byteVocabulary } from "../../tests/support/byte-vocabulary.ts";
import { GrammarCompiler } from "./compiler.ts";

const vocabulary = byteVocabulary(["<call>"], ["<call>"]);
const text = 256;
const special = 257;
const grammar = (source: string) => ({ type: "grammar", grammar: source }) as const;

describe("grammar texts in structural tags", () => {
  it("pass on what is not enforced, once", () => {
    const compiled = new GrammarCompiler(vocabulary, { memoryBudget: 1 }).compileStructuralTag({
      type: "sequence",
      elements: [{ type: "const_string", value: "x" }, grammar('root[temperature=0.5] ::= "a"')],
    });
    const expected = [expect.objectContaining({ code: "grammar-option-ignored", path: "/format/elements/1/grammar" })];
    expect(compiled.diagnostics).toEqual(expected);
    compiled.matcher();
    expect(compiled.diagnostics).toEqual(expected);
  });

  it("match special tokens in their literals as the rest of the tag does", () => {
    const first = (markers: "special" | "text" | "either", source: string): boolean[] => {
      const mask = new GrammarCompiler(vocabulary).compileStructuralTag(grammar(source), { markers }).matcher().nextTokenMask();
      return [mask.has(text), mask.has(special)];
    };
    const long = Array.from({ length: 20 }, (_, at) => `"${at === 7 ? "<call>" : "k"}${at}"`).join(" | ");
    for (const source of ['root ::= "<call>" [a-z]+', `root ::= ${long}`, 'root ::= "" "<call>" root | "."']) {
      expect(first("special", source)).toEqual([false, true]);
      expect(first("text", source)).toEqual([true, false]);
      expect(first("either", source)).toEqual([true, true]);
    }
  });
});
