import { findJumpForwardTokens, type GrammarMatcher, type TokenMask, type Vocabulary } from "../../../src/engine.ts";
import { compiledGrammar } from "./grammars.ts";
import type { Generated, GenerateInput } from "./protocol.ts";
import { bytesOfAll } from "./tokenize.ts";

/** Chances to take a marker, a quote or the end, where one is allowed: without them, free text would go on for as long as it may. */
const MARKER = 0.16;
const QUOTE = 0.14;
const END = 0.25;
const TRIES = 400;

type Random = () => number;
type Choose = (mask: TokenMask, random: Random) => number;

/**
 * A model that understands nothing. It likes common words: ids of a tokenizer follow how common tokens are, and temperature says how far down that list it
 * reaches. At 0 it takes the first that fits, at 2 any word is as good as another.
 */
function noiseModel(vocabulary: Vocabulary, temperature: number): Choose {
  const words = wordsOf(vocabulary);
  const specials = [...vocabulary.specialTokens.values()].filter((id) => !vocabulary.stopTokenIds.includes(id));
  const quote = vocabulary.trie.token[vocabulary.child(-1, 0x22)] ?? -1;
  const draw = (random: Random): number => {
    if (temperature >= 2) return Math.floor(random() * words.length);
    // Ranks spread evenly on a scale of powers, of which a low temperature takes the lower part.
    return Math.min(words.length - 1, Math.floor(words.length ** (random() * Math.min(1, 0.35 + 0.4 * temperature))));
  };
  return (mask, random) => {
    const markers = specials.filter((id) => mask.has(id));
    if (markers.length > 0 && random() < MARKER) return pick(markers, random);
    // Beside markers a quote ends no string.
    if (markers.length === 0 && quote >= 0 && mask.has(quote) && random() < QUOTE) return quote;
    for (let tries = 0; tries < TRIES && words.length > 0; tries += 1) {
      const id = words[temperature <= 0 ? tries % words.length : draw(random)];
      if (mask.has(id)) return id;
    }
    const ids = Array.from(mask.toArray()).filter((id) => !vocabulary.stopTokenIds.includes(id));
    const visible = ids.filter((id) => /^[!-~]+$/.test(vocabulary.textOf(id)));
    const from = visible.length > 0 ? visible : ids;
    return temperature <= 0 ? from[0] : pick(from, random);
  };
}

function pick(list: readonly number[], random: Random): number {
  return list[Math.floor(random() * list.length)];
}

const known = new WeakMap<Vocabulary, Int32Array>();

/** Ids of words with a space in front, the most common first. */
function wordsOf(vocabulary: Vocabulary): Int32Array {
  let words = known.get(vocabulary);
  if (words === undefined) {
    const isWord = (id: number): boolean => !vocabulary.isSpecial(id) && /^ [a-z]{2,}$/.test(vocabulary.textOf(id));
    const ids: number[] = [];
    for (let id = 0; id < vocabulary.size && ids.length < 8000; id += 1) if (isWord(id)) ids.push(id);
    words = Int32Array.from(ids);
    known.set(vocabulary, words);
  }
  return words;
}

/** Random numbers from 0 to 1; equal seeds give equal ones (mulberry32). */
function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Goes on from some tokens until the grammar ends the output; masks see to it that it does so within `maxTokens`. */
export function generate({ grammar: input, vocabulary: choice, prefix, seed, temperature, maxTokens }: GenerateInput): Generated {
  const { grammar, loaded } = compiledGrammar(input, choice);
  const { vocabulary } = loaded;
  const start = performance.now();
  const choose = noiseModel(vocabulary, temperature);
  const random = seededRandom(seed);
  const matcher = grammar.matcher();
  const ids = prefix.slice(0, matcher.acceptTokens(prefix));
  const split = (_: Vocabulary, bytes: Uint8Array): number[] => loaded.split(new TextDecoder().decode(bytes));
  let forcedCount = 0;
  let left = Math.max(maxTokens, matcher.minTokensToComplete());
  while (!matcher.isTerminated()) {
    const forced = takeForced(matcher, split, left);
    ids.push(...forced);
    forcedCount += forced.length;
    left -= forced.length;
    const mask = matcher.nextTokenMask({ tokensLeft: left });
    const stops = vocabulary.stopTokenIds.filter((id) => mask.has(id));
    if (mask.count === stops.length || (matcher.isCompleted() && random() < END)) break;
    const id = choose(mask, random);
    if (!matcher.acceptToken(id)) break;
    ids.push(id);
    left -= 1;
  }
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOfAll(vocabulary, ids));
  return { ids, text, forced: forcedCount, milliseconds: performance.now() - start };
}

/** Accepts what the grammar forces, split as the tokenizer would, as far as the output can still end in time. */
function takeForced(
  matcher: GrammarMatcher,
  split: (vocabulary: Vocabulary, bytes: Uint8Array) => number[],
  left: number,
): readonly number[] {
  const forced = findJumpForwardTokens(matcher, split);
  if (forced.length === 0) return forced;
  const accepted = matcher.acceptTokens(forced);
  if (accepted === forced.length && matcher.minTokensToComplete() <= left - forced.length) return forced;
  if (accepted > 0) matcher.rollback(accepted);
  return [];
}
