import type { ExprArena } from "../expr/arena.ts";
import { AND_KIND, type ExprId, LEXEME_KIND, NEVER, NULLABLE, REPEAT_KIND, SEQ_KIND } from "../expr/kinds.ts";
import type { Transitions } from "../expr/transitions.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import { BoundedLexeme } from "./bounded-lexeme.ts";
import { type BoundedWalk, walkBounded } from "./bounded-walk.ts";
import { hasClassOf, NO_CLASSES, union } from "./byte-classes.ts";
import { BytePlaces } from "./byte-places.ts";
import { ExitCollector } from "./exit-nodes.ts";
import { ALL_BYTES, type LexemeMask, MAX_LISTED, MIN_SUBTREE } from "./lexeme-mask.ts";
import { endsClearly, type LexemeTwin, soonMeet, twinOf } from "./lexeme-twin.ts";
import { insideByLikeness, likenessOf } from "./reference-lexeme.ts";
import { Steadiness } from "./steadiness.ts";
import { SubtreeClasses } from "./subtree-classes.ts";
import { mergeSubtrees, type TokenTrie } from "./suffix-trie.ts";
import { TokenRuns } from "./token-runs.ts";

/** A lexeme with more tokens than these serves as a reference. */
const MIN_REFERENCE = 40_000;
const MAX_REFERENCES = 4;
/** More places than these at which a lexeme can end inside tokens are looked for byte by byte. */
const MAX_COLLECTED = 20_000;

/** The masks of lexemes on their own, independent of what follows them: computed once for each state and vocabulary. */
export class LexemeMasks {
  readonly #arena: ExprArena;
  readonly #transitions: Transitions;
  readonly #vocabulary: Vocabulary;
  readonly #known = new Map<ExprId, LexemeMask>();
  readonly #boundedLexemes = new Map<string, BoundedLexeme | null>();
  /** Lexemes that hold much of the vocabulary, with their bitsets: what others are compared with. */
  readonly #references = new Map<ExprId, Int32Array>();
  readonly #steadiness: Steadiness;
  readonly #places: BytePlaces;
  readonly #knownInside = new Map<number, LexemeMask>();
  readonly #behind = new Map<string, TokenTrie | undefined>();
  /** By lexeme and trie node, and whether a reference ends clearly before a tail. */
  readonly #twins = new Map<number, LexemeTwin | null>();
  readonly #clear = new Map<number, boolean>();
  readonly #states: Int32Array;
  readonly #exits: ExitCollector;
  /** Bytes of bitsets and tries made. */
  byteLength = 0;

  constructor(arena: ExprArena, transitions: Transitions, vocabulary: Vocabulary) {
    this.#arena = arena;
    this.#transitions = transitions;
    this.#vocabulary = vocabulary;
    this.#steadiness = new Steadiness(arena, transitions);
    this.#places = BytePlaces.of(vocabulary);
    this.#exits = new ExitCollector(vocabulary.trie);
    this.#states = new Int32Array(vocabulary.maxTokenBytes + 2);
  }

