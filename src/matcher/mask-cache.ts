import type { ExprArena } from "../expr/arena.ts";
import { onlyByte } from "../expr/byte-set.ts";
import type { Front } from "../expr/front.ts";
import {
  ALT_KIND,
  BUDGET_KIND,
  BYTES_KIND,
  EMPTY,
  type ExprId,
  FRONT_EFFECT,
  FRONT_TOKENS,
  LEXEME_KIND,
  NEVER,
  REPEAT_KIND,
  RULE_KIND,
  SEQ_KIND,
} from "../expr/kinds.ts";
import type { Transitions } from "../expr/transitions.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import { LexemeMasks } from "./lexeme-masks.ts";
import { asTokenTrie, type TokenTrie } from "./suffix-trie.ts";
import { SharedWords, TokenCollector } from "./token-collector.ts";
import { EMPTY_MASK, type TokenMask } from "./token-mask.ts";
import { TokenPlaces } from "./token-places.ts";
import { TrieWalk } from "./trie-walk.ts";

const MAX_DEPTH = 800;

/** Counters for operators. */
export interface MaskStatistics {
  /** Masks that were computed, and asked for again. */
  readonly computed: number;
  readonly hits: number;
  /** Trie nodes visited by walks. */
  readonly visitedNodes: number;
  /** Bytes of masks and bitsets. */
  readonly byteLength: number;
}

/**
 * Token masks by expression, computed when first asked for and shared by all requests on the vocabulary. A sequence that starts with a lexeme takes the tokens that stay inside from
 * the lexeme's own mask, and walks only what tokens hold behind the lexeme's ends; alternations are unions; everything else is one walk of the vocabulary's trie.
 */
export class MaskCache {
  readonly #arena: ExprArena;
  readonly #front: Front;
  readonly #transitions: Transitions;
  readonly #vocabulary: Vocabulary;
  readonly #trie: TokenTrie;
  readonly #lexemes: LexemeMasks;
  readonly #walk: TrieWalk;
  readonly #shared = new SharedWords();
  readonly #collectors: TokenCollector[] = [];
  readonly #places: TokenPlaces;
  readonly #child: (node: number, byte: number) => number;
  /** The masks, and by expression the place of its mask; 0 where there is none. */
  readonly #masks: TokenMask[] = [EMPTY_MASK];
  #maskOf = new Int32Array(1 << 12);
  #depth = 0;
  #computed = 0;
  #hits = 0;
  #listBytes = 0;

  constructor(arena: ExprArena, transitions: Transitions, front: Front, vocabulary: Vocabulary) {
    this.#arena = arena;
    this.#front = front;
    this.#transitions = transitions;
    this.#vocabulary = vocabulary;
    this.#trie = asTokenTrie(vocabulary.trie);
    this.#lexemes = new LexemeMasks(arena, transitions, vocabulary);
    this.#walk = new TrieWalk(arena, transitions, front);
    this.#places = new TokenPlaces(vocabulary);
    this.#child = (node, byte) => vocabulary.child(node, byte);
  }

  get statistics(): MaskStatistics {
    return {
      computed: this.#computed,
      hits: this.#hits,
      visitedNodes: this.#walk.visited,
      byteLength: this.byteLength,
    };
  }

  get byteLength(): number {
    return this.#listBytes + this.#shared.byteLength + this.#lexemes.byteLength;
  }

