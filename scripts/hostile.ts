/**
 * `npm run hostile -- [--only TEXT] [--failed]`: inputs made to stop a server. Each must end within a second in a result, which is then used (masks, a random output within 60 tokens), or in a coded error, and may not
 * take more than 500 MB at its peak. The longest mask is shown beside. They run beside a loaded vocabulary, in processes that are ended where one hangs. The time of a row is that of the clock or of the processor, whichever is less, since a busy machine
 * lengthens the one and the garbage collector's threads the other. `--failed` leaves out the rows that pass. Closes with `N passed, N failed`; exit code 1 where one failed.
 */
import { fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { CompiledGrammar, GrammarCompiler, GrammarMatcher, StructagError } from "../src/engine.ts";
import { byteVocabulary } from "../tests/support/byte-vocabulary.ts";
import { kimiMissing, kimiVocabulary } from "../tests/support/kimi-vocabulary.ts";
import { generateNoise } from "../tests/support/noise.ts";
import { ROWS } from "./hostile/rows.ts";

const MAX_MS = 1_000;
const MAX_MEGABYTES = 500;
/** A row that takes longer than this is stopped. */
const KILL_MS = 20_000;

interface Outcome {
  /** Until there was a grammar, a result or an error. */
  readonly ms: number;
  /** The longest that a mask took. */
  readonly maskMs: number;
  /** Until the grammar had been used. */
  readonly allMs: number;
  readonly megabytes: number;
  readonly result: string;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: "string" }, failed: { type: "boolean", default: false } } });
  const rows = ROWS.map((row, index) => ({ row, index })).filter(({ row }) => values.only === undefined || row.name.includes(values.only));
  let failed = 0;
  let next = 0;
  console.log("       compile   mask    all   peak");
  console.log("            ms     ms     ms     MB");
  while (next < rows.length) {
    const done = await inChild(
      rows.slice(next).map(({ index }) => index),
      (index, { ms, maskMs, allMs, megabytes, result }) => {
        const bad = allMs > MAX_MS || megabytes > MAX_MEGABYTES || result.startsWith("crash");
        if (bad) failed += 1;
        if (!bad && values.failed) return;
        const figures = [ms, maskMs, allMs, megabytes].map((figure) => figure.toFixed(0).padStart(6)).join(" ");
        console.log(`${bad ? "FAILED" : "ok    "} ${figures}  ${ROWS[index].name}: ${result}`);
      },
    );
    next += done;
    if (next < rows.length) {
      failed += 1;
      console.log(`FAILED  ${rows[next].row.name}: the process ended, or took more than ${KILL_MS / 1000} s`);
      next += 1;
    }
  }
  console.log(`${rows.length - failed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/** Runs rows in one process until they are done or one stops it; how many were done. */
function inChild(indexes: readonly number[], report: (index: number, outcome: Outcome) => void): Promise<number> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(import.meta.url), {
      env: { ...process.env, HOSTILE_ROWS: indexes.join() },
      execArgv: [...process.execArgv, "--expose-gc"],
      silent: true,
    });
    let done = 0;
    let timer = setTimeout(() => child.kill("SIGKILL"), 3 * KILL_MS);
    child.on("message", (message: { readonly index: number; readonly outcome: Outcome }) => {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill("SIGKILL"), KILL_MS);
      report(message.index, message.outcome);
      done += 1;
    });
    child.on("exit", () => {
      clearTimeout(timer);
      resolve(done);
    });
  });
}

function runRow(index: number): Outcome {
  const vocabulary = kimiMissing === undefined ? kimiVocabulary() : byteVocabulary();
  const compiler = new GrammarCompiler(vocabulary);
  compiler.warmUp();
  globalThis.gc?.();
  const peak = peakMemory();
  const longest = timeMasks();
  const time = stopwatch();
  let ms: number | undefined;
  let result: string;
  try {
    const made = ROWS[index].run(compiler);
    ms = time();
    result = made instanceof CompiledGrammar ? used(made) : "a result";
  } catch (error) {
    result = error instanceof StructagError ? error.code : `crash: ${error instanceof Error ? error.message : String(error)}`.slice(0, 160);
  }
  const allMs = time();
  return { ms: ms ?? allMs, maskMs: longest(), allMs, megabytes: peak(), result };
}

/** From here on each mask is timed; the longest so far, in milliseconds. */
function timeMasks(): () => number {
  const { nextTokenMask } = GrammarMatcher.prototype;
  let longest = 0;
  GrammarMatcher.prototype.nextTokenMask = function (options) {
    const time = stopwatch();
    try {
      return nextTokenMask.call(this, options);
    } finally {
      longest = Math.max(longest, time());
    }
  };
  return () => longest;
}

/** Milliseconds since now, of the clock or of the processor. */
function stopwatch(): () => number {
  const start = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return Math.min(performance.now() - start, (user + system) / 1_000);
  };
}

/** Megabytes that the process takes more at its peak than now; where the system does not tell peaks, in the end. */
function peakMemory(): () => number {
  const before = process.memoryUsage().rss;
  try {
    writeFileSync("/proc/self/clear_refs", "5");
    return () => (Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024 - before) / 1e6;
  } catch {
    return () => (process.memoryUsage().rss - before) / 1e6;
  }
}

/** A dozen masks without a limit, then a random output that has to end. */
function used(grammar: CompiledGrammar): string {
  const matcher = grammar.matcher();
  for (let count = 0; count < 12; count += 1) {
    const tokens = matcher.nextTokenMask().toArray();
    if (tokens.length === 0) return "crash: an empty mask";
    if (!matcher.acceptToken(tokens[(count * 7919) % tokens.length])) return "crash: a token of the mask was refused";
    if (matcher.isTerminated()) break;
  }
  const noise = generateNoise(grammar, { seed: 1, maxTokens: 60 });
  return noise.kind === "text" ? `an output of ${noise.tokens} tokens` : noise.code;
}

const asked = process.env.HOSTILE_ROWS;
if (asked !== undefined && process.send !== undefined) {
  for (const index of asked.split(",").map(Number)) {
    const outcome = runRow(index);
    await new Promise((sent) => process.send?.({ index, outcome }, sent));
  }
  process.exit(0);
} else process.exitCode = await main();
