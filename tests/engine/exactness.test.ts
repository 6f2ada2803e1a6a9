import { expect, it } from "vitest";
import { byteFallbackVocabulary } from "../support/byte-fallback-vocabulary.ts";
import { checkExactness } from "../support/exactness.ts";
import { kimiMissing, kimiVocabulary } from "../support/kimi-vocabulary.ts";

// `npm run exactness` tries as many states as asked for; these are a sample of them.
it("masks exactly what can be accepted, on a vocabulary with byte fallback", () => {
  const { states, faults } = checkExactness(byteFallbackVocabulary(), 90, 2);
  expect(faults).toEqual([]);
  expect(states).toBeGreaterThanOrEqual(90);
});

if (kimiMissing !== undefined) console.log(`skipped: ${kimiMissing}`);

it.runIf(kimiMissing === undefined)("masks exactly what can be accepted, on Kimi's vocabulary", () => {
  const { states, faults } = checkExactness(kimiVocabulary(), 40, 3);
  expect(faults).toEqual([]);
  expect(states).toBeGreaterThanOrEqual(40);
});
