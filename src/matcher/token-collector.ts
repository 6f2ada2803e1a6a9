import type { Vocabulary } from "../vocab/vocabulary.ts";
import { type Guard, TokenChecks } from "./token-checks.ts";
import { TokenMask } from "./token-mask.ts";
import { isWithin, type TokenPlaces } from "./token-places.ts";

/** Past this many ids a mask gets a bitset of its own. */
const MAX_LISTED = 2000;

/** Bitsets that masks share, and the unions of several of them, each made once. */
export class SharedWords {
  readonly #ids = new Map<Int32Array, number>();
  readonly #unions = new Map<string, Int32Array>();
  byteLength = 0;

  /** The union of bitsets that live as long as this object. */
  union(bases: readonly Int32Array[]): Int32Array | null {
    if (bases.length < 2) return bases[0] ?? null;
    const ids = bases.map((words) => {
      let id = this.#ids.get(words);
      if (id === undefined) this.#ids.set(words, (id = this.#ids.size));
      return id;
    });
    const key = ids.sort((x, y) => x - y).join();
    let union = this.#unions.get(key);
    if (union === undefined) {
      union = bases[0].slice();
      for (const words of bases.slice(1)) for (let at = 0; at < union.length; at += 1) union[at] |= words[at];
      this.#unions.set(key, union);
      this.byteLength += union.byteLength;
    }
    return union;
  }
}

const NO_CHECKS: readonly TokenChecks[] = [];

/** Gathers the tokens of one mask: each id once, bitsets by reference. Reusable after {@link finish}. */
export class TokenCollector {
  readonly #wordCount: number;
  readonly #seen: Int32Array;
  #ids = new Int32Array(256);
  #count = 0;
  readonly #vocabulary: Vocabulary;
  /** Those of the walks, and those of masks that were added. */
  #walked: TokenChecks | undefined;
  #checks = new Set<TokenChecks>();
  #bases: Int32Array[] = [];

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#wordCount = (vocabulary.size + 31) >>> 5;
    this.#seen = new Int32Array(this.#wordCount);
  }

  add(token: number): void {
    const word = token >>> 5;
    const bit = 1 << (token & 31);
    const before = this.#seen[word];
    if ((before & bit) !== 0) return;
    this.#seen[word] = before | bit;
    if (this.#count === this.#ids.length) {
      const grown = new Int32Array(this.#ids.length * 2);
      grown.set(this.#ids);
      this.#ids = grown;
    }
    this.#ids[this.#count] = token;
    this.#count += 1;
  }

  addGuarded(token: number, guard: Guard, level: number): void {
    this.#walked ??= new TokenChecks(this.#vocabulary);
    this.#walked.add(token, guard, level);
    this.add(token);
  }

  addAll(tokens: Int32Array): void {
    for (let at = 0; at < tokens.length; at += 1) this.add(tokens[at]);
  }

  /** All tokens of a bitset that will not change. */
  addWords(words: Int32Array): void {
    if (!this.#bases.includes(words)) this.#bases.push(words);
  }

  addMask(mask: TokenMask): void {
    if (mask.words !== null) this.addWords(mask.words);
    this.addAll(mask.added);
    for (const checks of mask.checks) this.#checks.add(checks);
  }

  /** The tokens of a mask but those that end in `lost` nodes of the vocabulary's trie (first, behind the last, first, … ascending). */
  addMaskWithout(mask: TokenMask, lost: Int32Array, places: TokenPlaces): void {
    if (lost.length === 0) {
      this.addMask(mask);
      return;
    }
    const isKept = (token: number): boolean => !isWithin(lost, places.nodeOf(token));
    if (mask.words !== null) this.addWords(places.wordsWithout(mask.words, lost));
    for (const token of mask.added) if (isKept(token)) this.add(token);
    for (const checks of mask.checks) this.#checks.add(checks);
  }

  /** Tokens whose bytes are those of a collected one join it; pairs of lower id and alias. */
  addAliases(pairs: Int32Array): void {
    this.#walked?.addAliases(pairs);
    for (let at = 0; at < pairs.length; at += 2) {
      const [token, alias] = [pairs[at], pairs[at + 1]];
      const known =
        ((this.#seen[token >>> 5] >>> (token & 31)) & 1) === 1 ||
        this.#bases.some((words) => ((words[token >>> 5] >>> (token & 31)) & 1) === 1);
      if (known) this.add(alias);
    }
  }

  /** The mask of what was gathered; the collector is empty afterwards. */
  finish(shared: SharedWords): TokenMask {
    const words = shared.union(this.#bases);
    let mask: TokenMask;
    if (this.#walked !== undefined) {
      this.#checks.add(this.#walked);
      shared.byteLength += this.#walked.byteLength;
    }
    const checks = this.#checks.size === 0 ? NO_CHECKS : [...this.#checks];
    if (this.#count > MAX_LISTED) {
      const own = this.#seen.slice();
      if (words !== null) for (let at = 0; at < own.length; at += 1) own[at] |= words[at];
      shared.byteLength += own.byteLength;
      mask = new TokenMask(own, new Int32Array(0), checks);
    } else {
      mask = new TokenMask(words, this.#listed(words), checks);
    }
    if (this.#count > this.#wordCount) this.#seen.fill(0);
    else for (let at = 0; at < this.#count; at += 1) this.#seen[this.#ids[at] >>> 5] = 0;
    this.#count = 0;
    this.#walked = undefined;
    this.#checks.clear();
    this.#bases = [];
    return mask;
  }

  /** The gathered ids that are not in `words`. */
  #listed(words: Int32Array | null): Int32Array {
    const ids = this.#ids;
    const count = this.#count;
    if (words === null) return ids.slice(0, count);
    let kept = 0;
    for (let at = 0; at < count; at += 1) if (((words[ids[at] >>> 5] >>> (ids[at] & 31)) & 1) === 0) kept += 1;
    const listed = new Int32Array(kept);
    kept = 0;
    for (let at = 0; at < count; at += 1) {
      const token = ids[at];
      if (((words[token >>> 5] >>> (token & 31)) & 1) === 0) listed[kept++] = token;
    }
    return listed;
  }
}
