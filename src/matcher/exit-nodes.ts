import type { ByteTrie } from "../vocab/types.ts";
import { mergeSubtrees, type TokenTrie } from "./suffix-trie.ts";

const NO_COUNTS = new Uint16Array(0);

/** Gathers the trie nodes that lie behind an end of a lexeme inside a token. One collector serves one walk after the other. */
export class ExitCollector {
  readonly #trie: ByteTrie;
  readonly #nodes: Int32Array;
  readonly #counts: Uint16Array;
  #length = 0;

  constructor(trie: ByteTrie) {
    this.#trie = trie;
    this.#nodes = new Int32Array(trie.nodeCount);
    this.#counts = new Uint16Array(trie.nodeCount);
  }

  get length(): number {
    return this.#length;
  }

  /** Forgets what was gathered. */
  clear(): void {
    this.#length = 0;
  }

  add(node: number, count: number): void {
    this.#nodes[this.#length] = node;
    this.#counts[this.#length] = count;
    this.#length += 1;
  }

  /** What was gathered, by byte; the collector is empty afterwards. `counted`: keep the counts. */
  finish(counted: boolean): ExitNodes {
    const { byte } = this.#trie;
    const starts = new Int32Array(257);
    for (let at = 0; at < this.#length; at += 1) starts[byte[this.#nodes[at]] + 1] += 1;
    for (let at = 0; at < 256; at += 1) starts[at + 1] += starts[at];
    const nodes = new Int32Array(this.#length);
    const counts = counted ? new Uint16Array(this.#length) : NO_COUNTS;
    const next = starts.slice();
    for (let at = 0; at < this.#length; at += 1) {
      const slot = next[byte[this.#nodes[at]]]++;
      nodes[slot] = this.#nodes[at];
      if (counted) counts[slot] = this.#counts[at];
    }
    this.#length = 0;
    return new ExitNodes(this.#trie, starts, nodes, counts);
  }
}

/** The nodes behind a lexeme's ends, by their byte, each with the characters before it; and the subtrees below them laid over each other, made when they are asked for. */
export class ExitNodes {
  readonly #trie: ByteTrie;
  readonly #starts: Int32Array;
  readonly #nodes: Int32Array;
  readonly #counts: Uint16Array;
  /** Bytes that some node has. */
  readonly bytes: readonly number[];
  readonly #greatest: (number | undefined)[] = [];
  readonly #merged = new Map<string, TokenTrie | undefined>();

  constructor(trie: ByteTrie, starts: Int32Array, nodes: Int32Array, counts: Uint16Array) {
    this.#trie = trie;
    this.#starts = starts;
    this.#nodes = nodes;
    this.#counts = counts;
    this.bytes = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => starts[byte] < starts[byte + 1]);
  }

  get byteLength(): number {
    return this.#nodes.byteLength + this.#counts.byteLength;
  }

  /** What tokens hold from `byte` on behind `min` to `max` characters; undefined where none does. */
  merged(byte: number, min = 0, max = Number.POSITIVE_INFINITY): TokenTrie | undefined {
    const low = this.#starts[byte];
    const high = this.#starts[byte + 1];
    const counted = this.#counts.length > 0;
    const greatest = counted ? this.#greatestCount(byte) : 0;
    const least = counted ? Math.min(min, greatest + 1) : 0;
    const most = counted ? Math.min(max, greatest) : 0;
    const key = `${byte},${least},${most}`;
    if (this.#merged.has(key)) return this.#merged.get(key);
    const roots: number[] = [];
    for (let at = low; at < high; at += 1) {
      if (counted && (this.#counts[at] < least || this.#counts[at] > most)) continue;
      roots.push(this.#nodes[at]);
    }
    const trie = roots.length === 0 ? undefined : mergeSubtrees(this.#trie, roots);
    this.#merged.set(key, trie);
    return trie;
  }

  #greatestCount(byte: number): number {
    let greatest = this.#greatest[byte];
    if (greatest === undefined) {
      greatest = 0;
      for (let at = this.#starts[byte]; at < this.#starts[byte + 1]; at += 1) greatest = Math.max(greatest, this.#counts[at]);
      this.#greatest[byte] = greatest;
    }
    return greatest;
  }
}
