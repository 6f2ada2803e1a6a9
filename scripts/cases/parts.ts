import type { CaseRow } from "./case-kind.ts";

/** The fields that ask for a check. All others describe the row or belong to one of these. */
const PARTS = [
  "raw_output",
  "parse",
  "accept",
  "reject",
  "accept_if_ok",
  "reject_if_ok",
  "either",
  "compile",
  "error",
  "mask",
  "generator",
  "report_if_accepted",
  "dead_prefix_free",
  "limits",
  "property",
];

/** What must be checked for a row to pass. */
export function partsOf(row: CaseRow): string[] {
  return PARTS.filter((part) => row.fields.has(part));
}

/** The row's kind, for lists of what is not supported. */
export function kindOf(row: CaseRow): string {
  const kind = row.fields.get("kind") ?? row.fields.get("family");
  return typeof kind === "string" ? kind : "rows of unknown shape";
}
