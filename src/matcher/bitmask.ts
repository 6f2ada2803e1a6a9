import { fail } from "../core/errors.ts";
import type { TokenMask } from "./token-mask.ts";

/** Shared bitsets with at most so many forbidden tokens are applied by a list of those. */
const MAX_DENIED = 16_384;

/** Words of one row of a bitmask for a vocabulary of `vocabularySize` ids. */
export function bitmaskWidth(vocabularySize: number): number {
  return (vocabularySize + 31) >>> 5;
}

/**
 * A bitmask of `batchSize` rows for {@link GrammarMatcher.fillNextTokenBitmask}, one row after the other, with every token allowed. A row has `ceil(vocabularySize / 32)` words; bit
 * `i % 32` (least significant first) of word `i / 32` stands for token `i`; 1 = allowed.
 * @throws StructagError `matcher-bitmask-size`
 */
export function allocateTokenBitmask(batchSize: number, vocabularySize: number): Int32Array {
  for (const [name, value] of [
    ["batchSize", batchSize],
    ["vocabularySize", vocabularySize],
  ] as const) {
    if (!Number.isInteger(value) || value < 1) fail("matcher-bitmask-size", "", `${name} is a whole number above zero, not ${value}`);
  }
  return new Int32Array(batchSize * bitmaskWidth(vocabularySize)).fill(-1);
}

export interface ApplyBitmaskOptions {
  /** Index of the row's first word; default 0. */
  readonly offset?: number;
  /** Words of the row. Default: as many as `logits` needs, or what is left of the bitmask. Give it where logits are wider than the vocabulary and the bitmask has several rows. */
  readonly width?: number;
}

/**
 * Sets the logits of all tokens that a row of a bitmask forbids to -Infinity, in place; also those of ids past the row. Rows of several sequences are applied one by one, to the
 * subarray of each.
 * @throws StructagError `matcher-bitmask-size` where the row lies outside of the bitmask
 */
export function applyTokenBitmask(logits: Float32Array, bitmask: Int32Array, options: ApplyBitmaskOptions = {}): void {
  const { offset = 0 } = options;
  const needed = bitmaskWidth(logits.length);
  const width = options.width ?? Math.min(needed, bitmask.length - offset);
  if (!Number.isInteger(offset) || offset < 0 || !Number.isInteger(width) || width < 0 || offset + width > bitmask.length) {
    fail("matcher-bitmask-size", "", `the bitmask has ${bitmask.length} words, and no row of ${width} words at ${offset}`);
  }
  applyWords(logits, bitmask, offset, Math.min(width, needed));
}

function applyWords(logits: Float32Array, words: Int32Array, offset: number, width: number): void {
  const size = logits.length;
  for (let index = 0; index < width; index += 1) {
    const word = words[offset + index];
    if (word === -1) continue;
    const start = index << 5;
    if (word === 0) {
      // Forbidden words come in runs, and one long fill is much quicker than many short ones.
      let end = index + 1;
      while (end < width && words[offset + end] === 0) end += 1;
      logits.fill(Number.NEGATIVE_INFINITY, start, Math.min(end << 5, size));
      index = end - 1;
      continue;
    }
    let denied = ~word;
    while (denied !== 0) {
      const low = denied & -denied;
      const token = start + 31 - Math.clz32(low);
      if (token < size) logits[token] = Number.NEGATIVE_INFINITY;
      denied ^= low;
    }
  }
  if (width << 5 < size) logits.fill(Number.NEGATIVE_INFINITY, width << 5);
}

/** Forbidden ids of shared bitsets; null where they are too many, undefined before the second use. */
const deniedLists = new WeakMap<Int32Array, Int32Array | null>();
const seenOnce = new WeakSet<Int32Array>();

/**
 * Sets the logits of all tokens that a mask forbids to -Infinity, in place; also those of ids past the vocabulary. The quickest way: a few allowed tokens are saved and put back, a few
 * forbidden ones are written one by one, and only what lies between goes through the bitset.
 */
export function applyTokenMask(logits: Float32Array, mask: TokenMask): void {
  const { words, added } = mask;
  const kept = new Float32Array(added.length);
  for (let at = 0; at < added.length; at += 1) kept[at] = logits[added[at]];
  if (words === null) logits.fill(Number.NEGATIVE_INFINITY);
  else {
    const denied = deniedOf(words);
    if (denied === undefined) applyWords(logits, words, 0, Math.min(words.length, bitmaskWidth(logits.length)));
    else {
      for (let at = 0; at < denied.length; at += 1) if (denied[at] < logits.length) logits[denied[at]] = Number.NEGATIVE_INFINITY;
      if (words.length << 5 < logits.length) logits.fill(Number.NEGATIVE_INFINITY, words.length << 5);
    }
  }
  // A write past the end of a typed array does nothing.
  for (let at = 0; at < added.length; at += 1) logits[added[at]] = kept[at];
}

/** The list is worth making only for bitsets that come again, so not for those made for one mask. */
function deniedOf(words: Int32Array): Int32Array | undefined {
  const known = deniedLists.get(words);
  if (known !== undefined) return known ?? undefined;
  if (!seenOnce.has(words)) {
    seenOnce.add(words);
    return undefined;
  }
  const denied: number[] = [];
  for (let index = 0; index < words.length && denied.length <= MAX_DENIED; index += 1) {
    for (let bits = ~words[index]; bits !== 0; bits &= bits - 1) denied.push((index << 5) + 31 - Math.clz32(bits & -bits));
  }
  const list = denied.length > MAX_DENIED ? null : Int32Array.from(denied);
  deniedLists.set(words, list);
  return list ?? undefined;
}
