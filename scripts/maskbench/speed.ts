import { GrammarCompiler } from "../../src/matcher/compiler.ts";
import { tokenizeGreedy } from "../../src/vocab/tokenize.ts";
import { kimiMissing, kimiVocabulary } from "../../tests/support/kimi-vocabulary.ts";
import type { MaskBenchRow } from "./rows.ts";

/** Times of one pass over rows: every schema new, the engine warm. */
export interface Speed {
  readonly rows: number;
  readonly masks: number;
  readonly maskMicroseconds: Record<string, number>;
  readonly compileMilliseconds: Record<string, number>;
  /** Copying one bitmask of the vocabulary's width. */
  readonly maskCopyMicroseconds: number;
  /** Tokens of valid instances that a mask did not let through: none, if all is well. */
  readonly mismatches: number;
}

const encoder = new TextEncoder();

/** Computes the mask before every token of the valid instances. */
export function measureSpeed(rows: readonly MaskBenchRow[], verbose: boolean): Speed | undefined {
  if (kimiMissing !== undefined) {
    console.log(`no speed figures: ${kimiMissing}`);
    return undefined;
  }
  const vocabulary = kimiVocabulary();
  const compiler = new GrammarCompiler(vocabulary);
  compiler.warmUp();
  const bitmask = new Int32Array((vocabulary.size + 31) >>> 5);
  const masks: number[] = [];
  const compiles: number[] = [];
  const worst: { readonly us: number; readonly id: string; readonly at: string }[] = [];
  let mismatches = 0;
  const warming = Math.min(50, rows.length >> 2);
  rows.forEach((row, index) => {
    const measured = index >= warming;
    const { schema, instances } = row;
    const start = performance.now();
    const grammar = compiler.compileJsonSchema(schema);
    grammar.matcher();
    if (measured) compiles.push(performance.now() - start);
    for (const { valid, text } of instances) {
      if (!valid) continue;
      const matcher = grammar.matcher();
      const bytes = encoder.encode(text);
      let written = 0;
      for (const token of tokenizeGreedy(vocabulary, bytes)) {
        const before = performance.now();
        matcher.fillNextTokenBitmask(bitmask);
        const us = (performance.now() - before) * 1000;
        if (measured) {
          masks.push(us);
          if (us > 1000) worst.push({ us, id: row.id, at: text.slice(Math.max(0, written - 40), written) });
        }
        const open = ((bitmask[token >>> 5] >>> (token & 31)) & 1) === 1;
        if (!open || !matcher.acceptToken(token)) {
          mismatches += 1;
          if (verbose) console.log(`mismatch  ${row.id} behind ${JSON.stringify(text.slice(0, written))}`);
          break;
        }
        written += vocabulary.bytesOf(token).length;
      }
    }
  });
  if (verbose) {
    worst.sort((x, y) => y.us - x.us);
    for (const { us, id, at } of worst.slice(0, 40)) console.log(`slow mask  ${us.toFixed(0)} µs  ${id}  behind …${JSON.stringify(at)}`);
  }
  const { statistics } = compiler;
  if (verbose) console.log(JSON.stringify(statistics));
  return {
    rows: rows.length,
    masks: masks.length,
    maskMicroseconds: summary(masks),
    compileMilliseconds: summary(compiles),
    maskCopyMicroseconds: copyTime(bitmask),
    mismatches,
  };
}

function summary(times: number[]): Record<string, number> {
  times.sort((x, y) => x - y);
  const at = (part: number): number => Number((times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0).toFixed(3));
  const mean = times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length);
  return { mean: Number(mean.toFixed(3)), p50: at(0.5), p75: at(0.75), p90: at(0.9), p99: at(0.99), "p99.9": at(0.999), worst: at(1) };
}

function copyTime(from: Int32Array): number {
  const to = new Int32Array(from.length);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    for (let count = 0; count < 10_000; count += 1) to.set(from);
    best = Math.min(best, (performance.now() - start) / 10);
  }
  return Number(best.toFixed(3));
}
