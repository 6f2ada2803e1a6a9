import { fail } from "../core/errors.ts";
import { SeededRandom } from "../core/random.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import type { CompiledGrammar } from "./compiled-grammar.ts";
import { findJumpForwardTokens } from "./jump-forward.ts";
import type { GrammarMatcher } from "./matcher.ts";
import type { TokenMask } from "./token-mask.ts";

export interface SampleTokensOptions {
  /** Equal seeds give equal outputs. Default 1. */
  readonly seed?: number;
  /** Most tokens, the stop token not counted; the masks see to it that the output ends in time. Default 256. */
  readonly maxTokens?: number;
  /** Chance to end at each place where the output may end. Default 0.1. */
  readonly endProbability?: number;
  /** Picks one of the allowed tokens: a model. Default: each with the same chance. Stop tokens are in the mask where `endProbability` is 0 and the output may end. */
  readonly choose?: (mask: TokenMask, random: SeededRandom) => number;
  /** Splits text as the model's tokenizer does. Where it is given, forced texts are taken as a whole without asking `choose`. */
  readonly tokenize?: (vocabulary: Vocabulary, bytes: Uint8Array) => readonly number[];
}

export interface SampledToken {
  readonly id: number;
  /** The grammar left no choice. */
  readonly forced: boolean;
}

export interface SampledTokens {
  /** Without the stop token. */
  readonly tokens: readonly SampledToken[];
  /** The texts of all tokens, special ones included. */
  readonly text: string;
  /** Masks that were computed. */
  readonly masks: number;
}

/**
 * A random output of a grammar under the masks of its vocabulary. It always ends, and within `maxTokens`.
 * @throws StructagError `matcher-budget` where `maxTokens` is not enough for any output; `sample-token-refused` where `choose` gives a token that is not allowed
 */
export function sampleTokens(grammar: CompiledGrammar, options: SampleTokensOptions = {}): SampledTokens {
  const { seed = 1, maxTokens = 256, endProbability = 0.1, tokenize } = options;
  const { vocabulary } = grammar;
  const choose = options.choose ?? uniformToken;
  const random = new SeededRandom(seed);
  const matcher = grammar.matcher();
  const tokens: SampledToken[] = [];
  let masks = 0;
  for (;;) {
    if (tokenize !== undefined) {
      for (const id of takeForced(matcher, tokenize, maxTokens - tokens.length)) tokens.push({ id, forced: true });
    }
    const mask = matcher.nextTokenMask({ tokensLeft: maxTokens - tokens.length });
    masks += 1;
    const stops = vocabulary.stopTokenIds.filter((id) => mask.has(id));
    if (mask.count === stops.length || (matcher.isCompleted() && random.fraction() < endProbability)) break;
    const id = choose(mask, random);
    const forced = mask.count === 1 && matcher.nextTokenMask().count === 1;
    if (!mask.has(id) || !matcher.acceptToken(id)) {
      fail("sample-token-refused", "", `token ${id} was chosen, which is not allowed`, "choose one of the mask");
    }
    if (matcher.isTerminated()) break;
    tokens.push({ id, forced });
  }
  return { tokens, text: textOf(vocabulary, tokens), masks };
}

/** A token of a mask that is not empty, each with the same chance. */
function uniformToken(mask: TokenMask, random: SeededRandom): number {
  if (mask.words === null) return mask.added[random.below(mask.added.length)];
  // Most masks with a bitset allow most tokens, so guessing is quicker than listing.
  for (let tries = 0; tries < 64; tries += 1) {
    const token = random.below(mask.words.length * 32);
    if (mask.has(token)) return token;
  }
  const tokens = mask.toArray();
  return tokens[random.below(tokens.length)];
}

/** Accepts what the grammar forces, as far as the output can still end in time afterwards. */
function takeForced(matcher: GrammarMatcher, tokenize: NonNullable<SampleTokensOptions["tokenize"]>, left: number): readonly number[] {
  const forced = findJumpForwardTokens(matcher, tokenize);
  if (forced.length === 0) return forced;
  const accepted = matcher.acceptTokens(forced);
  if (accepted === forced.length && matcher.minTokensToComplete() <= left - forced.length) return forced;
  matcher.rollback(accepted);
  return [];
}

function textOf(vocabulary: Vocabulary, tokens: readonly SampledToken[]): string {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return tokens.map(({ id }) => decoder.decode(vocabulary.bytesOf(id).slice(), { stream: true })).join("") + decoder.decode();
}
