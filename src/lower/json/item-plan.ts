import type { ArrayPiece, SchemaRef } from "../../schema/normal.ts";
import { Liveness } from "./liveness.ts";

/** One way to write an item, and the entries of `contains` that it counts for. */
export interface ItemWay {
  readonly value: SchemaRef;
  readonly counts: readonly number[];
}

interface ItemState {
  /** Items so far, up to what still matters. */
  readonly count: number;
  /** Items that counted for each entry of `contains`, up to what still matters. */
  readonly counted: readonly number[];
}

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** How many items of which kind may follow which. States are interned to integers; what is handed out can be completed. */
export class ItemPlan {
  readonly #piece: ArrayPiece;
  readonly #exists: (ref: SchemaRef) => boolean;
  /** Most items, the first place without a value taken into account. */
  readonly most: number;
  readonly #matters: number;
  readonly #states: ItemState[] = [];
  readonly #ids = new Map<string, number>();
  readonly #liveness: Liveness | undefined;

  constructor(piece: ArrayPiece, most: number, exists: (ref: SchemaRef) => boolean, path: string) {
    this.#piece = piece;
    this.#exists = exists;
    this.most = most;
    this.#matters = most === NO_LIMIT ? Math.max(piece.prefix.length, piece.minItems) : most;
    this.#liveness =
      piece.contains.length === 0
        ? undefined
        : new Liveness(
            path,
            (state) => this.mayClose(state),
            (state) => this.#successors(state),
          );
  }

  /** The state without items, or -1 where no array can be completed. */
  start(): number {
    const state = this.#intern({ count: 0, counted: this.#piece.contains.map(() => 0) });
    return this.alive(state) ? state : -1;
  }

  mayClose(id: number): boolean {
    const { count, counted } = this.#states[id];
    return count >= this.#piece.minItems && this.#piece.contains.every((entry, index) => counted[index] >= entry.min);
  }

  alive(id: number): boolean {
    return this.#liveness === undefined ? this.most >= this.#piece.minItems : this.#liveness.alive(id);
  }

  /** The ways of the next item that lead to an end, each with the state after it. */
  next(id: number): { readonly value: SchemaRef; readonly state: number }[] {
    const ways: { value: SchemaRef; state: number }[] = [];
    for (const way of this.#ways(id)) {
      const state = this.#after(id, way);
      if (state !== -1 && this.alive(state)) ways.push({ value: way.value, state });
    }
    return ways;
  }

  #ways(id: number): readonly ItemWay[] {
    const { count } = this.#states[id];
    if (count >= this.most) return [];
    const { prefix, rest, counted } = this.#piece;
    const ways =
      counted === undefined
        ? [{ value: count < prefix.length ? prefix[count] : rest, counts: [] }]
        : count < prefix.length
          ? counted.prefix[count]
          : counted.rest;
    return ways.filter((way) => this.#exists(way.value));
  }

  #after(id: number, way: ItemWay): number {
    const { count, counted } = this.#states[id];
    const { contains } = this.#piece;
    const next = counted.slice();
    for (const entry of way.counts) {
      const { min, max } = contains[entry];
      if (max !== undefined && counted[entry] >= max) return -1;
      next[entry] = Math.min(counted[entry] + 1, max ?? min);
    }
    return this.#intern({ count: Math.min(count + 1, this.#matters), counted: next });
  }

  *#successors(id: number): Generator<number> {
    // An item that counts for more brings the end nearer.
    const ways = [...this.#ways(id)].sort((x, y) => y.counts.length - x.counts.length);
    for (const way of ways) {
      const state = this.#after(id, way);
      if (state !== -1) yield state;
    }
  }

  #intern(state: ItemState): number {
    const key = `${state.count},${state.counted.join()}`;
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#states.length;
      this.#states.push(state);
      this.#ids.set(key, id);
    }
    return id;
  }
}
