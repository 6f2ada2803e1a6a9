import { vocabularyFromTiktoken } from "../src/vocab/from-tiktoken.ts";
import { kimiRanks, kimiSpecialTokens } from "../tests/support/kimi-vocabulary.ts";
import type { BenchCase } from "./cases/bench-case.ts";
import type { Engine } from "./engines/engine.ts";
import { collectGarbage } from "./timer.ts";

/** Times of an engine that has computed nothing yet. Milliseconds; absent where the engine cannot. */
export interface ColdTimes {
  readonly load: number;
  /** The first mask ever, inside a JSON string. */
  readonly firstStringMask?: number;
  /** The first mask ever, in free text that tags may interrupt. */
  readonly firstTextMask?: number;
}

export interface ColdCases {
  readonly string: BenchCase | undefined;
  /** The first place of `string`'s document that is inside a JSON string. */
  readonly stringAt: number;
  readonly text: BenchCase | undefined;
}

export async function measureCold(engine: Engine, cases: ColdCases): Promise<ColdTimes> {
  const load = await timeLoad(engine);
  const firstStringMask = await firstMask(engine, cases.string, cases.stringAt);
  // Loaded again, so that this is a first mask too. An engine that failed above has nothing to measure here.
  const again = await timeLoad(engine);
  const firstTextMask = await firstMask(engine, cases.text, 0);
  return {
    load: Math.min(load, again),
    ...(firstStringMask === undefined ? {} : { firstStringMask }),
    ...(firstTextMask === undefined ? {} : { firstTextMask }),
  };
}

/** Milliseconds of making the Kimi vocabulary from its ranks. */
export function timeFromRanks(): number {
  const ranks = kimiRanks();
  const specialTokens = kimiSpecialTokens("kimi-k3");
  collectGarbage();
  const start = performance.now();
  vocabularyFromTiktoken(ranks, { size: 163_840, specialTokens, stopTokenIds: [163_586] });
  return performance.now() - start;
}

async function timeLoad(engine: Engine): Promise<number> {
  collectGarbage();
  const start = performance.now();
  await engine.load();
  return performance.now() - start;
}

async function firstMask(engine: Engine, benchCase: BenchCase | undefined, at: number): Promise<number | undefined> {
  if (benchCase === undefined) return undefined;
  const session = await engine.session();
  try {
    const compiled = await session.prepare(benchCase)();
    const matcher = await compiled.matcher();
    for (const token of benchCase.tokens.slice(0, at)) matcher.accept(token);
    const start = performance.now();
    await matcher.fill();
    const time = performance.now() - start;
    matcher.dispose();
    compiled.dispose();
    return time;
  } catch {
    return undefined; // The case's own measurement shows the reason.
  } finally {
    session.dispose();
  }
}
