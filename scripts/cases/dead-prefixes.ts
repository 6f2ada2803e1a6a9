import type { JsonObject } from "../../src/core/json.ts";
import { SeededRandom } from "../../src/core/random.ts";
import type { CompiledGrammar } from "../../src/matcher/compiled-grammar.ts";
import type { GrammarMatcher } from "../../src/matcher/matcher.ts";
import { listField, textOf } from "./fields.ts";
import { shortened } from "./grammar-texts.ts";

const WALKS = 50;
const MAX_WALK_TOKENS = 100;

/** The first beginning that no output goes on from: along the texts in `accept`, and on random walks under masks that start inside them, where markers are near. */
export function deadPrefixDifference(grammar: CompiledGrammar, fields: JsonObject): string | undefined {
  const texts = listField(fields, "accept").map((value) => textOf(value, "accept"));
  for (const text of texts) {
    const matcher = grammar.matcher();
    let read = "";
    for (const character of text) {
      if (!matcher.acceptString(character)) return `${shortened(read + character)} is refused`;
      read += character;
      if (isDead(matcher)) return `nothing completes ${shortened(read)}`;
    }
  }
  for (let seed = 1; seed <= WALKS; seed += 1) {
    const random = new SeededRandom(seed);
    const characters = texts.length === 0 ? [] : [...random.pick(texts)];
    const matcher = grammar.matcher();
    matcher.acceptString(characters.slice(0, Math.floor(random.fraction() * characters.length)).join(""));
    for (let length = 0; length < MAX_WALK_TOKENS && !matcher.isTerminated(); length += 1) {
      const tokens = matcher.nextTokenMask().toArray();
      if (tokens.length === 0) return `walk ${seed}: the mask is empty after ${length} tokens`;
      matcher.acceptToken(random.pick([...tokens]));
      if (isDead(matcher)) return `walk ${seed}: nothing completes what stands after ${length + 1} tokens`;
    }
  }
  return undefined;
}

function isDead(matcher: GrammarMatcher): boolean {
  return !matcher.isTerminated() && !Number.isFinite(matcher.minTokensToComplete());
}
