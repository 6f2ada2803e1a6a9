import type { Algebra } from "./algebra.ts";
import { BOOLEAN, type ExprId, NEVER, NULLABLE } from "./kinds.ts";

const DEFAULT_BUDGET = 12_000;

/**
 * Decides whether an expression with intersections or complements accepts anything, by a search over its derivatives for one that is nullable or free of them:
 * the oldest and the newest state take turns, so that neither wide nor deep expressions keep a near answer out of reach.
 * Answers are remembered for all states of the path (not empty) or of the whole search (empty).
 */
export class Emptiness {
  readonly #arena: Algebra;
  readonly #budget: number;
  readonly #nonEmpty = new Set<ExprId>();
  readonly #empty = new Set<ExprId>();
  /** Searches that ended without an answer; what they asked for counts as not empty. */
  undecided = 0;

  constructor(arena: Algebra, budget: number = DEFAULT_BUDGET) {
    this.#arena = arena;
    this.#budget = budget;
  }

  isEmpty(start: ExprId): boolean {
    if (this.#nonEmpty.has(start)) return false;
    if (this.#empty.has(start)) return true;
    const from = new Map<ExprId, ExprId>([[start, NEVER]]);
    const queue: ExprId[] = [start];
    const same = new Uint32Array(8);
    const covered = new Uint32Array(8);
    const { store } = this.#arena;
    const done = new Set<ExprId>();
    let head = 0;
    const stack: ExprId[] = [start];
    for (let turn = 0; head < queue.length; turn += 1) {
      let state: ExprId;
      if ((turn & 1) === 0) {
        state = queue[head];
        head += 1;
      } else {
        const newest = stack.pop();
        if (newest === undefined) continue;
        state = newest;
      }
      if (done.has(state)) continue;
      done.add(state);
      covered.fill(0);
      for (let byte = 0; byte < 256; byte += 1) {
        if (((covered[byte >>> 5] >>> (byte & 31)) & 1) === 1) continue;
        same.fill(0xffffffff);
        const next = this.#arena.derivative(state, byte, same);
        for (let word = 0; word < 8; word += 1) covered[word] |= same[word];
        if (next === NEVER || from.has(next) || this.#empty.has(next)) continue;
        const flags = store.flags[next];
        if ((flags & NULLABLE) !== 0 || (flags & BOOLEAN) === 0 || this.#nonEmpty.has(next)) {
          for (let at = state; at !== NEVER; at = from.get(at)!) this.#nonEmpty.add(at);
          return false;
        }
        from.set(next, state);
        queue.push(next);
        stack.push(next);
      }
      if (queue.length > this.#budget) {
        this.undecided += 1;
        this.#nonEmpty.add(start);
        return false;
      }
    }
    for (const state of queue) this.#empty.add(state);
    return true;
  }
}
