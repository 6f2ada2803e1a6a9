/**
 * `npm run bfcl -- FILE [--family F] [--builds-only] [--engine] [--verbose]`: builds every row of a file of tool lists and checks what comes out.
 *
 * Rows are JSON lines, plain or gzipped: `{id, tools, calls}` (BFCL), or `{suite, line, schema}` and `{id, schema}`, whose schema becomes the parameters of one tool.
 * Each row is built under auto, required and a choice of each tool by name (the first three), in every coverage of the family. A row passes
 * if each build gives a tree that survives its JSON form unchanged and renders as an outline, or is refused with a code; every refusal is
 * counted by code. Then the family writes the calls of each row: its grammars must accept the text, its reader must read the same calls, and with the type of
 * one argument broken the text must be refused (`--builds-only` leaves that out). F is a family, a model id, or `all` (default).
 *
 * With `--engine` Kimi K3's grammars are compiled for its vocabulary instead: they must accept the calls of each row as the model writes them and refuse
 * them with the type of one argument broken, and what noise writes under their masks must read back into valid calls (300 tool lists, 200 tokens each).
 */
import { parseArgs } from "node:util";
import { FAMILIES, resolveFamily } from "../src/models/registry.ts";
import { checkBuilds } from "./bfcl/build-check.ts";
import { runEngine } from "./bfcl/engine-run.ts";
import { runFamily } from "./bfcl/family-run.ts";
import { readRows } from "./bfcl/rows.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    family: { type: "string", default: "all" },
    "builds-only": { type: "boolean", default: false },
    engine: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});
if (positionals.length === 0) {
  console.error("usage: npm run bfcl -- FILE.jsonl[.gz] … [--family F] [--builds-only] [--engine] [--verbose]");
  process.exit(2);
}
if (values.engine) {
  process.exit(runEngine(positionals.flatMap((file) => readRows(file).rows)) > 0 ? 1 : 0);
}

const started = performance.now();
const families = values.family === "all" ? FAMILIES : [resolveFamily(values.family)];
const totals = { passed: 0, failed: 0, skipped: 0, builds: 0 };
const byCode = new Map<string, string[]>();
const noted = new Map<string, Set<string>>();
for (const file of positionals) {
  const { rows, unreadable } = readRows(file);
  for (const id of unreadable) console.log(`SKIP ${id}: no tools and no schema`);
  totals.skipped += unreadable.length;
  for (const family of families) {
    for (const row of rows) {
      const { refusals, diagnostics, fault, builds } = checkBuilds(row, family.id);
      totals.builds += builds;
      if (fault === undefined) totals.passed += 1;
      else {
        totals.failed += 1;
        console.log(`FAIL ${family.id} ${row.id}: ${fault}`);
      }
      for (const refusal of refusals) {
        const [code, reason] = refusal.split("\t");
        byCode.set(code, [...(byCode.get(code) ?? []), `${family.id} ${row.id} ${reason}`]);
      }
      for (const code of diagnostics) noted.set(code, (noted.get(code) ?? new Set()).add(`${family.id} ${row.id}`));
    }
    if (!values["builds-only"]) totals.failed += runFamily(family, rows);
  }
}
for (const [code, rows] of byCode) {
  console.log(`refused ${rows.length} with ${code}`);
  for (const row of values.verbose ? rows : rows.slice(0, 3)) console.log(`  ${row}`);
  if (!values.verbose && rows.length > 3) console.log(`  … ${rows.length - 3} more (--verbose)`);
}
for (const [code, rows] of noted) console.log(`reported ${code} in ${rows.size} rows, such as ${[...rows].slice(0, 3).join(", ")}`);
console.log(`${totals.builds} builds in ${((performance.now() - started) / 1000).toFixed(1)} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = totals.failed > 0 ? 1 : 0;
