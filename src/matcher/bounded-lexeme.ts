import type { ExprArena } from "../expr/arena.ts";
import { EMPTY, type ExprId, NEVER, NULLABLE } from "../expr/kinds.ts";
import type { Transitions } from "../expr/transitions.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import type { ExitCollector, ExitNodes } from "./exit-nodes.ts";
import { ALL_BYTES, type LexemeMask, MAX_LISTED, MIN_SUBTREE } from "./lexeme-mask.ts";
import {
  type ByteClasses,
  classesTo,
  hasClassOf,
  intersection,
  type LoopClasses,
  NO_CLASSES,
  SubtreeClasses,
  union,
} from "./subtree-classes.ts";

/** Tokens that leave the same things to be done: the state of the pattern, the rest of an unfinished character, and the characters that started so far. */
interface Group {
  readonly pattern: ExprId;
  /** Rest of the character that is not complete; EMPTY at a boundary. */
  readonly partial: ExprId;
  readonly count: number;
  readonly tokens: Int32Array;
  /** Bounds of the rest that were already found to be possible: with no lower bound, any upper bound from here on. */
  possibleFrom: number;
}

interface Inside {
  readonly words: Int32Array | null;
  readonly list: Int32Array | null;
}

/**
 * Texts of a character expression that fit a pattern, with a bound on their number of characters: `char{min,max} ∩ pattern`. One walk of the vocabulary finds for each token how many
 * characters it holds and where it leaves the pattern; the mask of every bound follows from that, so a counter costs no walk of its own.
 */
export class BoundedLexeme {
  readonly #arena: ExprArena;
  readonly #vocabulary: Vocabulary;
  readonly #char: ExprId;
  readonly #groups: readonly Group[];
  /** Nodes behind a whole number of characters where the pattern may end. */
  readonly #exits: ExitNodes;
  readonly #exitBytes: readonly number[];
  /** Classes of the bytes at which the pattern may also end in subtrees that were not entered, and the same with all of them entered. */
  readonly #skipped: ByteClasses;
  readonly #enterSkipped: () => BoundedLexeme | undefined;
  #everyExit: ExitNodes | undefined;
  readonly #tokenCount: number;
  /** The tokens of all groups. */
  #all: Int32Array | undefined;
  readonly #insides = new Map<string, Inside>();
  readonly #countsOnly: boolean;
  /** The numbers of characters that tokens have, ascending. */
  readonly #lengths: readonly number[];
  readonly #byReach: (Inside | undefined)[] = [];
  /** Bytes of bitsets and node lists made. */
  byteLength: number;

  private constructor(
    arena: ExprArena,
    vocabulary: Vocabulary,
    char: ExprId,
    groups: readonly Group[],
    exits: ExitNodes,
    skipped: ByteClasses,
    enterSkipped: () => BoundedLexeme | undefined,
  ) {
    this.#skipped = skipped;
    this.#enterSkipped = enterSkipped;
    this.#exitBytes =
      skipped === NO_CLASSES ? exits.bytes : ALL_BYTES.filter((byte) => exits.bytes.includes(byte) || hasClassOf(skipped, byte));
    this.#arena = arena;
    this.#vocabulary = vocabulary;
    this.#char = char;
    this.#groups = groups;
    this.#exits = exits;
    this.#countsOnly = groups.every((group) => group.pattern === arena.all);
    this.#lengths = [...new Set(groups.map((group) => group.count))].sort((x, y) => x - y);
    this.#tokenCount = groups.reduce((sum, group) => sum + group.tokens.length, 0);
    this.byteLength = exits.byteLength;
  }

