/**
 * Runs case files of every known shape: `npm run cases -- FILE... [--only ID]... [--family F]... [--verbose]`. Prints each failing row
 * with its reason, what is skipped by kind, and `N passed, N failed, N skipped` as the last line. Exit code 1 if anything failed, 2 for
 * a wrong command line.
 */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readCaseFile } from "./case-file.ts";
import type { CaseKind, CaseRow } from "./case-kind.ts";
import { readDeviations } from "./deviations.ts";
import { runRow } from "./run-rows.ts";

const KINDS = new URL("./kinds/", import.meta.url);

async function loadKinds(): Promise<CaseKind[]> {
  const names = readdirSync(fileURLToPath(KINDS))
    .filter((name) => name.endsWith(".ts"))
    .sort();
  return Promise.all(names.map(async (name) => ((await import(new URL(name, KINDS).href)) as { kind: CaseKind }).kind));
}

function selects(row: CaseRow, only: readonly string[], families: readonly string[]): boolean {
  if (only.length > 0 && !only.includes(row.id)) return false;
  const family = row.fields.get("family");
  return families.length === 0 || (typeof family === "string" && families.includes(family));
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: "string", multiple: true, default: [] },
      family: { type: "string", multiple: true, default: [] },
      verbose: { type: "boolean", default: false },
    },
  });
  if (positionals.length === 0) {
    console.error("usage: npm run cases -- FILE... [--only ID]... [--family F]... [--verbose]");
    return 2;
  }
  const kinds = await loadKinds();
  const deviations = readDeviations();
  const skipped = new Map<string, string[]>();
  let [passed, failed, deviating] = [0, 0, 0];
  for (const path of positionals) {
    for (const row of readCaseFile(path)) {
      if (!selects(row, values.only, values.family)) continue;
      const outcome = await runRow(row, kinds, deviations);
      switch (outcome.type) {
        case "passed":
          passed += 1;
          if (values.verbose) console.log(`passed  ${row.id}`);
          break;
        case "failed":
          failed += 1;
          console.log(`failed  ${row.id}: ${outcome.reason}`);
          break;
        case "deviation":
          deviating += 1;
          console.log(`deviation  ${row.id}: ${outcome.agrees ? "agrees" : `differs: ${outcome.reason}`}`);
          break;
        case "skipped": {
          const what = `${outcome.kind} (${outcome.parts.join(", ")})`;
          skipped.set(what, [...(skipped.get(what) ?? []), row.id]);
        }
      }
    }
  }
  for (const [what, ids] of skipped)
    console.log(`skipped  ${what}: ${ids.length} rows${values.verbose || what.includes("property") ? `: ${ids.join(" ")}` : ""}`);
  if (deviating > 0) console.log(`${deviating} deviations, not counted`);
  console.log(`${passed} passed, ${failed} failed, ${[...skipped.values()].flat().length} skipped`);
  return failed > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
