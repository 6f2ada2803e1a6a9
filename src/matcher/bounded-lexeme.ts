import type { ExprArena } from "../expr/arena.ts";
import { type ExprId, NEVER } from "../expr/kinds.ts";
import type { BoundedWalk } from "./bounded-walk.ts";
import { hasClassOf, NO_CLASSES } from "./byte-classes.ts";
import type { ExitNodes } from "./exit-nodes.ts";
import { ALL_BYTES, type LexemeMask, MAX_LISTED } from "./lexeme-mask.ts";
import type { SubtreeClasses } from "./subtree-classes.ts";

/** Endings up to this many are looked at on their own before tokens are. */
const MAX_PROBED = 64;

interface Inside {
  readonly words: Int32Array | null;
  readonly list: Int32Array | null;
}

/** Upper bounds on what is left behind an ending, with no lower one: possible from `enough` on, not up to `tooFew`. */
interface Reach {
  enough: number;
  tooFew: number;
}

/**
 * Texts of a character expression that fit a pattern, with a bound on their number of characters: `char{min,max} ∩ pattern`. One walk of the vocabulary finds for each token how many
 * characters it holds and where it leaves the pattern; the mask of every bound follows from that, so a counter costs no walk of its own.
 */
export class BoundedLexeme {
  readonly #arena: ExprArena;
  readonly #subtrees: SubtreeClasses;
  readonly #char: ExprId;
  readonly #walk: BoundedWalk;
  readonly #reaches: readonly Reach[];
  /** The greatest number of characters of a token, by ending. */
  readonly #longest: Uint16Array;
  readonly #countsOnly: boolean;
  readonly #exitBytes: readonly number[];
  readonly #enterSkipped: () => BoundedWalk | undefined;
  #everyExit: ExitNodes | undefined;
  /** All tokens with an ending, and how many they are. */
  #every: Int32Array | undefined;
  #everyCount = 0;
  readonly #insides = new Map<string, Inside>();
  /** Bytes of bitsets and node lists made. */
  byteLength: number;

