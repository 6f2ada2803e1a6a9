import { findToken } from "./tokenize.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * One piece of text as byte-pair encoding splits it in a vocabulary whose ids are merge ranks (tiktoken): starting from single bytes, the neighbours
 * whose joined bytes have the lowest id are joined, the leftmost first, until none can be. The tokenizer's pattern, which cuts text into pieces
 * first, is the caller's. A byte that is no token gives -1. Takes O(n log n) steps for n bytes.
 */
export function encodeRanks(vocabulary: Vocabulary, piece: Uint8Array): number[] {
  const count = piece.length;
  if (count === 0) return [];
  const whole = findToken(vocabulary, piece);
  if (whole !== -1) return [whole];
  // Parts are a linked list over their first bytes; a part ends where the next one starts.
  const next = new Int32Array(count);
  const previous = new Int32Array(count);
  // The id of the pair that starts at a part, or -1: a heap entry counts only while it says the same.
  const pairRank = new Int32Array(count).fill(-1);
  for (let i = 0; i < count; i++) {
    next[i] = i + 1;
    previous[i] = i - 1;
  }
  const heap = new PairHeap();
  const rate = (start: number) => {
    const middle = next[start];
    const rank = middle < count ? findToken(vocabulary, piece, start, next[middle]) : -1;
    pairRank[start] = rank;
    if (rank !== -1) heap.push(rank, start);
  };
  for (let i = 0; i + 1 < count; i++) rate(i);
  while (heap.size > 0) {
    const rank = heap.topRank;
    const start = heap.topStart;
    heap.pop();
    if (pairRank[start] !== rank) continue;
    const joined = next[start];
    next[start] = next[joined];
    pairRank[joined] = -1;
    if (next[start] < count) previous[next[start]] = start;
    rate(start);
    if (previous[start] >= 0) rate(previous[start]);
  }
  const tokens: number[] = [];
  for (let at = 0; at < count; at = next[at]) tokens.push(findToken(vocabulary, piece, at, next[at]));
  return tokens;
}

/** A binary heap of pairs: the lowest rank first, among equals the leftmost. */
class PairHeap {
  readonly #ranks: number[] = [];
  readonly #starts: number[] = [];

  get size(): number {
    return this.#ranks.length;
  }

  get topRank(): number {
    return this.#ranks[0];
  }

  get topStart(): number {
    return this.#starts[0];
  }

  push(rank: number, start: number): void {
    let at = this.#ranks.length;
    this.#ranks.push(rank);
    this.#starts.push(start);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isLess(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  pop(): void {
    this.#swap(0, this.#ranks.length - 1);
    this.#ranks.pop();
    this.#starts.pop();
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < this.#ranks.length && this.#isLess(child, least)) least = child;
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #isLess(a: number, b: number): boolean {
    const ranks = this.#ranks;
    return ranks[a] < ranks[b] || (ranks[a] === ranks[b] && this.#starts[a] < this.#starts[b]);
  }

  #swap(a: number, b: number): void {
    const rank = this.#ranks[a];
    const start = this.#starts[a];
    this.#ranks[a] = this.#ranks[b];
    this.#starts[a] = this.#starts[b];
    this.#ranks[b] = rank;
    this.#starts[b] = start;
  }
}
