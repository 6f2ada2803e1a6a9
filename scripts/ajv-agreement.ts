/**
 * `npm run ajv-agreement -- [FILE.jsonl.gz] [--schemas N] [--rows N] [--walks N] [--mask-walks N] [--mutants N] [--vocab made|kimi|none] [--seed S] [--only ID]… [--verbose]`: grammars of random schemas
 * (default 2,000) and of random rows of MaskBench (default 500, where FILE is given) held to Ajv. Random texts (default 20 for each schema, 5 of them under masks with a limit of tokens) must
 * validate; changed values (default 20) are accepted exactly where Ajv finds them valid, in either key order; changed texts are accepted only where they are JSON that is valid. Where Ajv and our
 * validator differ, ours decides, and the value is counted apart. Exit code 1 where something disagrees.
 */
import { parseArgs } from "node:util";
import { isJsonObject } from "../src/core/json.ts";
import { writeJson } from "../src/core/json-write.ts";
import type { Vocabulary } from "../src/vocab/vocabulary.ts";
import { likelyDraft } from "../tests/support/ajv.ts";
import { byteFallbackVocabulary } from "../tests/support/byte-fallback-vocabulary.ts";
import { kimiMissing, kimiVocabulary } from "../tests/support/kimi-vocabulary.ts";
import { printFindings } from "./ajv-agreement/report.ts";
import { AgreementRun, randomAgreementSchema } from "./ajv-agreement/run.ts";
import { readRows, sample } from "./maskbench/rows.ts";

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      schemas: { type: "string", default: "2000" },
      rows: { type: "string", default: "500" },
      walks: { type: "string", default: "20" },
      "mask-walks": { type: "string", default: "5" },
      mutants: { type: "string", default: "20" },
      vocab: { type: "string", default: "made" },
      seed: { type: "string", default: "1" },
      only: { type: "string", multiple: true, default: [] },
      verbose: { type: "boolean", default: false },
    },
  });
  const seed = Number(values.seed);
  const run = new AgreementRun({
    walks: Number(values.walks),
    maskWalks: Number(values["mask-walks"]),
    mutants: Number(values.mutants),
    seed,
    vocabulary: vocabularyNamed(values.vocab),
  });
  const isWanted = (id: string): boolean => values.only.length === 0 || values.only.includes(id);
  // Some have no values at all; as many as asked for are held to Ajv.
  const wanted = values.only.length > 0 ? Number.POSITIVE_INFINITY : Number(values.schemas);
  for (let index = 0; index < 2 * Number(values.schemas) && run.findings.counts.schemas < wanted; index += 1) {
    const random = randomAgreementSchema(seed, index);
    if (!isWanted(random.id)) continue;
    if (values.only.length > 0) console.log(writeJson(random.schema));
    run.schema(random);
  }
  if (positionals[0] !== undefined) {
    for (const { id, schema, instances } of sample([...readRows(positionals[0])], Number(values.rows), seed)) {
      if (!isWanted(id)) continue;
      const named = isJsonObject(schema) ? schema.get("$schema") : undefined;
      run.schema({
        id,
        schema,
        draft: "mixed",
        ajvDraft: typeof named === "string" ? "draft7" : likelyDraft(writeJson(schema)),
        seeds: instances.map(({ data }) => data),
      });
    }
  }
  printFindings(run.findings, values.verbose);
  return run.findings.faults.length > 0 ? 1 : 0;
}

function vocabularyNamed(name: string): Vocabulary | undefined {
  if (name === "none") return undefined;
  if (name !== "kimi") return byteFallbackVocabulary();
  if (kimiMissing === undefined) return kimiVocabulary();
  console.log(`no walks under masks: ${kimiMissing}`);
  return undefined;
}

process.exitCode = main();
