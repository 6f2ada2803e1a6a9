import { FRONT_BUDGET, NEVER } from "../expr/kinds.ts";
import { type Config, tokenConfigs } from "./config.ts";
import type { Generation } from "./generation.ts";
import type { MatchedBytes } from "./matched-bytes.ts";
import type { GrammarMatcher } from "./matcher.ts";
import { EMPTY_MASK, TokenMask } from "./token-mask.ts";

/** The mask of a matcher's next token: the cached masks of its alternatives, less what their registers refuse and what would leave too few of `tokensLeft` tokens. */
export function correctedMask(matcher: GrammarMatcher, tokensLeft?: number): TokenMask {
  if (matcher.isTerminated()) return EMPTY_MASK;
  const { configs, generation, text } = matcher;
  const maskOf = (config: Config): TokenMask => {
    const mask = configMask(generation, config, text);
    const kept = tokensLeft === undefined ? undefined : generation.finish.filter(config, mask, tokensLeft, text);
    return kept === undefined ? mask : new TokenMask(null, kept);
  };
  return configs.length === 1 ? maskOf(configs[0]) : union(generation, configs.map(maskOf));
}

function configMask(generation: Generation, config: Config, text: MatchedBytes): TokenMask {
  const { front, masks } = generation;
  // A budget that is spent closes its region before the next token starts.
  const expr = (front.flags(config.expr) & FRONT_BUDGET) !== 0 ? front.opened(config.expr) : config.expr;
  if (expr === NEVER) return EMPTY_MASK;
  const mask = masks.mask(expr);
  if (mask.checks.length === 0) return mask;
  const doubtful = new Set<number>();
  for (const checks of mask.checks) checks.doubtful(config.register, text, doubtful);
  if (doubtful.size === 0) return mask;
  const refused = new Set<number>();
  const before = text.length;
  for (const token of doubtful) {
    if (tokenConfigs(generation, [config], token, text).length === 0) refused.add(token);
    text.length = before;
  }
  return refused.size === 0 ? mask : without(mask, refused);
}

function without(mask: TokenMask, refused: ReadonlySet<number>): TokenMask {
  let { words } = mask;
  const inWords = words === null ? [] : [...refused].filter((token) => ((words![token >>> 5] >>> (token & 31)) & 1) === 1);
  if (inWords.length > 0) {
    words = words!.slice();
    for (const token of inWords) words[token >>> 5] &= ~(1 << (token & 31));
  }
  return new TokenMask(
    words,
    mask.added.filter((token) => !refused.has(token)),
  );
}

function union(generation: Generation, masks: readonly TokenMask[]): TokenMask {
  const words = new Int32Array((generation.vocabulary.size + 31) >>> 5);
  for (const mask of masks) {
    if (mask.words !== null) for (let at = 0; at < words.length; at += 1) words[at] |= mask.words[at];
    for (const token of mask.added) words[token >>> 5] |= 1 << (token & 31);
  }
  return new TokenMask(words, new Int32Array(0));
}
