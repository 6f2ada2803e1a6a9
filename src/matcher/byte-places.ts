import type { Vocabulary } from "../vocab/vocabulary.ts";

/** Which subtrees of a vocabulary's trie hold a byte: a bit for each node, made when a byte is first asked for and kept with the vocabulary. */
export class BytePlaces {
  readonly #vocabulary: Vocabulary;
  readonly #subtrees: (Uint32Array | undefined)[] = [];

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Bit `n % 32` of word `n / 32`: node `n` or one below it is reached by `wanted`. */
  subtreesWith(wanted: number): Uint32Array {
    let subtrees = this.#subtrees[wanted];
    if (subtrees === undefined) this.#subtrees[wanted] = subtrees = this.#mark(wanted);
    return subtrees;
  }

  #mark(wanted: number): Uint32Array {
    const { byte, depth, nodeCount } = this.#vocabulary.trie;
    const marked = new Uint32Array((nodeCount + 31) >>> 5);
    const path = new Int32Array(this.#vocabulary.maxTokenBytes + 1);
    for (let at = 0; at < nodeCount; at += 1) {
      let level = depth[at];
      path[level] = at;
      if (byte[at] !== wanted) continue;
      for (; level >= 0; level -= 1) {
        const node = path[level];
        if (((marked[node >>> 5] >>> (node & 31)) & 1) === 1) break;
        marked[node >>> 5] |= 1 << (node & 31);
      }
    }
    return marked;
  }

  static of(vocabulary: Vocabulary): BytePlaces {
    let places = known.get(vocabulary);
    if (places === undefined) known.set(vocabulary, (places = new BytePlaces(vocabulary)));
    return places;
  }
}

const known = new WeakMap<Vocabulary, BytePlaces>();