  /**
   * The tokens after which `e` can still be completed, with the stop tokens where `e` accepts the empty text. Effects at the front must have been applied.
   * @throws StructagError `expr-depth`, `expr-too-many-nodes`
   */
  mask(e: ExprId): TokenMask {
    const known = this.#known(e);
    if (known !== undefined) {
      this.#hits += 1;
      return known;
    }
    const mask = this.#compute(e);
    if (e >= this.#maskOf.length) {
      const grown = new Int32Array(Math.max(this.#maskOf.length * 2, e + 1));
      grown.set(this.#maskOf);
      this.#maskOf = grown;
    }
    this.#maskOf[e] = this.#masks.push(mask) - 1;
    return mask;
  }

  #known(e: ExprId): TokenMask | undefined {
    const place = e < this.#maskOf.length ? this.#maskOf[e] : 0;
    return place === 0 ? undefined : this.#masks[place];
  }

  #compute(e: ExprId): TokenMask {
    if (e === NEVER) return EMPTY_MASK;
    this.#computed += 1;
    const into = this.#collectors.pop() ?? new TokenCollector(this.#vocabulary);
    this.#visit(e, into);
    if (this.#arena.isNullable(e)) for (const stop of this.#vocabulary.stopTokenIds) into.add(stop);
    into.addAliases(this.#vocabulary.aliases);
    const mask = into.finish(this.#shared);
    this.#listBytes += mask.byteLength;
    // After an error it would still hold tokens.
    this.#collectors.push(into);
    return mask;
  }

  /** Adds the tokens of `e`: from its mask where that is known, else without making one, since parts of an alternation are hardly asked for on their own. */
  #visit(e: ExprId, into: TokenCollector): void {
    const known = this.#known(e);
    if (known !== undefined) {
      into.addMask(known);
      return;
    }
    if (this.#depth > MAX_DEPTH) {
      this.#direct(e, into);
      return;
    }
    this.#depth += 1;
    try {
      this.#byShape(e, into);
    } finally {
      this.#depth -= 1;
    }
  }

  #byShape(e: ExprId, into: TokenCollector): void {
    const arena = this.#arena;
    if ((this.#front.flags(e) & FRONT_EFFECT) !== 0) throw new Error("effects must be applied before a mask is computed");
    const { kind, a, b, c } = arena.store;
    const k = kind[e];
    if (k === EMPTY || e === NEVER) return;
    const head = k === SEQ_KIND ? a[e] : e;
    const tail = k === SEQ_KIND ? b[e] : EMPTY;
    switch (kind[head]) {
      case ALT_KIND:
        for (const part of arena.operands(head).slice()) this.#visit(arena.seq2(part, tail), into);
        return;
      case RULE_KIND: {
        const body = arena.unfold(head);
        this.#visit(arena.seq2(body, tail), into);
        return;
      }
      case LEXEME_KIND:
        // An effect right behind a lexeme stands behind the lexeme's own last byte, which only a walk passes together with it.
        if ((this.#front.flags(tail) & FRONT_EFFECT) !== 0) this.#direct(e, into);
        else if (!this.#asTwin(EMPTY, -1, head, tail, into)) this.#lexeme(head, tail, -1, into);
        return;
      case BYTES_KIND:
        if (k !== SEQ_KIND || !this.#behindByte(head, tail, into)) this.#direct(e, into);
        return;
      case REPEAT_KIND: {
        const [body, min, max] = [a[head], b[head], c[head]];
        if (min === 0 && tail !== EMPTY) into.addMask(this.mask(tail));
        if (arena.isNullable(body)) {
          this.#direct(e, into);
          return;
        }
        const rest = arena.seq2(arena.repeat(body, Math.max(0, min - 1), max === -1 ? -1 : max - 1), tail);
        this.#visit(arena.seq2(body, rest), into);
        return;
      }
      case BUDGET_KIND: {
        const body = a[head];
        if (b[head] > 0) into.addMask(this.mask(arena.seq2(body, tail)));
        else if (arena.isNullable(body)) into.addMask(this.mask(tail));
        return;
      }
      default:
        this.#direct(e, into);
    }
  }

  /** One byte, then something that starts with a lexeme like a known one, as the quote before a key: false where it is nothing of that kind. */
  #behindByte(head: ExprId, rest: ExprId, into: TokenCollector): boolean {
    const arena = this.#arena;
    const { kind, a } = arena.store;
    const parts = kind[rest] === ALT_KIND ? arena.operands(rest) : [rest];
    if (!parts.some((part) => kind[part] === SEQ_KIND && kind[a[part]] === LEXEME_KIND)) return false;
    if ((this.#front.flags(rest) & (FRONT_EFFECT | FRONT_TOKENS)) !== 0) return false;
    const byte = onlyByte(arena.store.sets[a[head]]);
    const start = byte === undefined ? -1 : this.#vocabulary.child(-1, byte);
    if (start < 0) return false;
    if (this.#trie.token[start] >= 0) into.add(this.#trie.token[start]);
    for (const part of parts.slice()) {
      const { kind: kinds, a: heads, b } = arena.store;
      const isLexeme = kinds[part] === SEQ_KIND && kinds[heads[part]] === LEXEME_KIND && (this.#front.flags(b[part]) & FRONT_EFFECT) === 0;
      if (!isLexeme) this.#walk.children(this.#trie, start, part, null, into, this.#child);
      else if (!this.#asTwin(head, start, heads[part], b[part], into)) this.#lexeme(heads[part], b[part], start, into);
    }
    return true;
  }

  /** The tokens of a lexeme from those of one that differs from it in a few places, where there is one. `prefix` is what leads to the trie node `start`. */
  #asTwin(prefix: ExprId, start: number, lexeme: ExprId, tail: ExprId, into: TokenCollector): boolean {
    const arena = this.#arena;
    if (tail === EMPTY || arena.isNullable(tail) || (this.#front.flags(tail) & FRONT_TOKENS) !== 0) return false;
    const twin = this.#lexemes.twin(lexeme, tail, start);
    if (twin === undefined) return false;
    into.addMaskWithout(this.mask(arena.seq(prefix, twin.reference, tail)), twin.lost, this.#places);
    return true;
  }

  /** One walk of the whole vocabulary, and the token sets at the front. */
  #direct(e: ExprId, into: TokenCollector): void {
    this.#walk.children(this.#trie, -1, e, null, into, this.#child);
    if ((this.#front.flags(e) & FRONT_TOKENS) !== 0) this.#front.tokenSets(e, (index) => this.#tokenSet(index, into));
  }

  #tokenSet(index: number, into: TokenCollector): void {
    const { ids, negated } = this.#arena.store.tokenSets[index];
    const { size } = this.#vocabulary;
    if (!negated) {
      for (const id of ids) if (id < size) into.add(id);
      return;
    }
    for (let id = 0; id < size; id += 1) if (this.#vocabulary.isText(id) && !ids.has(id)) into.add(id);
  }

  /** The tokens of a lexeme and what follows it, behind the trie node `start`. */
  #lexeme(lexeme: ExprId, tail: ExprId, start: number, into: TokenCollector): void {
    const mask = this.#lexemes.get(lexeme, start);
    if (mask.words !== null) into.addWords(mask.words);
    else if (mask.list !== null) into.addAll(mask.list);
    if (tail === EMPTY) return;
    if (start < 0 && this.#arena.isNullable(lexeme)) into.addMask(this.mask(tail));
    for (const byte of mask.exitBytes) {
      const next = this.#transitions.step(tail, byte);
      if (next === NEVER) continue;
      const exits = mask.exits(byte);
      if (exits === undefined) continue;
      this.#walk.children(exits, -1, tail, null, into, (node, wanted) => childOf(exits, node, wanted));
    }
  }
}

function childOf(trie: TokenTrie, node: number, byte: number): number {
  const stop = node < 0 ? trie.nodeCount : trie.end[node];
  for (let child = node + 1; child < stop; child = trie.end[child]) if (trie.byte[child] === byte) return child;
  return -1;
}
