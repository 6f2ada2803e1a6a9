import type { TokenChecks } from "./token-checks.ts";

/** What a mask takes beside its ids, measured: its object, the one of its list, and its place in the cache. */
const OBJECT_BYTES = 400;

/**
 * The tokens that may come next in one state: a shared bitset, or none, plus a short list of further ids. Immutable, cached, and handed out by reference: its arrays must not be
 * written. Bit `i % 32` (least significant first) of word `i / 32` stands for token `i`; 1 = allowed.
 */
export class TokenMask {
  /** Shared bitset of `ceil(vocabulary size / 32)` words, or null where the mask is its list alone. */
  readonly words: Int32Array | null;
  /** Allowed ids that are not in `words`, each once, in no order. */
  readonly added: Int32Array;
  /** Allowed ids that depend on the text written so far (unique keys or items); the matcher sorts that out. */
  readonly checks: readonly TokenChecks[];
  #count = -1;

  constructor(words: Int32Array | null, added: Int32Array, checks: readonly TokenChecks[] = []) {
    this.words = words;
    this.added = added;
    this.checks = checks;
  }

  /** Number of allowed tokens. */
  get count(): number {
    if (this.#count < 0) {
      let count = this.added.length;
      if (this.words !== null) for (const word of this.words) count += popCount(word);
      this.#count = count;
    }
    return this.#count;
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** True where all of `size` tokens are allowed. */
  isFull(size: number): boolean {
    const { words } = this;
    if (words === null) return this.added.length === size;
    // Hardly any mask is full, so one of the first words decides.
    for (let index = 0; index < size >>> 5; index += 1) if (words[index] !== -1) return false;
    return this.count === size;
  }

  has(token: number): boolean {
    if (this.words !== null && ((this.words[token >>> 5] >>> (token & 31)) & 1) === 1) return true;
    return this.added.includes(token);
  }

  /** Writes the mask to `target`, which must have at least `ceil(vocabulary size / 32)` words; words past that are cleared. */
  copyTo(target: Int32Array): void {
    const { words, added } = this;
    if (words === null) target.fill(0);
    else {
      target.set(words);
      if (target.length > words.length) target.fill(0, words.length);
    }
    for (let at = 0; at < added.length; at += 1) {
      const token = added[at];
      target[token >>> 5] |= 1 << (token & 31);
    }
  }

  /** The allowed ids in ascending order, as a new array. */
  toArray(): Int32Array {
    const ids = new Int32Array(this.count);
    let count = 0;
    if (this.words !== null) {
      for (let index = 0; index < this.words.length; index += 1) {
        let word = this.words[index];
        while (word !== 0) {
          const low = word & -word;
          ids[count] = index * 32 + 31 - Math.clz32(low);
          count += 1;
          word ^= low;
        }
      }
    }
    ids.set(this.added, count);
    return ids.sort();
  }

  /** Bytes that the mask holds for itself, without what it shares with others. */
  get byteLength(): number {
    return OBJECT_BYTES + this.added.byteLength + 8 * this.checks.length;
  }
}

export const EMPTY_MASK: TokenMask = new TokenMask(null, new Int32Array(0));

function popCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
