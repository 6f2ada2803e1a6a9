/**
 * `npm run contract [-- FAMILY…]`: holds families to the full contract: 200 walks of each grammar, 50 random cuts. `tests/family-contract.test.ts` tries less of the same.
 */
import { GrammarCompiler } from "../src/engine.ts";
import { FAMILIES, resolveFamily } from "../src/index.ts";
import { byteVocabulary } from "../tests/support/byte-vocabulary.ts";
import { checkFamily } from "../tests/support/check-family.ts";

const names = process.argv.slice(2).filter((name) => !name.startsWith("-"));
const walks = Number(process.argv.find((name) => name.startsWith("--walks="))?.slice(8) ?? 200);
const families = names.length === 0 ? FAMILIES : names.map((name) => resolveFamily(name));
const compiler = new GrammarCompiler(byteVocabulary());
let failed = false;
for (const family of families) {
  const { faults, ...counts } = checkFamily(family, compiler, { walks, cuts: 50, every: 10 });
  console.log(`${family.id}: ${counts.walks} walks, ${counts.calls} calls, ${counts.mutants} mutants, ${faults.length} faults`);
  for (const fault of faults) console.log(`  ${fault}`);
  failed ||= faults.length > 0;
}
process.exitCode = failed ? 1 : 0;
