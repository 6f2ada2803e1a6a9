import { StructagError } from "../src/core/errors.ts";
import type { Vocabulary } from "../src/vocab/vocabulary.ts";
import { compareMasks } from "./agreement.ts";
import type { BenchCase } from "./cases/bench-case.ts";
import { type ColdCases, measureCold, timeFromRanks } from "./cold.ts";
import { type Engine, NotExpressible } from "./engines/engine.ts";
import { type Limits, measureLimits } from "./limits.ts";
import { firstPassMs, measureCase } from "./measure.ts";
import { type Agreement, EngineResults } from "./results.ts";
import { least } from "./statistics.ts";

export interface RoundsOptions {
  readonly vocabulary: Vocabulary;
  readonly engines: readonly Engine[];
  /** The cases to measure. */
  readonly cases: readonly BenchCase[];
  /** All cases: those that warm an engine before one of them is measured. */
  readonly known: readonly BenchCase[];
  readonly rounds: number;
  readonly overhead: number;
  readonly say: (line: string) => void;
}

/** A case whose compiling and first pass take longer than this runs in one round only, the discarded one: it is warm long before it ends. */
const SLOW_MS = 3000;
const SAMPLED_PLACES = 20;

export interface RoundsResult {
  readonly results: readonly EngineResults[];
  readonly limits: Limits;
  readonly fromRanksMs: number;
  readonly agreement: readonly Agreement[];
}

/** One discarded round, in which code becomes warm, then the rounds: every case with every engine, the engines in turn first. */
export async function runRounds(options: RoundsOptions): Promise<RoundsResult> {
  const { vocabulary, engines, cases, rounds, say } = options;
  const results = engines.map(({ name, version }) => new EngineResults(name, version));
  const limits: Limits[] = [];
  const fromRanks: number[] = [];
  const agreement: Agreement[] = [];
  const slow = new Set<string>();
  const cold = coldCases(options.known, vocabulary);
  for (let round = 0; round <= rounds; round += 1) {
    const discarded = round === 0;
    say(discarded ? "round 0, discarded" : `round ${round} of ${rounds}`);
    limits.push(measureLimits(vocabulary));
    fromRanks.push(timeFromRanks());
    for (const [index, engine] of engines.entries()) {
      const times = await measureCold(engine, cold);
      if (!discarded) results[index].cold.push(times);
    }
    for (const benchCase of cases) {
      const sampleAt = discarded && benchCase.kind !== "structural_tag" ? places(benchCase.tokens.length) : new Set<number>();
      const sampled = new Map<string, ReadonlyMap<number, Int32Array>>();
      for (let turn = 0; turn < engines.length; turn += 1) {
        const index = (turn + round) % engines.length;
        const engine = engines[index];
        const { name } = benchCase;
        const key = `${engine.name} ${name}`;
        if (results[index].failures.has(name) || slow.has(key)) continue;
        say(`  ${key}`);
        try {
          const others = options.known.filter((other) => other !== benchCase);
          const measured = await measureCase(engine, benchCase, {
            overhead: options.overhead,
            stop: vocabulary.stopTokenIds[0],
            sampleAt,
            others,
          });
          if (measured.compileMs + firstPassMs(measured) > SLOW_MS) slow.add(key);
          if (measured.refusal !== undefined) results[index].failures.set(name, measured.refusal);
          else if (!discarded || slow.has(key)) results[index].add(name, measured);
          sampled.set(engine.name, measured.sampled);
        } catch (error) {
          results[index].failures.set(name, reasonOf(error));
        }
      }
      const compared = sampleAt.size === 0 ? undefined : compareMasks(benchCase.name, sampled);
      if (compared !== undefined) agreement.push(compared);
    }
  }
  const best = (figure: (limit: Limits) => number): number => least(limits.slice(1).map(figure));
  return {
    results,
    limits: {
      maskCopy: best((limit) => limit.maskCopy),
      trieWalk: best((limit) => limit.trieWalk),
      stringWalk: best((limit) => limit.stringWalk),
    },
    fromRanksMs: least(fromRanks.slice(1)),
    agreement,
  };
}

function coldCases(cases: readonly BenchCase[], vocabulary: Vocabulary): ColdCases {
  const string = cases.find(({ kind, text }) => kind === "json" && insideString(text));
  let stringAt = 0;
  for (let prefix = ""; string !== undefined && !insideString(prefix); stringAt += 1) prefix += vocabulary.textOf(string.tokens[stringAt]);
  return { string, stringAt, text: cases.find(({ name }) => name.includes("free_text")) };
}

/** Whether a JSON text begins with an object whose first value is a string, and that string has begun. */
function insideString(text: string): boolean {
  return /^\{"[^"]*": ?"[^"]/.test(text);
}

function places(count: number): Set<number> {
  return new Set(Array.from({ length: SAMPLED_PLACES }, (_, index) => Math.floor((index * count) / SAMPLED_PLACES)));
}

function reasonOf(error: unknown): string {
  if (error instanceof StructagError) return `\`${error.issues[0].code}\``;
  if (error instanceof NotExpressible) return error.message;
  const text = error instanceof Error ? error.message : `error ${String(error)}`;
  return text.split("\n")[0].slice(0, 100);
}
