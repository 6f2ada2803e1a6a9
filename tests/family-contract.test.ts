import { describe, expect, it } from "vitest";
import { GrammarCompiler } from "../src/engine.ts";
import { FAMILIES } from "../src/index.ts";
import { byteVocabulary } from "./support/byte-vocabulary.ts";
import { checkFamily } from "./support/check-family.ts";

// `npm run contract` tries more of the same.
describe("the contract of families", () => {
  const compiler = new GrammarCompiler(byteVocabulary());

  it.each(FAMILIES.map((family) => [family.id, family] as const))("%s reads what its grammars let out", (_, family) => {
    const { faults, calls, mutants } = checkFamily(family, compiler, { walks: 12, cuts: 3, every: 5 });
    expect(faults).toEqual([]);
    expect(calls).toBeGreaterThan(20);
    expect(mutants).toBeGreaterThan(10);
  });
});
