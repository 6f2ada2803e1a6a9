import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { readJson } from "../../src/core/json-read.ts";
import type { CaseRow } from "./case-kind.ts";
import { objectOf, textField } from "./fields.ts";

/** The rows of a file of JSON lines, packed or not. */
export function readCaseFile(path: string): CaseRow[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const rows: CaseRow[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const fields = objectOf(readJson(line), `line ${index + 1}`);
    rows.push({ id: textField(fields, "id"), fields });
  }
  return rows;
}