  /** The mask of a lexeme that starts with a token, or inside tokens, behind the trie node `start`. */
  get(lexeme: ExprId, start = -1): LexemeMask {
    if (start >= 0) return this.#inside(lexeme, start);
    let mask = this.#known.get(lexeme);
    if (mask === undefined) {
      const canonical = this.#canonical(lexeme);
      mask = canonical === lexeme ? (this.#bounded(lexeme) ?? this.#byReference(lexeme) ?? this.#compute(lexeme, -1)) : this.get(canonical);
      this.#known.set(lexeme, mask);
    }
    return mask;
  }

  /** A known large lexeme that `lexeme`, followed by `tail`, is like from the trie node `start` on (-1: from the roots). */
  twin(lexeme: ExprId, tail: ExprId, start: number): LexemeTwin | undefined {
    const key = placeKey(lexeme, start);
    let twin = this.#twins.get(key);
    if (twin === undefined) this.#twins.set(key, (twin = this.#findTwin(lexeme, start)));
    if (twin === null) return undefined;
    const pair = twin.reference * 0x1000000 + tail;
    let clear = this.#clear.get(pair);
    if (clear === undefined) this.#clear.set(pair, (clear = endsClearly(this.#transitions, twin.reference, tail)));
    return clear ? twin : undefined;
  }

  #findTwin(lexeme: ExprId, start: number): LexemeTwin | null {
    if (this.#references.has(lexeme)) return null;
    for (const reference of this.#references.keys()) {
      if (!soonMeet(this.#transitions, lexeme, reference)) continue;
      const twin = twinOf(this.#arena, this.#transitions, this.#vocabulary, lexeme, reference, start);
      if (twin !== undefined) return twin;
    }
    return null;
  }

  /**
   * The lexeme with counters that no single token can exhaust made unbounded (and lower bounds that none can reach made equal): the same tokens stay inside and leave it. Only
   * counters in sequence are touched; under an intersection the bound decides what can still be completed.
   */
  #canonical(lexeme: ExprId): ExprId {
    const arena = this.#arena;
    const reach = this.#vocabulary.maxTokenBytes;
    const parts: ExprId[] = [];
    let at = arena.store.a[lexeme];
    let changed = false;
    for (;;) {
      const { kind, a, b, c } = arena.store;
      const last = kind[at] !== SEQ_KIND;
      const part = last ? at : a[at];
      const next = last ? NEVER : b[at];
      if (kind[part] === REPEAT_KIND) {
        const [body, min, max] = [a[part], b[part], c[part]];
        const clampedMax = max > reach ? -1 : max;
        const clampedMin = min > reach ? reach + 1 : min;
        if (clampedMax !== max || (clampedMin !== min && clampedMax === -1)) {
          parts.push(arena.repeat(body, clampedMax === -1 ? clampedMin : min, clampedMax));
          changed = true;
        } else parts.push(part);
      } else parts.push(part);
      if (last) break;
      at = next;
    }
    if (!changed) return lexeme;
    const clamped = arena.lexeme(arena.seq(...parts));
    // Moving the boundary would change what counts as inside.
    return arena.store.kind[clamped] === LEXEME_KIND ? clamped : lexeme;
  }

  /** `char{min,max}`, alone or under an intersection, takes its mask from one walk for all bounds. */
  #bounded(lexeme: ExprId): LexemeMask | undefined {
    const arena = this.#arena;
    const body = arena.store.a[lexeme];
    const parts = arena.store.kind[body] === AND_KIND ? [...arena.operands(body)] : [body];
    // Of several counters the longest one is the length; the others are part of a pattern.
    const reachOf = (part: ExprId): number => {
      const { kind, b, c } = arena.store;
      if (kind[part] !== REPEAT_KIND || (b[part] === 0 && c[part] === -1)) return -1;
      return c[part] === -1 ? b[part] : c[part];
    };
    const counter = parts.reduce((best, part) => (reachOf(part) > (best === NEVER ? -1 : reachOf(best)) ? part : best), NEVER);
    if (counter === NEVER) return undefined;
    const { a, b, c } = arena.store;
    const [char, min, max] = [a[counter], b[counter], c[counter]];
    const pattern = arena.and(...parts.filter((part) => part !== counter));
    const key = `${char},${pattern}`;
    let bounded = this.#boundedLexemes.get(key);
    if (bounded === undefined) {
      const walk = (everyNode: boolean): BoundedWalk | undefined =>
        walkBounded(arena, this.#transitions, this.#vocabulary, this.#exits, this.#steadiness, char, pattern, everyNode);
      const found = walk(false);
      bounded = found === undefined ? null : new BoundedLexeme(arena, SubtreeClasses.of(this.#vocabulary), char, found, () => walk(true));
      this.#boundedLexemes.set(key, bounded);
    }
    if (bounded === null) return undefined;
    const before = bounded.byteLength;
    const mask = bounded.bounded(min, max);
    this.byteLength += bounded.byteLength - before;
    return mask;
  }

  /** A lexeme that is like a known large one on all but a few bytes, as free text with other triggers, needs a look at the tokens with those bytes only. */
  #byReference(lexeme: ExprId): LexemeMask | undefined {
    for (const [reference, words] of this.#references) {
      const likeness = likenessOf(this.#transitions, lexeme, reference);
      if (likeness === undefined) continue;
      const places = likeness.bytes.map((byte) => this.#places.subtreesWith(byte));
      this.#exits.clear();
      const found = insideByLikeness(this.#arena, this.#transitions, this.#vocabulary, lexeme, likeness, places, words, this.#exits);
      this.byteLength += found.words.byteLength + found.exits.byteLength;
      const inside = { words: found.words, list: null };
      if (![...likeness.neutral].some((state) => this.#arena.isNullable(state))) {
        return { ...inside, exitBytes: found.exits.bytes, exits: (byte) => found.exits.merged(byte) };
      }
      return {
        ...inside,
        exitBytes: ALL_BYTES,
        exits: (byte) => (likeness.bytes.includes(byte) ? found.exits.merged(byte) : this.#exitsBehind(lexeme, -1, byte)),
      };
    }
    return undefined;
  }

  #inside(lexeme: ExprId, start: number): LexemeMask {
    const key = placeKey(lexeme, start);
    let mask = this.#knownInside.get(key);
    if (mask === undefined) this.#knownInside.set(key, (mask = this.#compute(lexeme, start)));
    return mask;
  }

  #compute(lexeme: ExprId, start: number): LexemeMask {
    const { trie } = this.#vocabulary;
    const { byte, end, depth, token, nodeCount } = trie;
    const transitions = this.#transitions;
    const states = this.#states;
    const subtrees = SubtreeClasses.of(this.#vocabulary);
    const runs = new TokenRuns();
    let collecting = true;
    /** Classes of the bytes at which the lexeme may end in subtrees that are not entered. */
    let skipped = NO_CLASSES;
    const base = start < 0 ? 0 : depth[start] + 1;
    const stop = start < 0 ? nodeCount : end[start];
    states[0] = lexeme;
    this.#exits.clear();
    let at = start + 1;
    while (at < stop) {
      const level = depth[at] - base;
      const s = states[level];
      if (collecting && depth[at] > 0 && (this.#arena.store.flags[s] & NULLABLE) !== 0) {
        this.#exits.add(at, 0);
        collecting = this.#exits.length < MAX_COLLECTED;
      }
      const next = transitions.step(s, byte[at]);
      if (next === NEVER) {
        at = end[at];
        continue;
      }
      if (end[at] - at > MIN_SUBTREE && this.#steadiness.livesBelow(next, subtrees, at, end[at] - at)) {
        // An end in there is an end before one of those bytes.
        skipped = union(skipped, subtrees.classes(at));
        runs.add(subtrees.first[at], subtrees.first[end[at]]);
        at = end[at];
        continue;
      }
      if (token[at] >= 0) runs.add(subtrees.first[at], subtrees.first[at] + 1);
      states[level + 1] = next;
      at += 1;
    }
    const inside = runs.count > MAX_LISTED ? { words: runs.words(subtrees), list: null } : { words: null, list: runs.list(subtrees) };
    this.byteLength += (inside.words ?? inside.list).byteLength;
    if (start < 0 && inside.words !== null && runs.count > MIN_REFERENCE && this.#references.size < MAX_REFERENCES) {
      this.#references.set(lexeme, inside.words);
    }
    if (!collecting) {
      this.#exits.clear();
      return { ...inside, exitBytes: ALL_BYTES, exits: (wanted) => this.#exitsBehind(lexeme, start, wanted) };
    }
    const exits = this.#exits.finish(false);
    this.byteLength += exits.byteLength;
    return {
      ...inside,
      exitBytes:
        skipped === NO_CLASSES ? exits.bytes : ALL_BYTES.filter((wanted) => exits.bytes.includes(wanted) || hasClassOf(skipped, wanted)),
      exits: (wanted) => (hasClassOf(skipped, wanted) ? this.#exitsBehind(lexeme, start, wanted) : exits.merged(wanted)),
    };
  }

  /** What tokens hold from `byte` on behind an end of a lexeme that can end almost anywhere: found by a walk of the tokens with that byte when it is asked for. */
  #exitsBehind(lexeme: ExprId, start: number, byte: number): TokenTrie | undefined {
    const key = `${placeKey(lexeme, start)},${byte}`;
    if (this.#behind.has(key)) return this.#behind.get(key);
    const { trie } = this.#vocabulary;
    const places = this.#places.subtreesWith(byte);
    const states = this.#states;
    const roots: number[] = [];
    const base = start < 0 ? 0 : trie.depth[start] + 1;
    const stop = start < 0 ? trie.nodeCount : trie.end[start];
    states[0] = lexeme;
    let visited = 0;
    for (let at = start + 1; at < stop; ) {
      visited += 1;
      if (((places[at >>> 5] >>> (at & 31)) & 1) === 0) {
        at = trie.end[at];
        continue;
      }
      const level = trie.depth[at] - base;
      const s = states[level];
      if (trie.byte[at] === byte && trie.depth[at] > 0 && this.#arena.isNullable(s)) roots.push(at);
      const next = this.#transitions.step(s, trie.byte[at]);
      if (next === NEVER) {
        at = trie.end[at];
        continue;
      }
      states[level + 1] = next;
      at += 1;
    }
    const exits = roots.length === 0 ? undefined : mergeSubtrees(trie, roots);
    this.#arena.store.meter.spend(4 * visited + 4 * (exits?.nodeCount ?? 0));
    this.byteLength += exits === undefined ? 0 : exits.nodeCount * 11;
    this.#behind.set(key, exits);
    return exits;
  }
}

/** Ids of expressions stay below 2^24 and trie nodes below 2^28, so both fit one exact number. */
function placeKey(lexeme: ExprId, start: number): number {
  return lexeme * 0x10000000 + start + 1;
}
