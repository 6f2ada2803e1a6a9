import { GrammarCompiler } from "../../src/engine.ts";
import { buildOutputGrammar, type PromptOpens, readTools } from "../../src/index.ts";
import { noiseCalls } from "../../tests/support/kimi-k3-noise.ts";
import { kimiMissing, kimiVocabulary } from "../../tests/support/kimi-vocabulary.ts";
import { ArgumentJudge } from "../../tests/support/noise.ts";
import { checkWrittenCalls } from "../../tests/support/written-calls.ts";
import { reasonOf, seconds } from "./reports.ts";
import type { Row } from "./rows.ts";

const NOISE_LISTS = 300;
const NOISE_TOKENS = 200;
const STARTS: readonly PromptOpens[] = ["response", "think", "none"];

/** Holds Kimi K3's compiled grammars to the calls of the rows, and to noise; prints what it found and gives the number of faults. */
export function runEngine(rows: readonly Row[]): number {
  if (kimiMissing !== undefined) {
    console.log(`skipped: ${kimiMissing}`);
    return 0;
  }
  const compiler = new GrammarCompiler(kimiVocabulary());
  compiler.warmUp();
  return writtenCalls(compiler, rows) + noise(compiler, rows);
}

function writtenCalls(compiler: GrammarCompiler, rows: readonly Row[]): number {
  const totals = { rows: 0, asWritten: 0, apart: 0, failed: 0, accepted: 0, brokenRefused: 0, unbreakable: 0 };
  const start = performance.now();
  for (const { id, tools, calls } of rows) {
    if (calls.length === 0) continue;
    totals.rows += 1;
    try {
      const { accepted, reordered, undeclared, faults, brokenRefused, unbreakable } = checkWrittenCalls(compiler, tools, calls);
      totals.accepted += accepted;
      totals.brokenRefused += brokenRefused;
      totals.unbreakable += unbreakable;
      if (faults.length > 0) throw new Error(faults.join("; "));
      const reasons = [
        ...(undeclared.length > 0 ? [`refused for undeclared keys of a strict tool, accepted without: ${undeclared.join(", ")}`] : []),
        ...(reordered.length > 0 ? ["keys are not in declared order, accepted in any order"] : []),
      ];
      if (reasons.length === 0) totals.asWritten += 1;
      else {
        totals.apart += 1;
        console.log(`apart  ${id}: ${reasons.join("; ")}`);
      }
    } catch (error) {
      totals.failed += 1;
      console.log(`FAIL ${id}: ${reasonOf(error)}`);
    }
  }
  console.log(
    `written calls: ${totals.asWritten} of ${totals.rows} rows accepted as written (by ${totals.accepted} grammars), ${totals.apart} apart, ${totals.failed} failed`,
  );
  console.log(
    `one argument's type broken: ${totals.brokenRefused} outputs refused; ${totals.unbreakable} arguments take any type (${seconds(start)})`,
  );
  return totals.failed;
}

function noise(compiler: GrammarCompiler, rows: readonly Row[]): number {
  const start = performance.now();
  const lists = Math.min(NOISE_LISTS, rows.length);
  const refused = new Map<string, number>();
  const totals = { lists: 0, calls: 0, withCalls: 0, tokens: 0, failed: 0 };
  for (let count = 0; count < lists; count += 1) {
    const row = rows[Math.floor((count * rows.length) / lists)];
    totals.lists += 1;
    try {
      const toolChoice = count % 2 === 0 ? "required" : "auto";
      const promptOpens = STARTS[count % 3];
      const { format } = buildOutputGrammar({ model: "kimi-k3", tools: row.tools, toolChoice, promptOpens, reasoning: "auto" });
      const tools = readTools(row.tools).flatMap((tool) => (tool.kind === "function" ? [tool] : []));
      const outcome = noiseCalls(compiler.compileFormat(format), {
        seed: count,
        maxTokens: NOISE_TOKENS,
        promptOpens,
        tools,
        mustCall: toolChoice === "required",
        judges: new Map(tools.map(({ name, parameters }) => [name, new ArgumentJudge(parameters)])),
      });
      if (outcome.kind === "refused") {
        refused.set(outcome.code, (refused.get(outcome.code) ?? 0) + 1);
        continue;
      }
      totals.calls += outcome.calls;
      totals.tokens += outcome.tokens;
      if (outcome.calls > 0) totals.withCalls += 1;
      if (outcome.faults.length > 0) throw new Error(`${outcome.faults.join("; ")} in ${JSON.stringify(outcome.text)}`);
    } catch (error) {
      totals.failed += 1;
      console.log(`FAIL noise ${row.id}: ${reasonOf(error)}`);
    }
  }
  for (const [code, number] of refused) console.log(`noise refused ${number} with ${code}`);
  console.log(
    `noise: ${totals.lists} tool lists, ${totals.withCalls} outputs with ${totals.calls} calls, ${totals.tokens} tokens, ${totals.failed} failed (${seconds(start)})`,
  );
  return totals.failed;
}
