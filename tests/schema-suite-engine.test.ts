import { expect, it } from "vitest";
import { SuiteJudge } from "../scripts/suite/judge.ts";
import { ratchetOf, readRatchet, worseThan } from "../scripts/suite/ratchet.ts";
import { readDocuments, readSuite, sharedSuite } from "../scripts/suite/rows.ts";

const suite = sharedSuite();
if (suite === undefined) console.warn("skipped: the JSON Schema test suite is not there");

it("tells which tests do worse than before", () => {
  expect(worseThan({ "draft7/a": "pw p" }, { "draft7/a": "po p", "draft7/b": "v" })).toEqual([]);
  expect(worseThan({ "draft7/a": "pw p" }, { "draft7/a": "rI" })).toEqual([
    "draft7/a, schema 1, test 1: pass became refused",
    "draft7/a, schema 1, test 2: written became accepts-invalid",
    "draft7/a, schema 2, test 1: pass became nothing",
  ]);
});

it.skipIf(suite === undefined)(
  "does as well on the JSON Schema test suite as the ratchet says, and accepts nothing invalid",
  () => {
    const judge = new SuiteJudge(readDocuments(suite!.remotes));
    const judged = readSuite(suite!.rows).map((row) => ({ row, judgements: judge.judge(row) }));
    expect(ratchetOf(judged)).toEqual(readRatchet());
    const wrong = judged.filter(({ row, judgements }) => !row.optional && judgements.some(({ outcome }) => outcome === "accepts-invalid"));
    expect(wrong).toEqual([]);
  },
  120_000,
);
