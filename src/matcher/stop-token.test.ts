import { expect, it } from "vitest";
import { vocabularyFromTokens } from "../vocab/from-tokens.ts";
import { GrammarCompiler } from "./compiler.ts";

const vocabulary = vocabularyFromTokens(["a", "<|return|>", "<eos>"], { specialTokenIds: [1, 2], stopTokenIds: [1, 2] });
const compiler = new GrammarCompiler(vocabulary);

it("ends the output with a stop token that is also an end marker", () => {
  const matcher = compiler.compileStructuralTag({ type: "tag", begin: "", content: { type: "any_text" }, end: ["<|return|>"] }).matcher();
  matcher.acceptToken(0);
  expect([...matcher.nextTokenMask().toArray()]).toEqual([0, 1]);
  expect(matcher.acceptToken(2)).toBe(false);
  expect(matcher.acceptToken(1)).toBe(true);
  expect([matcher.isTerminated(), matcher.isCompleted()]).toEqual([true, true]);
  matcher.rollback(1);
  expect([matcher.isTerminated(), matcher.isCompleted(), matcher.acceptToken(0)]).toEqual([false, false, true]);
});

it("goes on behind a marker that is also a stop token where more must follow", () => {
  const matcher = compiler.compileStructuralTag({ type: "const_string", value: "<|return|>a" }).matcher();
  expect(matcher.acceptTokens([1, 0])).toBe(2);
  expect([matcher.isTerminated(), matcher.isCompleted()]).toEqual([false, true]);
  expect([...matcher.nextTokenMask().toArray()]).toEqual([1, 2]);
});
