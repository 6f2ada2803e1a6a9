import type { BenchCase } from "./cases/bench-case.ts";
import type { Compiled, Engine, Matcher, Session } from "./engines/engine.ts";
import { least, summarise } from "./statistics.ts";
import { collectGarbage, since } from "./timer.ts";

/** One case in one round. Microseconds unless named otherwise. */
export interface Measured {
  readonly compileMs: number;
  /** The grammar's first pass: time of each mask and of each accept. */
  readonly masks: readonly number[];
  readonly accepts: readonly number[];
  /** Passes after that over the same document. */
  readonly laterP50: number;
  readonly laterAcceptMean: number;
  /** Absent where the engine only copies. */
  readonly byReferenceP50?: number;
  /** What the engine said to the document: undefined where every token was in its mask and was accepted, and the stop token was in the last mask. */
  readonly refusal?: string;
  /** Masks at some places, for comparison. */
  readonly sampled: ReadonlyMap<number, Int32Array>;
}

export interface MeasureOptions {
  readonly overhead: number;
  /** The stop token, which must be open after the document. */
  readonly stop: number;
  /** Places at which masks are kept. */
  readonly sampleAt: ReadonlySet<number>;
  /** Grammars and documents that the compiler sees before, where work is shared. */
  readonly others: readonly BenchCase[];
}

/** Later passes go on until they have seen this many tokens, and are three at least. */
const LATER_TOKENS = 1000;
/** After a first pass that takes longer there is one later pass. */
const SLOW_PASS_MS = 1000;

/** Compiles a case with a compiler that has not seen it and runs its document. Throws what the engine throws on compiling. */
export async function measureCase(engine: Engine, benchCase: BenchCase, options: MeasureOptions): Promise<Measured> {
  // Before the warming, not after it: collecting what the last compiler left also throws away code that was specialised to it.
  collectGarbage();
  const session = await engine.session();
  try {
    if (engine.sharesWork) for (const other of options.others) await warm(session, other);
    const compile = session.prepare(benchCase);
    const start = performance.now();
    const compiled = await compile();
    const compileMs = performance.now() - start;
    try {
      return { compileMs, ...(await passes(compiled, benchCase.tokens, options)) };
    } finally {
      compiled.dispose();
    }
  } finally {
    session.dispose();
  }
}

async function warm(session: Session, benchCase: BenchCase): Promise<void> {
  let compiled: Compiled;
  try {
    compiled = await session.prepare(benchCase)();
  } catch {
    return; // A case that the engine cannot compile warms nothing; where it is measured itself, the reason is shown.
  }
  await pass(compiled, benchCase.tokens, { overhead: 0, stop: -1, sampleAt: new Set() });
  compiled.dispose();
}

async function passes(compiled: Compiled, tokens: readonly number[], options: MeasureOptions): Promise<Omit<Measured, "compileMs">> {
  const first = await pass(compiled, tokens, options);
  if (first.refusal !== undefined) return { ...first, laterP50: Number.NaN, laterAcceptMean: Number.NaN };
  const copies: number[] = [];
  const references: number[] = [];
  const accepts: number[] = [];
  const rounds = firstPassMs(first) > SLOW_PASS_MS ? 1 : Math.max(3, Math.ceil(LATER_TOKENS / tokens.length));
  for (let round = 0; round < rounds; round += 1) {
    const later = await pass(compiled, tokens, { ...options, sampleAt: new Set() });
    copies.push(summarise([later.masks]).p50);
    accepts.push(summarise([later.accepts]).mean);
    if (compiled.byReference !== undefined) references.push(summarise([compiled.byReference(tokens, options.overhead)]).p50);
  }
  const best = { laterP50: least(copies), laterAcceptMean: least(accepts) };
  return { ...first, ...best, ...(references.length > 0 ? { byReferenceP50: least(references) } : {}) };
}

/** Milliseconds of all masks of the first pass. */
export function firstPassMs({ masks }: Pick<Measured, "masks">): number {
  return masks.reduce((sum, time) => sum + time, 0) / 1000;
}

type Pass = Pick<Measured, "masks" | "accepts" | "refusal" | "sampled">;

async function pass(
  compiled: Compiled,
  tokens: readonly number[],
  { overhead, stop, sampleAt }: Pick<MeasureOptions, "overhead" | "stop" | "sampleAt">,
): Promise<Pass> {
  const matcher = await compiled.matcher();
  const masks: number[] = [];
  const accepts: number[] = [];
  const sampled = new Map<number, Int32Array>();
  let refusal: string | undefined;
  for (let at = 0; at < tokens.length && refusal === undefined; at += 1) {
    const token = tokens[at];
    let start = performance.now();
    const filled = matcher.fill();
    const mask = filled instanceof Int32Array ? filled : await filled;
    masks.push(since(start, overhead));
    if (sampleAt.has(at)) sampled.set(at, mask.slice());
    if (!isOpen(mask, token)) refusal = `token ${at} of ${tokens.length} is not in the mask`;
    start = performance.now();
    const accepted = tryAccept(matcher, token);
    accepts.push(since(start, overhead));
    if (!accepted && refusal === undefined) refusal = `token ${at} of ${tokens.length} is in the mask but not accepted`;
  }
  if (refusal === undefined && stop >= 0 && !isOpen(await matcher.fill(), stop)) refusal = "the document may not end";
  matcher.dispose();
  return { masks, accepts, sampled, ...(refusal === undefined ? {} : { refusal }) };
}

function tryAccept(matcher: Matcher, token: number): boolean {
  try {
    return matcher.accept(token);
  } catch {
    return false;
  }
}

export function isOpen(mask: Int32Array, token: number): boolean {
  return ((mask[token >>> 5] >>> (token & 31)) & 1) === 1;
}
