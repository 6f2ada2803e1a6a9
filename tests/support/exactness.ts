import { SeededRandom } from "../../src/core/random.ts";
import { GrammarCompiler } from "../../src/matcher/compiler.ts";
import type { Vocabulary } from "../../src/vocab/vocabulary.ts";
import { bruteForceDifference, pickToken } from "./brute-force.ts";
import { SAMPLE_GRAMMARS } from "./sample-grammars.ts";

export interface ExactnessReport {
  readonly states: number;
  readonly grammars: number;
  /** One line for each state whose mask is wrong. */
  readonly faults: readonly string[];
}

const MAX_WALK_TOKENS = 24;

/** Compares the masks of at least `states` states with trying every token; the states are drawn by seeded walks over all sample grammars. */
export function checkExactness(vocabulary: Vocabulary, states: number, seed = 1): ExactnessReport {
  const compiler = new GrammarCompiler(vocabulary);
  const bitmask = new Int32Array((vocabulary.size + 31) >>> 5);
  const faults: string[] = [];
  const perGrammar = Math.ceil(states / SAMPLE_GRAMMARS.length);
  let checked = 0;
  SAMPLE_GRAMMARS.forEach(({ name, compile }, index) => {
    const grammar = compile(compiler);
    const random = new SeededRandom(seed * 1000 + index);
    for (let count = 0; count < perGrammar; ) {
      const matcher = grammar.matcher();
      const length = random.below(MAX_WALK_TOKENS);
      for (let at = 0; at < length && !matcher.isTerminated(); at += 1) {
        const token = pickToken(matcher, random);
        if (token === undefined) {
          faults.push(`${name}: the mask is empty after ${at} tokens (walk ${count})`);
          break;
        }
        if (!matcher.acceptToken(token)) {
          faults.push(`${name}: token ${token} is open, but refused after ${at} tokens`);
          break;
        }
      }
      count += 1;
      if (matcher.isTerminated()) matcher.rollback(1);
      checked += 1;
      const reason = bruteForceDifference(matcher, bitmask);
      if (reason !== undefined) faults.push(`${name}, walk ${count - 1} of seed ${seed}: ${reason}`);
    }
  });
  return { states: checked, grammars: SAMPLE_GRAMMARS.length, faults };
}
