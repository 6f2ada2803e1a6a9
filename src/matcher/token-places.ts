import type { Vocabulary } from "../vocab/vocabulary.ts";

/** Where tokens end in the vocabulary's trie, to find those below a node in a list or a bitset. */
export class TokenPlaces {
  readonly #vocabulary: Vocabulary;
  #nodes: Int32Array | undefined;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** The node at which a token ends, that of its bytes' first token for an alias; -1 for one that is not in the trie. */
  nodeOf(token: number): number {
    this.#nodes ??= this.#find();
    return this.#nodes[token];
  }

  /** `words` less the tokens that end in `ranges` of nodes: itself where it holds none of them. */
  wordsWithout(words: Int32Array, ranges: Int32Array): Int32Array {
    const { trie, aliases } = this.#vocabulary;
    let own = words;
    for (let at = 0; at < ranges.length; at += 2) {
      for (let node = ranges[at]; node < ranges[at + 1]; node += 1) {
        const token = trie.token[node];
        if (token < 0 || ((words[token >>> 5] >>> (token & 31)) & 1) === 0) continue;
        if (own === words) own = words.slice();
        own[token >>> 5] &= ~(1 << (token & 31));
      }
    }
    if (own === words) return words;
    for (let at = 1; at < aliases.length; at += 2) {
      const alias = aliases[at];
      if (isWithin(ranges, this.nodeOf(alias))) own[alias >>> 5] &= ~(1 << (alias & 31));
    }
    return own;
  }

  #find(): Int32Array {
    const { trie, aliases, size } = this.#vocabulary;
    const nodes = new Int32Array(size).fill(-1);
    for (let node = 0; node < trie.nodeCount; node += 1) if (trie.token[node] >= 0) nodes[trie.token[node]] = node;
    for (let at = 0; at < aliases.length; at += 2) nodes[aliases[at + 1]] = nodes[aliases[at]];
    return nodes;
  }
}

/** Whether a node is in one of the ranges (first, behind the last, first, …), which ascend. */
export function isWithin(ranges: Int32Array, node: number): boolean {
  let low = 0;
  let high = ranges.length >>> 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (node < ranges[middle * 2 + 1]) high = middle;
    else low = middle + 1;
  }
  return low * 2 < ranges.length && node >= ranges[low * 2];
}
