/**
 * `npm run suite -- FILE.jsonl.gz [--only TEXT]… [--update] [--verbose]`: the JSON Schema Test Suite through the engine. Its remote documents lie beside FILE. Prints outcomes by draft, and compares
 * them with `scripts/suite/ratchet.json`, which `--update` writes. Exit code 1 where a required test is accepted wrongly, a test crashes, or a test does worse than the ratchet has it; 2 for a wrong
 * command line.
 */
import { parseArgs } from "node:util";
import { SuiteJudge, type SuiteJudgement, type SuiteOutcome } from "./suite/judge.ts";
import { type Judged, ratchetOf, readRatchet, worseThan, writeRatchet } from "./suite/ratchet.ts";
import { readDocuments, readSuite, remotesBeside } from "./suite/rows.ts";

const OUTCOMES: readonly SuiteOutcome[] = ["pass", "reordered", "written", "refused", "rejects-valid", "accepts-invalid", "crash"];

type Counts = Partial<Record<SuiteOutcome, number>>;

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: "string", multiple: true, default: [] },
      update: { type: "boolean", default: false },
      verbose: { type: "boolean", default: false },
    },
  });
  if (positionals.length !== 1) {
    console.error("usage: npm run suite -- FILE.jsonl.gz [--only TEXT]… [--update] [--verbose]");
    return 2;
  }
  const rows = readSuite(positionals[0]).filter(({ draft, file }) => values.only.every((text) => `${draft}/${file}`.includes(text)));
  const judge = new SuiteJudge(readDocuments(remotesBeside(positionals[0])));
  const judged = rows.map((row) => ({ row, judgements: judge.judge(row) }));
  printTable(judged);
  if (values.verbose) printFailures(judged);
  const ratchet = ratchetOf(judged);
  if (values.update) {
    writeRatchet(ratchet);
    console.log("wrote scripts/suite/ratchet.json");
    return 0;
  }
  const worse = values.only.length > 0 ? [] : worseThan(readRatchet(), ratchet);
  for (const line of worse) console.log(`worse than the ratchet: ${line}`);
  const wrong = judged.some(({ row, judgements }) =>
    judgements.some(({ outcome }) => outcome === "crash" || (!row.optional && outcome === "accepts-invalid")),
  );
  return wrong || worse.length > 0 ? 1 : 0;
}

function printTable(judged: readonly Judged[]): void {
  console.log(`${"".padEnd(24)}${"tests".padStart(7)}${OUTCOMES.map((outcome) => outcome.padStart(16)).join("")}`);
  for (const optional of [false, true]) {
    for (const draft of new Set(judged.map(({ row }) => row.draft))) {
      const own = judged.filter(({ row }) => row.draft === draft && row.optional === optional).flatMap(({ judgements }) => judgements);
      if (own.length === 0) continue;
      const counts = countsOf(own);
      const passed = (counts.pass ?? 0) + (counts.reordered ?? 0) + (counts.written ?? 0);
      const cells = OUTCOMES.map((outcome) => String(counts[outcome] ?? 0).padStart(16)).join("");
      const name = `${draft} ${optional ? "optional" : "required"}`;
      console.log(`${name.padEnd(24)}${String(own.length).padStart(7)}${cells}   ${((100 * passed) / own.length).toFixed(2)} %`);
    }
  }
  const codes = new Map<string, number>();
  for (const { outcome, reason } of judged.flatMap(({ judgements }) => judgements)) {
    if (outcome === "refused") codes.set(reason, (codes.get(reason) ?? 0) + 1);
  }
  for (const [code, count] of [...codes].sort((x, y) => y[1] - x[1])) console.log(`refused ${String(count).padStart(5)}  ${code}`);
}

function printFailures(judged: readonly Judged[]): void {
  for (const { row, judgements } of judged) {
    judgements.forEach(({ outcome, reason }, index) => {
      if (outcome === "pass" || outcome === "reordered") return;
      console.log(`${outcome}  ${row.draft}/${row.file}: ${row.description} / ${row.tests[index].description}: ${reason.slice(0, 160)}`);
    });
  }
}

function countsOf(judgements: readonly SuiteJudgement[]): Counts {
  const counts: Counts = {};
  for (const { outcome } of judgements) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

process.exitCode = main();