  /** `enterSkipped`: the same walk with every node entered. */
  constructor(arena: ExprArena, subtrees: SubtreeClasses, char: ExprId, walk: BoundedWalk, enterSkipped: () => BoundedWalk | undefined) {
    this.#arena = arena;
    this.#subtrees = subtrees;
    this.#char = char;
    this.#walk = walk;
    this.#enterSkipped = enterSkipped;
    const { endings, ending, count, exits, skipped } = walk;
    this.#reaches = endings.map(({ pattern }) => ({ enough: pattern === arena.all ? 0 : Number.POSITIVE_INFINITY, tooFew: -1 }));
    this.#longest = new Uint16Array(endings.length);
    for (let index = 0; index < ending.length; index += 1) {
      const id = ending[index];
      if (id < 0) continue;
      this.#everyCount += 1;
      if (count[index] > this.#longest[id]) this.#longest[id] = count[index];
    }
    this.#countsOnly = endings.every(({ pattern }) => pattern === arena.all);
    this.#exitBytes =
      skipped === NO_CLASSES ? exits.bytes : ALL_BYTES.filter((byte) => exits.bytes.includes(byte) || hasClassOf(skipped, byte));
    this.byteLength = exits.byteLength + ending.byteLength + count.byteLength;
  }

  /** The mask of `min` to `max` (-1: no bound) characters. */
  bounded(min: number, max: number): LexemeMask {
    return {
      ...this.#inside(min, max === -1 ? Number.POSITIVE_INFINITY : max),
      exitBytes: this.#exitBytes,
      exits: (byte) => this.#exitsAt(byte).merged(byte, min, max === -1 ? Number.POSITIVE_INFINITY : max),
    };
  }

  #exitsAt(byte: number): ExitNodes {
    if (!hasClassOf(this.#walk.skipped, byte)) return this.#walk.exits;
    this.#everyExit ??= (this.#enterSkipped() ?? this.#walk).exits;
    return this.#everyExit;
  }

  #inside(min: number, max: number): Inside {
    const { endings } = this.#walk;
    const lower = this.#countsOnly ? 0 : min;
    // Far from both bounds nothing depends on them.
    const far = lower === 0 && endings.every((_, id) => this.#isPossible(id, 0, max - this.#longest[id]));
    const key = far ? "far" : this.#countsOnly ? `${max}` : `${lower},${max}`;
    let inside = this.#insides.get(key);
    if (inside === undefined) {
      inside = far ? this.#everyInside() : this.#filtered(lower, max);
      this.#insides.set(key, inside);
      this.byteLength += (inside.words ?? inside.list)?.byteLength ?? 0;
    }
    return inside;
  }

  #everyInside(): Inside {
    if (this.#everyCount > MAX_LISTED) return { words: this.#everyWords(), list: null };
    return { words: null, list: this.#collect(() => true) };
  }

  /** The tokens after which the bounds can be met. */
  #filtered(min: number, max: number): Inside {
    const { ending, count, escaped } = this.#walk;
    const { byCharacters, charactersFrom, tokens } = this.#subtrees;
    const possible = new Map<number, boolean>();
    const isKept = (index: number): boolean => {
      const key = ending[index] * 0x10000 + count[index];
      let kept = possible.get(key);
      if (kept === undefined) {
        kept = this.#isPossible(ending[index], Math.max(0, min - count[index]), max - count[index]);
        possible.set(key, kept);
      }
      return kept;
    };
    const words = this.#everyWords().slice();
    let lost = 0;
    const drop = (index: number): void => {
      if (ending[index] < 0 || isKept(index)) return;
      const token = tokens[index];
      lost += (words[token >>> 5] >>> (token & 31)) & 1;
      words[token >>> 5] &= ~(1 << (token & 31));
    };
    // From the longest tokens down, until the rest is surely possible: a few looks for each ending spare one at each token.
    if (this.#reaches.length <= MAX_PROBED) {
      this.#reaches.forEach((_, id) => {
        for (let most = Math.min(this.#longest[id], max); most > 0 && !this.#isPossible(id, 0, max - most); ) most -= 1;
      });
    }
    for (let characters = 1; characters + 1 < charactersFrom.length; characters += 1) {
      const left = max - characters;
      const allKept = min <= characters && this.#reaches.every((reach) => left >= reach.enough);
      if (allKept) continue;
      for (let at = charactersFrom[characters]; at < charactersFrom[characters + 1]; at += 1) drop(byCharacters[at]);
    }
    for (const index of escaped) drop(index);
    if (this.#everyCount - lost > MAX_LISTED) return { words, list: null };
    return { words: null, list: this.#collect(isKept) };
  }

  #isPossible(id: number, needed: number, left: number): boolean {
    if (left < 0) return false;
    const { pattern, partial } = this.#walk.endings[id];
    const arena = this.#arena;
    if (pattern === arena.all) return true;
    const reach = this.#reaches[id];
    if (needed === 0) {
      if (left >= reach.enough) return true;
      if (left <= reach.tooFew) return false;
    }
    const rest = arena.repeat(this.#char, needed, left === Number.POSITIVE_INFINITY ? -1 : left);
    const possible = arena.and(arena.seq2(partial, rest), pattern) !== NEVER;
    if (needed === 0 && possible) reach.enough = left;
    else if (needed === 0) reach.tooFew = left;
    return possible;
  }

  #collect(isKept: (index: number) => boolean): Int32Array {
    const { ending } = this.#walk;
    const list: number[] = [];
    for (let index = 0; index < ending.length; index += 1) if (ending[index] >= 0 && isKept(index)) list.push(this.#subtrees.tokens[index]);
    return Int32Array.from(list);
  }

  #everyWords(): Int32Array {
    if (this.#every !== undefined) return this.#every;
    const { ending } = this.#walk;
    const { tokens, every } = this.#subtrees;
    const isMost = this.#everyCount * 2 > ending.length;
    const words = isMost ? every.slice() : new Int32Array(every.length);
    for (let index = 0; index < ending.length; index += 1) {
      if (ending[index] >= 0 === isMost) continue;
      words[tokens[index] >>> 5] ^= 1 << (tokens[index] & 31);
    }
    this.#every = words;
    return words;
  }
}
