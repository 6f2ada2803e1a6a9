import type { Vocabulary } from "../vocab/vocabulary.ts";
import { BROKEN, type ByteClasses, CLASS_OF, NO_UTF8, nextUtf8, WHOLE } from "./byte-classes.ts";

/**
 * For each node of a vocabulary's trie the classes of the bytes below it, and its tokens as a run of one list. Where an expression stays as it is on all of those bytes, its walk need not
 * enter the subtree. Bytes count as parts of characters from the root on.
 */
export class SubtreeClasses {
  /** Classes below each node. */
  readonly #low: Uint32Array;
  readonly #high: Uint32Array;
  /** How many characters start on the way to each node. */
  readonly started: Uint16Array;
  /** The most bytes that a token has below each node. */
  readonly height: Uint16Array;
  /** Whether characters are complete at each node. */
  readonly #whole: Uint8Array;
  /** The tokens in the trie's order; those of a node and below are `first[node]` to before `first[end[node]]`. */
  readonly tokens: Int32Array;
  readonly first: Int32Array;
  /** For each token of the list: how many characters it starts, and whether its last one is complete. */
  readonly characters: Uint16Array;
  readonly complete: Uint8Array;

  /** The indexes of the list by how many characters their tokens start, and where each number's begin. */
  readonly byCharacters: Int32Array;
  readonly charactersFrom: Int32Array;
  /** Bitset of all tokens of the list. */
  readonly every: Int32Array;

  private constructor({ trie, maxTokenBytes, size }: Vocabulary) {
    const { nodeCount, byte, depth, token } = trie;
    this.#low = new Uint32Array(nodeCount);
    this.#high = new Uint32Array(nodeCount);
    this.#whole = new Uint8Array(nodeCount);
    this.started = new Uint16Array(nodeCount);
    this.height = new Uint16Array(nodeCount);
    this.first = new Int32Array(nodeCount + 1);
    const tokens = new Int32Array(nodeCount);
    const characters = new Uint16Array(nodeCount);
    const complete = new Uint8Array(nodeCount);
    /** Where UTF-8 is before each level, and how many characters have started. */
    const states = new Uint8Array(maxTokenBytes + 2);
    const counts = new Uint16Array(maxTokenBytes + 2);
    /** Each node's own class, joined with those below it on the way back. */
    const parents = new Int32Array(maxTokenBytes + 2).fill(-1);
    const own = new Uint8Array(nodeCount);
    const parentOf = new Int32Array(nodeCount);
    let count = 0;
    for (let at = 0; at < nodeCount; at += 1) {
      const level = depth[at];
      const state = states[level];
      const next = nextUtf8(state, byte[at]);
      own[at] = next === BROKEN ? NO_UTF8 : CLASS_OF[byte[at]];
      states[level + 1] = next;
      this.#whole[at] = next === WHOLE ? 1 : 0;
      counts[level + 1] = counts[level] + (state === WHOLE ? 1 : 0);
      this.started[at] = counts[level + 1];
      parentOf[at] = level === 0 ? -1 : parents[level - 1];
      parents[level] = at;
      this.first[at] = count;
      if (token[at] >= 0) {
        tokens[count] = token[at];
        characters[count] = counts[level + 1];
        complete[count] = next === WHOLE ? 1 : 0;
        count += 1;
      }
    }
    this.first[nodeCount] = count;
    this.tokens = tokens.slice(0, count);
    this.characters = characters.slice(0, count);
    this.complete = complete.slice(0, count);
    this.every = new Int32Array((size + 31) >>> 5);
    for (const each of this.tokens) this.every[each >>> 5] |= 1 << (each & 31);
    this.charactersFrom = new Int32Array(maxTokenBytes + 2);
    for (const number of this.characters) this.charactersFrom[number + 1] += 1;
    for (let number = 1; number < this.charactersFrom.length; number += 1) this.charactersFrom[number] += this.charactersFrom[number - 1];
    this.byCharacters = new Int32Array(count);
    const slots = this.charactersFrom.slice();
    for (let index = 0; index < count; index += 1) this.byCharacters[slots[this.characters[index]]++] = index;
    for (let at = nodeCount - 1; at >= 0; at -= 1) {
      const parent = parentOf[at];
      if (parent < 0) continue;
      const index = own[at];
      this.height[parent] = Math.max(this.height[parent], this.height[at] + 1);
      this.#low[parent] |= this.#low[at] | (index < 32 ? 1 << index : 0);
      this.#high[parent] |= this.#high[at] | (index < 32 ? 0 : 1 << (index - 32));
    }
  }

  /** Whether all that stands below a node is made of whole characters of `classes`, but for a last one that is cut off. */
  isWithin(at: number, classes: ByteClasses): boolean {
    return (this.#low[at] & ~classes.low) === 0 && (this.#high[at] & ~classes.high) === 0 && this.#whole[at] === 1;
  }

  /** The classes of the bytes below a node. */
  classes(at: number): ByteClasses {
    return { low: this.#low[at], high: this.#high[at] };
  }

  /** Those of a vocabulary, made once. */
  static of(vocabulary: Vocabulary): SubtreeClasses {
    let classes = known.get(vocabulary);
    if (classes === undefined) known.set(vocabulary, (classes = new SubtreeClasses(vocabulary)));
    return classes;
  }
}

const known = new WeakMap<Vocabulary, SubtreeClasses>();
