import { type Row, readRows } from "../../scripts/bfcl/rows.ts";

const FILE = new URL("../../../shared/data/bfcl-tool-calls.jsonl.gz", import.meta.url).pathname;

/** `count` tool lists of BFCL, spread over the whole file. */
export function toolLists(count: number): Row[] {
  const { rows } = readRows(FILE);
  return Array.from({ length: Math.min(count, rows.length) }, (_, index) => rows[Math.floor((index * rows.length) / count)]);
}
