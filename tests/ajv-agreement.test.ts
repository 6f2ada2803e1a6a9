import { expect, it } from "vitest";
import { AgreementRun, randomAgreementSchema } from "../scripts/ajv-agreement/run.ts";
import { byteVocabulary } from "./support/byte-vocabulary.ts";

it("writes what Ajv finds valid, and refuses what it finds invalid", () => {
  const vocabulary = byteVocabulary(['{"', '":', '","', '"}', "[1", "true", "name", "ab"]);
  const run = new AgreementRun({ walks: 12, maskWalks: 4, mutants: 20, seed: 7, vocabulary });
  for (let index = 0; run.findings.counts.schemas < 20; index += 1) run.schema(randomAgreementSchema(7, index));
  expect(run.findings.faults).toEqual([]);
  expect(run.findings.counts.walks).toBeGreaterThan(200);
  expect(run.findings.counts.accepted).toBeGreaterThan(250);
  expect(run.findings.counts.refused).toBeGreaterThan(150);
}, 120_000);
