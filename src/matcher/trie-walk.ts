import type { ExprArena } from "../expr/arena.ts";
import { bytesOfSet } from "../expr/byte-set.ts";
import type { Front } from "../expr/front.ts";
import { BYTES_KIND, EMPTY, type ExprId, FRONT_EFFECT, FRONT_RULE, NEVER, SEQ_KIND } from "../expr/kinds.ts";
import type { Transitions } from "../expr/transitions.ts";
import type { TokenTrie } from "./suffix-trie.ts";
import type { Guard } from "./token-checks.ts";

/** Receives the tokens of a walk. */
export interface TokenSink {
  add(token: number): void;
  /** A token on whose path effects lie, and the level of its node in the trie that is walked. */
  addGuarded(token: number, guard: Guard, level: number): void;
}

/** Byte sets up to this size are looked up child by child instead of by scanning the siblings. */
const SMALL_SET = 4;
/** Subtrees smaller than this are scanned in place. */
const SMALL_SUBTREE = 12;
/** Steps that a trie behind ends of lexemes counts as, beside those for its nodes. */
const NEW_TRIE_STEPS = 20_000;

/** Walks byte tries along expressions: which tokens keep an expression alive. Effects are taken as passed and their tokens reported as guarded. */
export class TrieWalk {
  readonly #arena: ExprArena;
  readonly #transitions: Transitions;
  readonly #front: Front;
  /** Tries behind ends of lexemes that were counted as work: making one takes longer than walking it. */
  readonly #counted = new WeakSet<TokenTrie>();
  readonly #smallSets: (number[] | null | undefined)[] = [];
  /** States by depth in the trie. */
  readonly #states = new Int32Array(1 << 16);
  /** Nodes visited since the start, for statistics. */
  visited = 0;

  constructor(arena: ExprArena, transitions: Transitions, front: Front) {
    this.#arena = arena;
    this.#transitions = transitions;
    this.#front = front;
  }

  /** Walks the children of `node` (-1: the roots) from the effect-free state `state`. `child` finds a node's child, or -1. */
  children(
    trie: TokenTrie,
    node: number,
    state: ExprId,
    guard: Guard | null,
    sink: TokenSink,
    child: (node: number, byte: number) => number,
  ): void {
    const arena = this.#arena;
    if (node < 0 && trie.lists.length > 0 && !this.#counted.has(trie)) {
      this.#counted.add(trie);
      arena.store.meter.spend(NEW_TRIE_STEPS + trie.nodeCount);
    }
    let at = node;
    let s = state;
    // As long as few bytes can follow, go straight to the children behind them.
    for (;;) {
      const { kind, a, b } = arena.store;
      if (kind[s] !== SEQ_KIND && kind[s] !== BYTES_KIND) break;
      const head = kind[s] === SEQ_KIND ? a[s] : s;
      if (kind[head] !== BYTES_KIND) break;
      const bytes = this.#smallSet(a[head]);
      if (bytes === null) break;
      const next = kind[s] === SEQ_KIND ? b[s] : EMPTY;
      if (bytes.length > 1) {
        for (const byte of bytes) {
          const found = child(at, byte);
          if (found >= 0) this.#enter(trie, found, next, guard, sink, child);
        }
        return;
      }
      const found = child(at, bytes[0]);
      this.visited += 1;
      if (found < 0) return;
      s = next;
      if (this.#hasEffect(s)) {
        guard = this.#guard(s, guard, trie.depth[found] + 1);
        s = this.#front.passed(s);
      }
      emit(trie, found, guard, sink);
      at = found;
      if (s === EMPTY || trie.end[at] === at + 1) return;
    }
    this.#scan(trie, at, s, guard, sink, child);
  }