  /** Undefined where a character can end in more than one place, so that counts are not certain. */
  static of(
    arena: ExprArena,
    transitions: Transitions,
    vocabulary: Vocabulary,
    exits: ExitCollector,
    loops: LoopClasses,
    char: ExprId,
    pattern: ExprId,
    everyNode = false,
  ): BoundedLexeme | undefined {
    const { byte, end, depth, token, nodeCount } = vocabulary.trie;
    const size = vocabulary.maxTokenBytes + 2;
    const patterns = new Int32Array(size);
    const partials = new Int32Array(size);
    const counts = new Uint16Array(size);
    const subtrees = SubtreeClasses.of(vocabulary);
    const whole = classesTo(transitions, char, EMPTY);
    let skipped = NO_CLASSES;
    const found = new GroupTable();
    const takeCut = (cut: number, characters: number, pattern: ExprId): void => {
      const bytes = vocabulary.bytesOf(cut);
      let [p, partial] = [pattern, char];
      for (let start = lastCharacter(bytes); start < bytes.length; start += 1) {
        p = transitions.step(p, bytes[start]);
        partial = transitions.step(partial, bytes[start]);
      }
      found.listOf(found.pair(p, partial), characters).push(cut);
    };
    patterns[0] = pattern;
    partials[0] = EMPTY;
    for (let at = 0; at < nodeCount; ) {
      const level = depth[at];
      const boundary = partials[level] === EMPTY;
      if (boundary && level > 0 && arena.isNullable(patterns[level])) exits.add(at, counts[level]);
      const nextPattern = transitions.step(patterns[level], byte[at]);
      const nextPartial = nextPattern === NEVER ? NEVER : transitions.step(boundary ? char : partials[level], byte[at]);
      if (nextPartial === NEVER) {
        at = end[at];
        continue;
      }
      if (nextPartial !== EMPTY && (arena.store.flags[nextPartial] & NULLABLE) !== 0) {
        exits.finish(false);
        return undefined;
      }
      const count = counts[level] + (boundary ? 1 : 0);
      if (
        !everyNode &&
        nextPartial === EMPTY &&
        end[at] - at > MIN_SUBTREE &&
        subtrees.isWithin(at, intersection(whole, loops.of(nextPattern)))
      ) {
        // All below are whole characters on which the pattern stays as it is, but for a last one that may be cut off.
        if (arena.isNullable(nextPattern)) skipped = union(skipped, subtrees.classes(at));
        const lists = found.pair(nextPattern, EMPTY);
        const before = count - subtrees.started[at];
        for (let index = subtrees.first[at]; index < subtrees.first[end[at]]; index += 1) {
          if (subtrees.complete[index] === 1) found.listOf(lists, before + subtrees.characters[index]).push(subtrees.tokens[index]);
          else takeCut(subtrees.tokens[index], before + subtrees.characters[index], nextPattern);
        }
        at = end[at];
        continue;
      }
      if (token[at] >= 0) {
        found.listOf(found.pair(nextPattern, nextPartial), count).push(token[at]);
      }
      patterns[level + 1] = nextPattern;
      partials[level + 1] = nextPartial;
      counts[level + 1] = count;
      at += 1;
    }
    const groups: Group[] = [];
    for (const group of found.groups) {
      const unbounded = arena.and(arena.seq2(group.partial, arena.star(char)), group.pattern);
      if (unbounded !== NEVER) groups.push({ ...group, tokens: Int32Array.from(group.tokens), possibleFrom: Number.POSITIVE_INFINITY });
    }
    const skippedExits = (): BoundedLexeme | undefined =>
      BoundedLexeme.of(arena, transitions, vocabulary, exits, loops, char, pattern, true);
    return new BoundedLexeme(arena, vocabulary, char, groups, exits.finish(true), skipped, skippedExits);
  }

  /** The mask of `min` to `max` (-1: no bound) characters. */
  bounded(min: number, max: number): LexemeMask {
    const inside = this.#countsOnly ? this.#insideByCount(max) : this.#inside(this.#deadGroups(min, max));
    return {
      ...inside,
      exitBytes: this.#exitBytes,
      exits: (byte) => this.#exitsAt(byte).merged(byte, min, max === -1 ? Number.POSITIVE_INFINITY : max),
    };
  }

