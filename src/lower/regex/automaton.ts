import { fail } from "../../core/errors.ts";
import type { ExprArena } from "../../expr/arena.ts";
import { type ByteSet, unionSets } from "../../expr/byte-set.ts";
import type { Rule } from "../../expr/definitions.ts";
import { ALT_KIND, EMPTY, type ExprId, NEVER } from "../../expr/kinds.ts";
import { frontSize } from "../front-size.ts";

/** Most states that the automaton of one pattern with assertions in a repetition may have. */
const MAX_STATES = 5_000;
/** Most expressions that all states together may look at: with assertions that never settle, the states themselves grow. */
const MAX_WORK = 150_000;

/** The distinct derivatives of `e`, each with all bytes that lead to it. */
function transitions(arena: ExprArena, e: ExprId): Map<ExprId, ByteSet> {
  const found = new Map<ExprId, ByteSet>();
  const covered = new Uint32Array(8);
  const same = new Uint32Array(8);
  for (let byte = 0; byte < 256; byte += 1) {
    if (((covered[byte >>> 5] >>> (byte & 31)) & 1) === 1) continue;
    same.fill(0xffffffff);
    const next = arena.derivative(e, byte, same);
    for (let word = 0; word < 8; word += 1) covered[word] |= same[word];
    if (next === NEVER) continue;
    const known = found.get(next);
    found.set(next, known === undefined ? same.slice() : unionSets(known, same));
  }
  return found;
}

const absorbing = new WeakMap<ExprArena, Map<ExprId, AbsorbingRule>>();

/**
 * The same language as `e`, an expression whose alternatives `universe` (any text) contains at each boundary of characters: once `universe` is one of the alternatives, the others are
 * dropped. A search ends in one state after its first match instead of looking for further ones.
 */
export function absorb(arena: ExprArena, e: ExprId, universe: ExprId): ExprId {
  let rules = absorbing.get(arena);
  if (rules === undefined) absorbing.set(arena, (rules = new Map()));
  let rule = rules.get(universe);
  if (rule === undefined) rules.set(universe, (rule = new AbsorbingRule(arena, universe)));
  return rule.of(e);
}

/** A state is the expression that it stands for. */
class AbsorbingRule implements Rule {
  readonly name = "search";
  readonly #arena: ExprArena;
  readonly #universe: ExprId;

  constructor(arena: ExprArena, universe: ExprId) {
    this.#arena = arena;
    this.#universe = universe;
  }

  of(e: ExprId): ExprId {
    if (e === NEVER || e === EMPTY) return e;
    return absorbs(this.#arena, e, this.#universe) ? this.#universe : this.#arena.rule(this, e);
  }

  nullable(state: number): boolean {
    return this.#arena.isNullable(state);
  }

  unfold(state: number): ExprId {
    const arena = this.#arena;
    const parts: ExprId[] = this.nullable(state) ? [EMPTY] : [];
    for (const [next, set] of transitions(arena, state)) parts.push(arena.seq2(arena.bytes(set), this.of(next)));
    return arena.alt(parts);
  }
}

function absorbs(arena: ExprArena, e: ExprId, universe: ExprId): boolean {
  return e === universe || (arena.store.kind[e] === ALT_KIND && arena.operands(e).includes(universe));
}

/**
 * The same language as `e` as a finite automaton without dead states. `e` may hold rules that unfold to nothing.
 *
 * @throws StructagError `regex-too-complex` where it has more than {@link MAX_STATES} states
 */
export function pruned(arena: ExprArena, e: ExprId, universe: ExprId, path: string): ExprId {
  if (e === NEVER || absorbs(arena, e, universe)) return e === NEVER ? NEVER : universe;
  const index = new Map<ExprId, number>([[e, 0]]);
  const states: ExprId[] = [e];
  const edges: (readonly [set: ByteSet, target: ExprId])[][] = [];
  const sizes = new Map<ExprId, number>();
  let work = 0;
  for (let at = 0; at < states.length; at += 1) {
    const list: (readonly [ByteSet, ExprId])[] = [];
    work += frontSize(arena, states[at], sizes);
    if (at >= MAX_STATES || work > MAX_WORK) {
      fail(
        "regex-too-complex",
        path,
        `the assertions in repetitions of the pattern need more than ${MAX_STATES} states or ${MAX_WORK} expressions`,
        "move the lookaround out of the repetition, or shorten what it looks at",
      );
    }
    for (const [next, set] of transitions(arena, states[at])) {
      const target = absorbs(arena, next, universe) ? universe : next;
      list.push([set, target]);
      if (target === universe || index.has(target)) continue;
      index.set(target, states.length);
      states.push(target);
    }
    edges.push(list);
  }
  const live = liveStates(states, edges, index, (state) => arena.isNullable(state), universe);
  if (!live[0]) return NEVER;
  const rule: Rule = {
    name: "pattern",
    nullable: (state) => arena.isNullable(states[state]),
    unfold: (state) => {
      const parts: ExprId[] = arena.isNullable(states[state]) ? [EMPTY] : [];
      for (const [set, target] of edges[state]) {
        const to = target === universe ? -1 : index.get(target)!;
        if (to === -1 || live[to]) parts.push(arena.seq2(arena.bytes(set), to === -1 ? universe : arena.rule(rule, to)));
      }
      return arena.alt(parts);
    },
  };
  return arena.rule(rule, 0);
}

/** Which states can reach the end. */
function liveStates(
  states: readonly ExprId[],
  edges: readonly (readonly (readonly [ByteSet, ExprId])[])[],
  index: ReadonlyMap<ExprId, number>,
  accepts: (state: ExprId) => boolean,
  universe: ExprId,
): boolean[] {
  const sources: number[][] = states.map(() => []);
  const live = states.map(accepts);
  const queue: number[] = [];
  for (const [from, list] of edges.entries()) {
    for (const [, target] of list) {
      if (target === universe) live[from] = true;
      else sources[index.get(target)!].push(from);
    }
  }
  for (const [state, alive] of live.entries()) if (alive) queue.push(state);
  for (let at = 0; at < queue.length; at += 1) {
    for (const from of sources[queue[at]]) {
      if (live[from]) continue;
      live[from] = true;
      queue.push(from);
    }
  }
  return live;
}
