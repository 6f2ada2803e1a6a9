import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SuiteJudge } from "../scripts/suite/judge.ts";
import { readDocuments, readSuite, sharedSuite } from "../scripts/suite/rows.ts";

const suite = sharedSuite();
if (suite === undefined) console.warn("skipped: the JSON Schema test suite is not there");

it.skipIf(suite === undefined)(
  "does as well on the JSON Schema test suite as the ratchet says, and accepts nothing invalid",
  () => {
    const judge = new SuiteJudge(readDocuments(suite!.remotes));
    const byFile: Record<string, Record<string, number>> = {};
    for (const row of readSuite(suite!.rows)) {
      const counts = (byFile[`${row.draft}/${row.file}`] ??= {});
      for (const { outcome } of judge.judge(row)) counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    expect(byFile).toEqual(JSON.parse(readFileSync("scripts/suite/ratchet.json", "utf8")));
    const wrong = Object.entries(byFile).filter(([file, counts]) => !file.includes("/optional/") && "accepts-invalid" in counts);
    expect(wrong).toEqual([]);
  },
  120_000,
);
