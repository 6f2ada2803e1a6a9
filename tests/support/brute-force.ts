import type { SeededRandom } from "../../src/core/random.ts";
import type { GrammarMatcher } from "../../src/matcher/matcher.ts";

/** The first token whose bit in the mask is not what trying it says. Every token is tried. */
export function bruteForceDifference(matcher: GrammarMatcher, bitmask: Int32Array): string | undefined {
  const { vocabulary } = matcher.grammar;
  matcher.fillNextTokenBitmask(bitmask);
  const before = matcher.historyLength;
  for (let token = 0; token < vocabulary.size; token += 1) {
    const accepted = matcher.acceptToken(token);
    if (accepted) matcher.rollback(1);
    if (accepted !== (((bitmask[token >>> 5] >>> (token & 31)) & 1) === 1)) {
      return `token ${token} ${JSON.stringify(vocabulary.textOf(token))} is ${accepted ? "accepted but masked" : "refused but open"}`;
    }
  }
  return matcher.historyLength === before ? undefined : "trying tokens changed the history";
}

/**
 * A token of the mask: any of them, or one of a few that leads to an end soonest. Any would hardly ever leave strings and free text, the soonest alone would always go the same way.
 */
export function pickToken(matcher: GrammarMatcher, random: SeededRandom): number | undefined {
  const tokens = matcher.nextTokenMask().toArray();
  if (tokens.length === 0) return undefined;
  const stops = new Set(matcher.grammar.vocabulary.stopTokenIds);
  if (random.below(2) === 0) return tokens[random.below(tokens.length)];
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 12; tries += 1) {
    const token = tokens[random.below(tokens.length)];
    if (stops.has(token) && random.below(4) > 0) continue;
    if (!matcher.acceptToken(token)) return token;
    const cost = matcher.minTokensToComplete();
    matcher.rollback(1);
    if (cost < least) [least, best] = [cost, token];
  }
  return best ?? tokens[random.below(tokens.length)];
}
