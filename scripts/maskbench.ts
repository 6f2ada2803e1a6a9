/**
 * Runs MaskBench rows: `npm run maskbench -- FILE.jsonl.gz [--sample N] [--seed S] [--only ID]… [--vocab kimi] [--json OUT] [--verbose]`. Prints outcomes by data set and by reason, and
 * with a vocabulary the times of masks over the rows that pass in declared order.
 * Exit code 1 where an invalid instance was accepted or a row crashed or hung, 2 for a wrong command line.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Judge, type Judgement } from "./maskbench/judge.ts";
import { printReport } from "./maskbench/report.ts";
import { readRows, sample } from "./maskbench/rows.ts";
import { measureSpeed, type Speed } from "./maskbench/speed.ts";

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: "string" },
      seed: { type: "string", default: "1" },
      only: { type: "string", multiple: true, default: [] },
      vocab: { type: "string" },
      json: { type: "string" },
      verbose: { type: "boolean", default: false },
    },
  });
  if (positionals.length !== 1 || (values.vocab !== undefined && values.vocab !== "kimi")) {
    console.error("usage: npm run maskbench -- FILE.jsonl.gz [--sample N] [--seed S] [--only ID]… [--vocab kimi] [--json OUT] [--verbose]");
    return 2;
  }
  let rows = [...readRows(positionals[0])];
  if (values.only.length > 0) rows = rows.filter((row) => values.only.includes(row.id));
  if (values.sample !== undefined) rows = sample(rows, Number(values.sample), Number(values.seed));
  const judge = new Judge();
  const judgements: Judgement[] = rows.map((row) => judge.judge(row));
  const disputed = printReport(rows, judgements, values.verbose);
  let speed: Speed | undefined;
  if (values.vocab !== undefined) {
    speed = measureSpeed(
      rows.filter((_, index) => judgements[index].outcome === "pass" && !judgements[index].reordered),
      values.verbose,
    );
    console.log(JSON.stringify(speed, null, 2));
  }
  if (values.json !== undefined) {
    const list = judgements.map(({ id, outcome, reason }) => ({
      id,
      outcome,
      reason: disputed.has(id) ? `${reason}; Ajv disputes the label` : reason,
    }));
    writeFileSync(values.json, `${JSON.stringify({ rows: list, speed: speed ?? {} })}\n`);
  }
  const bad = judgements.some(
    ({ outcome, id }) => (outcome === "accepts-invalid" && !disputed.has(id)) || outcome === "crash" || outcome === "timeout",
  );
  return bad ? 1 : 0;
}

process.exitCode = main();