  #enter(
    trie: TokenTrie,
    node: number,
    state: ExprId,
    guard: Guard | null,
    sink: TokenSink,
    child: (node: number, byte: number) => number,
  ): void {
    let s = state;
    let g = guard;
    if (this.#hasEffect(s)) {
      g = this.#guard(s, guard, trie.depth[node] + 1);
      s = this.#front.passed(s);
    }
    emit(trie, node, g, sink);
    if (trie.end[node] > node + 1) this.children(trie, node, s, g, sink, child);
  }

  #scan(
    trie: TokenTrie,
    node: number,
    state: ExprId,
    guard: Guard | null,
    sink: TokenSink,
    child: (node: number, byte: number) => number,
  ): void {
    const { byte, end, depth, token } = trie;
    const transitions = this.#transitions;
    const { pages } = transitions;
    const states = this.#states;
    const arena = this.#arena;
    const stop = node < 0 ? trie.nodeCount : end[node];
    let at = node + 1;
    if (at >= stop) return;
    states[depth[at]] = state;
    let count = 0;
    let { rowOf } = transitions;
    while (at < stop) {
      const level = depth[at];
      const s = states[level];
      const row = s < rowOf.length ? rowOf[s] : -1;
      let next = row >= 0 ? pages[row >>> 10][((row & 1023) << 8) | byte[at]] : -1;
      if (next < 0) {
        next = transitions.step(s, byte[at]);
        rowOf = transitions.rowOf;
      }
      count += 1;
      if (next === NEVER) {
        at = end[at];
        continue;
      }
      const { kind, a, flags } = arena.store;
      if ((flags[next] & (FRONT_EFFECT | FRONT_RULE)) !== 0 && this.#hasEffect(next)) {
        this.#enter(trie, at, next, guard, sink, child);
        rowOf = transitions.rowOf;
        at = end[at];
        continue;
      }
      if (guard !== null) emit(trie, at, guard, sink);
      else {
        const t = token[at];
        if (t >= 0) sink.add(t);
        else if (t < -1) for (const id of trie.lists[-2 - t]) sink.add(id);
      }
      if (end[at] - at > SMALL_SUBTREE && kind[next] === SEQ_KIND && kind[a[next]] === BYTES_KIND && this.#smallSet(a[a[next]]) !== null) {
        this.children(trie, at, next, guard, sink, child);
        rowOf = transitions.rowOf;
        at = end[at];
        continue;
      }
      states[level + 1] = next;
      at += 1;
    }
    this.visited += count;
    arena.store.meter.spend(count >>> 4);
  }

  /** `guard` with the effects at the front of `s`, before which there are `level` levels. */
  #guard(s: ExprId, guard: Guard | null, level: number): Guard {
    const paths = this.#front.paths(s);
    const effects = paths.flatMap((path) => path.effects);
    // What never refuses still tells the effects behind it where they are.
    const steps = [...(guard?.steps ?? []), { level, effects, certain: paths.length === 1 }];
    return { steps, checks: guard?.checks === true || effects.some((effect) => effect.mayRefuse !== undefined) };
  }

  #hasEffect(s: ExprId): boolean {
    return (this.#arena.store.flags[s] & (FRONT_EFFECT | FRONT_RULE)) !== 0 && (this.#front.flags(s) & FRONT_EFFECT) !== 0;
  }

  #smallSet(set: number): number[] | null {
    let bytes = this.#smallSets[set];
    if (bytes === undefined) {
      const all = bytesOfSet(this.#arena.store.sets[set]);
      bytes = all.length <= SMALL_SET ? all : null;
      this.#smallSets[set] = bytes;
    }
    return bytes;
  }
}

function emit(trie: TokenTrie, node: number, guard: Guard | null, sink: TokenSink): void {
  const t = trie.token[node];
  if (t >= 0) {
    if (guard?.checks) sink.addGuarded(t, guard, trie.depth[node] + 1);
    else sink.add(t);
  } else if (t < -1) {
    for (const id of trie.lists[-2 - t]) {
      if (guard?.checks) sink.addGuarded(id, guard, trie.depth[node] + 1);
      else sink.add(id);
    }
  }
}
