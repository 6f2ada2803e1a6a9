import type { SubtreeClasses } from "./subtree-classes.ts";

/** Tokens as runs of the trie's order (`SubtreeClasses.tokens`), ascending. */
export class TokenRuns {
  #bounds = new Int32Array(64);
  #length = 0;
  /** How many tokens there are. */
  count = 0;

  /** Adds the tokens from `start` to before `end`, which stand behind all that were added before. */
  add(start: number, end: number): void {
    if (start === end) return;
    this.count += end - start;
    if (this.#length > 0 && this.#bounds[this.#length - 1] === start) {
      this.#bounds[this.#length - 1] = end;
      return;
    }
    if (this.#length === this.#bounds.length) {
      const grown = new Int32Array(this.#length * 2);
      grown.set(this.#bounds);
      this.#bounds = grown;
    }
    this.#bounds[this.#length] = start;
    this.#bounds[this.#length + 1] = end;
    this.#length += 2;
  }

  list({ tokens }: SubtreeClasses): Int32Array {
    const list = new Int32Array(this.count);
    let count = 0;
    for (let at = 0; at < this.#length; at += 2) {
      for (let index = this.#bounds[at]; index < this.#bounds[at + 1]; index += 1) list[count++] = tokens[index];
    }
    return list;
  }

  /** A bitset: built up from nothing, or down from every token, whichever is less to do. */
  words({ tokens, every }: SubtreeClasses): Int32Array {
    const bounds = this.#bounds;
    if (this.count * 2 < tokens.length) {
      const words = new Int32Array(every.length);
      for (let at = 0; at < this.#length; at += 2) {
        for (let index = bounds[at]; index < bounds[at + 1]; index += 1) words[tokens[index] >>> 5] |= 1 << (tokens[index] & 31);
      }
      return words;
    }
    const words = every.slice();
    let gap = 0;
    for (let at = 0; at <= this.#length; at += 2) {
      const stop = at === this.#length ? tokens.length : bounds[at];
      for (let index = gap; index < stop; index += 1) words[tokens[index] >>> 5] &= ~(1 << (tokens[index] & 31));
      gap = at === this.#length ? stop : bounds[at + 1];
    }
    return words;
  }
}
