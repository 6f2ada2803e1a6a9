import type { Vocabulary } from "../vocab/vocabulary.ts";

/** For each trie node, how many nodes before it have a byte: a subtree holds it where the numbers at its ends differ. Made once for each byte. */
export class ByteCounts {
  readonly #vocabulary: Vocabulary;
  readonly #counts: (Int32Array | undefined)[] = [];
  byteLength = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  of(wanted: number): Int32Array {
    let counts = this.#counts[wanted];
    if (counts === undefined) {
      const { byte, nodeCount } = this.#vocabulary.trie;
      counts = new Int32Array(nodeCount + 1);
      let count = 0;
      for (let at = 0; at < nodeCount; at += 1) {
        if (byte[at] === wanted) count += 1;
        counts[at + 1] = count;
      }
      this.#counts[wanted] = counts;
      this.byteLength += counts.byteLength;
    }
    return counts;
  }
}
