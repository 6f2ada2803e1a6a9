import fc from "fast-check";
import { expect, it } from "vitest";
import type { CompiledGrammar } from "../../src/engine.ts";
import { GrammarCompiler, StructagError } from "../../src/engine.ts";
import { byteVocabulary } from "../support/byte-vocabulary.ts";
import { type NaiveFormat, naiveAccepts } from "../support/naive-format.ts";
import { LETTERS, randomFormat } from "../support/random-format.ts";

const compiler = new GrammarCompiler(byteVocabulary(["ab", "a<", "<b", "bb", "aab", "<<", "b<a"]));

/** One seed for all runs, so that a failure is the same everywhere. */
const SEED = Number(process.env.ENGINE_SEED ?? 20261);

const TEXTS: readonly string[] = allTexts(5);

function allTexts(length: number): string[] {
  const texts = [""];
  for (let at = 0; at < texts.length; at += 1) {
    if (texts[at].length < length) texts.push(...LETTERS.map((letter) => texts[at] + letter));
  }
  return texts;
}

/** `undefined` where the format is refused; that nothing can be written is checked, not skipped. */
function compiled(format: NaiveFormat): CompiledGrammar | "empty" | undefined {
  try {
    return compiler.compileStructuralTag(format);
  } catch (error) {
    if (!(error instanceof StructagError)) throw error;
    return error.code === "compile-unsatisfiable" ? "empty" : undefined;
  }
}

it("accepts the texts of a format, as a naive matcher does", () => {
  let judged = 0;
  const property = fc.property(randomFormat, (format) => {
    const grammar = compiled(format);
    if (grammar === undefined) return;
    judged += 1;
    for (const text of TEXTS) {
      const wanted = naiveAccepts(format, text);
      const given: boolean = grammar !== "empty" && accepts(grammar, text);
      if (given !== wanted) expect.fail(`${JSON.stringify(text)} is ${given ? "accepted" : "refused"} by ${JSON.stringify(format)}`);
    }
  });
  fc.assert(property, { numRuns: Number(process.env.ENGINE_RUNS ?? 600), seed: SEED });
  expect(judged).toBeGreaterThan(300);
});

function accepts(grammar: CompiledGrammar, text: string): boolean {
  const matcher = grammar.matcher();
  return matcher.acceptString(text) && matcher.isCompleted();
}
