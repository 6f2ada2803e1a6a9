/**
 * `npm run exactness [-- --states N --seed S]`: masks against brute force. For at least N states (default 300), drawn by seeded walks over grammars of every kind, every token of
 * the vocabulary is tried and compared with the mask, on Kimi's vocabulary and on one with byte fallback. Exit code 1 where a mask is wrong.
 */
import { parseArgs } from "node:util";
import { byteFallbackVocabulary } from "../tests/support/byte-fallback-vocabulary.ts";
import { checkExactness } from "../tests/support/exactness.ts";
import { kimiMissing, kimiVocabulary } from "../tests/support/kimi-vocabulary.ts";

const { values } = parseArgs({ options: { states: { type: "string", default: "300" }, seed: { type: "string", default: "1" } } });
let failed = 0;
for (const [name, load] of [
  ["byte fallback", byteFallbackVocabulary],
  ["Kimi", kimiVocabulary],
] as const) {
  if (name === "Kimi" && kimiMissing !== undefined) {
    console.log(`skipped: ${kimiMissing}`);
    continue;
  }
  const start = performance.now();
  const { states, grammars, faults } = checkExactness(load(), Number(values.states), Number(values.seed));
  for (const fault of faults) console.log(fault);
  failed += faults.length;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${name}: ${states} states of ${grammars} grammars in ${seconds} s, ${faults.length} wrong`);
}
process.exitCode = failed > 0 ? 1 : 0;
