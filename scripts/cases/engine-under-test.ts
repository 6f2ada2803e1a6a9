import type { CompiledGrammar } from "../../src/matcher/compiled-grammar.ts";
import { GrammarCompiler } from "../../src/matcher/compiler.ts";
import { tokenizeGreedy } from "../../src/vocab/tokenize.ts";
import { byteFallbackVocabulary } from "../../tests/support/byte-fallback-vocabulary.ts";
import { byteVocabulary } from "../../tests/support/byte-vocabulary.ts";
import { kimiMissing, kimiVocabulary } from "../../tests/support/kimi-vocabulary.ts";

/** For texts: a compiler whose vocabulary is the single bytes. */
export const byteCompiler: GrammarCompiler = new GrammarCompiler(byteVocabulary());

let large: GrammarCompiler | undefined;

/** For times: a compiler on a vocabulary of real size, warmed up. */
export function largeCompiler(): GrammarCompiler {
  if (large === undefined) {
    large = new GrammarCompiler(kimiMissing === undefined ? kimiVocabulary() : byteFallbackVocabulary());
    large.warmUp();
  }
  return large;
}

/** Microseconds of each mask along a text, up to where it ends or is refused. */
export function maskTimes(grammar: CompiledGrammar, text: string): number[] {
  const matcher = grammar.matcher();
  const bitmask = new Int32Array((grammar.vocabulary.size + 31) >>> 5);
  const times: number[] = [];
  for (const token of tokenizeGreedy(grammar.vocabulary, new TextEncoder().encode(text))) {
    const start = performance.now();
    matcher.fillNextTokenBitmask(bitmask);
    times.push((performance.now() - start) * 1000);
    if (!matcher.acceptToken(token)) break;
  }
  return times;
}
