import { toNative } from "../../src/core/json.ts";
import { readJson } from "../../src/core/json-read.ts";
import { ajvAccepts } from "./ajv.ts";
import type { Judgement, Outcome } from "./judge.ts";
import { dataSetOf, type MaskBenchRow } from "./rows.ts";

const OUTCOMES: readonly Outcome[] = ["pass", "refused", "accepts-invalid", "rejects-valid", "crash", "timeout"];

/** Prints the tables; returns the ids of failing rows whose label Ajv disputes. */
export function printReport(rows: readonly MaskBenchRow[], judgements: readonly Judgement[], verbose: boolean): ReadonlySet<string> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const disputed = new Set<string>();
  for (const judgement of judgements) {
    const row = byId.get(judgement.id);
    if (row !== undefined && isDisputed(row, judgement)) disputed.add(judgement.id);
  }
  const sets = new Map<string, number[]>();
  for (const { id, outcome } of judgements) {
    const name = dataSetOf(id);
    const counts = sets.get(name) ?? OUTCOMES.map(() => 0);
    counts[OUTCOMES.indexOf(outcome)] += 1;
    sets.set(name, counts);
  }
  console.log(["data set".padEnd(20), ...OUTCOMES.map((name) => name.padStart(16))].join(""));
  const total = OUTCOMES.map(() => 0);
  for (const [name, counts] of [...sets].sort()) {
    console.log([name.padEnd(20), ...counts.map((count) => String(count).padStart(16))].join(""));
    counts.forEach((count, at) => (total[at] += count));
  }
  console.log(["all".padEnd(20), ...total.map((count) => String(count).padStart(16))].join(""));
  printReasons(judgements);
  for (const judgement of judgements) {
    const { id, outcome, reason, instance = "" } = judgement;
    if (outcome === "pass" || (outcome === "refused" && !verbose)) continue;
    console.log(
      `${outcome}  ${id}: ${reason}${disputed.has(id) ? " (Ajv disputes the label)" : ""}  ${instance.slice(0, verbose ? 2000 : 160)}`,
    );
  }
  const untested = judgements.filter((judgement) => judgement.untested).length;
  const reordered = judgements.filter((judgement) => judgement.reordered).length;
  console.log(
    `${untested} rows have no instances, ${reordered} needed any order, ${disputed.size} failing rows have labels that Ajv disputes`,
  );
  printTimes(judgements);
  console.log(`${total[0]} of ${judgements.length} pass (${((100 * total[0]) / Math.max(1, judgements.length)).toFixed(2)} %)`);
  return disputed;
}

function printReasons(judgements: readonly Judgement[]): void {
  const reasons = new Map<string, number>();
  for (const { outcome, reason } of judgements) {
    if (outcome === "refused") reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  for (const [reason, count] of [...reasons].sort((x, y) => y[1] - x[1])) console.log(`refused  ${String(count).padStart(5)}  ${reason}`);
}

function printTimes(judgements: readonly Judgement[]): void {
  const times = judgements.map(({ compileMs }) => compileMs).sort((x, y) => x - y);
  const at = (part: number): string => (times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0).toFixed(2);
  console.log(`compile ms: p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, p99.9 ${at(0.999)}, worst ${at(1)}`);
  const slow = [...judgements].sort((x, y) => y.totalMs - x.totalMs).slice(0, 5);
  console.log(
    `slowest: ${slow.map(({ id, totalMs, compileMs }) => `${id} ${totalMs.toFixed(0)} ms (compile ${compileMs.toFixed(0)})`).join(", ")}`,
  );
}

/** Whether Ajv, too, sees the deciding instance as we do. */
function isDisputed(row: MaskBenchRow, { outcome, instance }: Judgement): boolean {
  if (instance === undefined || (outcome !== "accepts-invalid" && outcome !== "rejects-valid")) return false;
  return ajvAccepts(toNative(row.schema), toNative(readJson(instance))) === (outcome === "accepts-invalid");
}
