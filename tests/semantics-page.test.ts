import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readCaseFile } from "../scripts/cases/case-file.ts";
import { readDeviations } from "../scripts/cases/deviations.ts";

const CASES = new URL("../../shared/cases/", import.meta.url);
const present = existsSync(CASES);
if (!present) console.log("skipped: ../shared/cases is absent");

describe.runIf(present)("the table of deviations in docs/semantics.md", () => {
  const rows = ["structural-tag-and-schema.jsonl", "reported-faults.jsonl", "model-outputs.jsonl"].flatMap((name) =>
    readCaseFile(fileURLToPath(new URL(name, CASES))),
  );

  it("has a line for every row that is one, and none for rows that do not exist", () => {
    const marked = rows.filter(({ fields }) => fields.get("deviation") === true).map(({ id }) => id);
    const listed = readDeviations();
    expect(marked.filter((id) => !listed.has(id))).toEqual([]);
    expect([...listed].filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
  });
});