  #exitsAt(byte: number): ExitNodes {
    if (!hasClassOf(this.#skipped, byte)) return this.#exits;
    this.#everyExit ??= (this.#enterSkipped() ?? this).#exits;
    return this.#everyExit;
  }

  /** Where there is no pattern the characters of a token decide alone, so that bounds between the same two lengths are one. */
  #insideByCount(max: number): Inside {
    let reach = 0;
    while (reach < this.#lengths.length && (max === -1 || this.#lengths[reach] <= max)) reach += 1;
    let inside = this.#byReach[reach];
    if (inside === undefined) {
      inside = this.#inside(this.#groups.flatMap((group, index) => (max !== -1 && group.count > max ? [index] : [])));
      this.#byReach[reach] = inside;
    }
    return inside;
  }

  /** Groups whose tokens are too long, or after which the bounds cannot be met. */
  #deadGroups(min: number, max: number): number[] {
    const arena = this.#arena;
    const dead: number[] = [];
    // Far from both bounds nothing depends on them; how far is known from earlier answers.
    this.#groups.forEach((group, index) => {
      const left = max === -1 ? Number.POSITIVE_INFINITY : max - group.count;
      const needed = Math.max(0, min - group.count);
      if (left < 0) {
        dead.push(index);
        return;
      }
      if (needed === 0 && left >= group.possibleFrom) return;
      if (group.pattern === arena.all) return;
      const rest = arena.repeat(this.#char, needed, left === Number.POSITIVE_INFINITY ? -1 : left);
      if (arena.and(arena.seq2(group.partial, rest), group.pattern) === NEVER) dead.push(index);
      else if (needed === 0) group.possibleFrom = left;
    });
    return dead;
  }

  #inside(dead: readonly number[]): Inside {
    const key = dead.join();
    let inside = this.#insides.get(key);
    if (inside === undefined) {
      const skipped = new Set(dead);
      const alive = this.#groups.filter((_, index) => !skipped.has(index));
      const count = alive.reduce((sum, group) => sum + group.tokens.length, 0);
      if (count <= MAX_LISTED) {
        const list = new Int32Array(count);
        let at = 0;
        for (const group of alive) {
          list.set(group.tokens, at);
          at += group.tokens.length;
        }
        inside = { words: null, list };
        this.byteLength += list.byteLength;
      } else {
        inside = { words: this.#wordsWithout(dead, alive, count), list: null };
        this.byteLength += (this.#vocabulary.size + 31) >>> 3;
      }
      this.#insides.set(key, inside);
    }
    return inside;
  }

  /** The bitset of the alive groups: from that of all groups where few are dead. */
  #wordsWithout(dead: readonly number[], alive: readonly Group[], count: number): Int32Array {
    this.#all ??= this.#wordsOf(this.#groups);
    if (count * 2 < this.#tokenCount) return this.#wordsOf(alive);
    const words = this.#all.slice();
    for (const index of dead) for (const token of this.#groups[index].tokens) words[token >>> 5] &= ~(1 << (token & 31));
    return words;
  }

  #wordsOf(groups: readonly Group[]): Int32Array {
    const words = new Int32Array((this.#vocabulary.size + 31) >>> 5);
    for (const group of groups) for (const token of group.tokens) words[token >>> 5] |= 1 << (token & 31);
    return words;
  }
}

interface Pair {
  readonly pattern: ExprId;
  readonly partial: ExprId;
  readonly byCount: (number[] | undefined)[];
}

/** Finds the token list of a group by numbers, since it is asked for each token of the vocabulary. */
class GroupTable {
  readonly groups: { pattern: ExprId; partial: ExprId; count: number; tokens: number[] }[] = [];
  readonly #pairs = new Map<number, Pair>();

  pair(pattern: ExprId, partial: ExprId): Pair {
    // Ids stay below 2^24, the limit on nodes, so both fit one exact number.
    const key = pattern * 0x1000000 + partial;
    let pair = this.#pairs.get(key);
    if (pair === undefined) this.#pairs.set(key, (pair = { pattern, partial, byCount: [] }));
    return pair;
  }

  listOf(pair: Pair, count: number): number[] {
    let tokens = pair.byCount[count];
    if (tokens === undefined) {
      tokens = [];
      pair.byCount[count] = tokens;
      this.groups.push({ pattern: pair.pattern, partial: pair.partial, count, tokens });
    }
    return tokens;
  }
}

/** Where the last character of a token starts. */
function lastCharacter(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  while (at > 0 && bytes[at] >= 0x80 && bytes[at] < 0xc0) at -= 1;
  return at;
}
