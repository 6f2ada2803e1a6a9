import type { CompiledGrammar } from "../../../src/matcher/compiled-grammar.ts";
import { GrammarCompiler } from "../../../src/matcher/compiler.ts";
import { byteCompiler } from "../engine-under-test.ts";
import { bestOfThree, growthDifference, limitDifference } from "../measure.ts";
import type { GeneratorRow } from "./sized.ts";

/** Times of compiling inputs of several sizes, each on fresh memory: the limits `compile_ms`, `compile_ms_<size>`, `rss_mb` and the growth. */
export function compileDifference(
  row: GeneratorRow,
  sizes: readonly number[],
  compile: (compiler: GrammarCompiler, size: number) => CompiledGrammar,
  more: Readonly<Record<string, number>> = {},
): string | undefined {
  const times = new Map<number, number>();
  const before = process.memoryUsage().rss;
  let most = before;
  for (const size of sizes) {
    const { ms, value } = bestOfThree(() => compile(new GrammarCompiler(byteCompiler.vocabulary), size));
    if (value.matcher().nextTokenMask().isEmpty) return `at ${size} nothing can be written`;
    times.set(size, ms);
    most = Math.max(most, process.memoryUsage().rss);
  }
  const grown = row.growth === undefined ? undefined : growthDifference(row.growth, times);
  const bySize = Object.fromEntries([...times].map(([size, ms]) => [`compile_ms_${size}`, ms]));
  return (
    grown ??
    limitDifference(row.limits, { compile_ms: Math.max(...times.values()), rss_mb: (most - before) / 1024 ** 2, ...bySize, ...more })
  );
}
