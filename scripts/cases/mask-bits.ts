import { StructagError } from "../../src/core/errors.ts";
import { allocateTokenBitmask } from "../../src/matcher/bitmask.ts";
import type { GrammarMatcher } from "../../src/matcher/matcher.ts";

/** The bitmask of the next token. Its words start as all ones, so that bits that were not written show. */
export function bitsOf(matcher: GrammarMatcher): Int32Array {
  const bits = allocateTokenBitmask(1, matcher.grammar.vocabulary.size);
  matcher.fillNextTokenBitmask(bits);
  return bits;
}

export function isOpen(bits: Int32Array, token: number): boolean {
  const word = bits[token >>> 5];
  return word !== undefined && ((word >>> (token & 31)) & 1) === 1;
}

/** The first token whose mask bit is not what accepting says, padding bits of the last word included. */
export function maskDifference(matcher: GrammarMatcher): string | undefined {
  const { vocabulary } = matcher.grammar;
  const bits = bitsOf(matcher);
  for (let token = 0; token < bits.length * 32; token += 1) {
    const accepted = accepts(matcher, token);
    if (accepted) matcher.rollback(1);
    if (accepted !== isOpen(bits, token)) {
      const text = token < vocabulary.size ? JSON.stringify(vocabulary.textOf(token)) : "past the vocabulary";
      return `token ${token} (${text}) is ${accepted ? "accepted but masked" : "refused but open"}`;
    }
  }
  return undefined;
}

/** A refusal is `false` or a coded error; anything else is a fault. */
export function accepts(matcher: GrammarMatcher, token: number): boolean {
  try {
    return matcher.acceptToken(token);
  } catch (error) {
    if (error instanceof StructagError) return false;
    throw error;
  }
}
