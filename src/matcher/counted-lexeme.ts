import type { ExprArena } from "../expr/arena.ts";
import { EMPTY, type ExprId, NEVER, NULLABLE } from "../expr/kinds.ts";
import type { Transitions } from "../expr/transitions.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import { ComputedLexemeMask, type LexemeMask, MAX_LISTED } from "./lexeme-masks.ts";

/**
 * Bounded repetitions of one character expression. How many characters each token holds is found in a single walk of the vocabulary; the mask of every bound is then the unbounded one
 * without the tokens that are too long, so that a counter costs no walk of its own.
 */
export class CountedLexeme {
  readonly #vocabulary: Vocabulary;
  /** Tokens that are text of the characters, and the characters that start in each. */
  readonly #tokens: Int32Array;
  readonly #counts: Uint16Array;
  /** Nodes behind a whole number of characters, and that number. */
  readonly #exitNodes: Int32Array;
  readonly #exitCounts: Uint16Array;
  readonly #maxCount: number;
  readonly #maxExitCount: number;
  readonly #masks = new Map<string, LexemeMask>();
  readonly #words = new Map<number, { words: Int32Array | null; list: Int32Array | null }>();

  private constructor(vocabulary: Vocabulary, tokens: number[], counts: number[], exitNodes: number[], exitCounts: number[]) {
    this.#vocabulary = vocabulary;
    this.#tokens = Int32Array.from(tokens);
    this.#counts = Uint16Array.from(counts);
    this.#exitNodes = Int32Array.from(exitNodes);
    this.#exitCounts = Uint16Array.from(exitCounts);
    this.#maxCount = counts.reduce((x, y) => Math.max(x, y), 0);
    this.#maxExitCount = exitCounts.reduce((x, y) => Math.max(x, y), 0);
  }

  /** The tokens of `char*` with their counts; undefined where a character can end in more than one place, so that counts are not certain. */
  static of(arena: ExprArena, transitions: Transitions, vocabulary: Vocabulary, char: ExprId): CountedLexeme | undefined {
    const { byte, end, depth, token, nodeCount } = vocabulary.trie;
    const states = new Int32Array(vocabulary.maxTokenBytes + 2);
    const counts = new Uint16Array(vocabulary.maxTokenBytes + 2);
    // Whether a character starts at each depth. A comparison of states would not do: an expression can be its own derivative.
    const starts = new Uint8Array(vocabulary.maxTokenBytes + 2);
    const tokens: number[] = [];
    const tokenCounts: number[] = [];
    const exitNodes: number[] = [];
    const exitCounts: number[] = [];
    states[0] = char;
    starts[0] = 1;
    for (let at = 0; at < nodeCount; ) {
      const level = depth[at];
      const s = states[level];
      const boundary = starts[level] === 1;
      if (boundary && level > 0) {
        exitNodes.push(at);
        exitCounts.push(counts[level]);
      }
      const next = transitions.step(s, byte[at]);
      if (next === NEVER) {
        at = end[at];
        continue;
      }
      const count = counts[level] + (boundary ? 1 : 0);
      if (next !== EMPTY && (arena.store.flags[next] & NULLABLE) !== 0) return undefined;
      if (token[at] >= 0) {
        tokens.push(token[at]);
        tokenCounts.push(count);
      }
      states[level + 1] = next === EMPTY ? char : next;
      starts[level + 1] = next === EMPTY ? 1 : 0;
      counts[level + 1] = count;
      at += 1;
    }
    return new CountedLexeme(vocabulary, tokens, tokenCounts, exitNodes, exitCounts);
  }

  /** The mask of `min` to `max` (-1: no bound) characters. */
  bounded(min: number, max: number): LexemeMask {
    const least = Math.min(min, this.#maxExitCount + 1);
    const most = max === -1 ? this.#maxCount : Math.min(max, this.#maxCount);
    const key = `${least},${most}`;
    let mask = this.#masks.get(key);
    if (mask === undefined) {
      const { words, list } = this.#inside(most);
      const nodes: number[][] = [];
      const { byte } = this.#vocabulary.trie;
      for (let at = 0; at < this.#exitNodes.length; at += 1) {
        const count = this.#exitCounts[at];
        if (count < least || count > most) continue;
        const node = this.#exitNodes[at];
        const known = nodes[byte[node]];
        if (known === undefined) nodes[byte[node]] = [node];
        else known.push(node);
      }
      mask = new ComputedLexemeMask(this.#vocabulary.trie, words, list, nodes);
      this.#masks.set(key, mask);
    }
    return mask;
  }

  #inside(most: number): { words: Int32Array | null; list: Int32Array | null } {
    let inside = this.#words.get(most);
    if (inside === undefined) {
      const kept: number[] = [];
      for (let at = 0; at < this.#tokens.length; at += 1) if (this.#counts[at] <= most) kept.push(this.#tokens[at]);
      if (kept.length <= MAX_LISTED) inside = { words: null, list: Int32Array.from(kept) };
      else {
        const words = new Int32Array((this.#vocabulary.size + 31) >>> 5);
        for (const token of kept) words[token >>> 5] |= 1 << (token & 31);
        inside = { words, list: null };
      }
      this.#words.set(most, inside);
    }
    return inside;
  }
}
