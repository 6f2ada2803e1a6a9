import type { CountedWay, ObjectPiece, SchemaRef } from "../../schema/normal.ts";
import { possibleKeys } from "../../schema/normalize/inhabited.ts";
import { type Bits, countBits, hasBit, noBits, withBit } from "./bit-set.ts";
import { Liveness } from "./liveness.ts";
import { IndexWindows, OpenSet, type OpenTexts, SortedTexts, TestedTexts } from "./text-trie.ts";

/** What is known of the members written so far. Only what can still matter is kept, so that equal futures are one state. */
export interface MemberState {
  /** In declared order: the first declared key that may still come. In any order 0. */
  readonly next: number;
  /** The declared keys that were written, as far as they matter later. */
  readonly written: Bits;
  /** Members so far, up to what still matters. */
  readonly count: number;
  /** The entries of `some` that are met, as bits. */
  readonly met: number;
  /** Undeclared keys so far, where there are only so many. */
  readonly others: number;
  /** Whether an undeclared key was written, where that matters. */
  readonly hasOther: boolean;
}

export interface MemberPlanOptions {
  /** For each class of undeclared keys its ways. */
  readonly others: readonly (readonly MemberWay[])[];
  /** How many different undeclared keys there are; Infinity where they are many. */
  readonly mostOthers: number;
  exists(ref: SchemaRef): boolean;
  /** A key as it is written; undefined where it can't be. */
  spell(key: string): string | undefined;
  readonly anyOrder: boolean;
  /** Whether states tell if an undeclared key was written. */
  readonly tellFirstOther: boolean;
  readonly path: string;
  /** Counts work: about one step for each key that is looked at. */
  spend(steps: number): void;
}

/** One way to write the value of a member, and the entries of `some` that it meets. */
export interface MemberWay {
  readonly value: SchemaRef;
  readonly met: number;
}

const NO_LIMIT = Number.POSITIVE_INFINITY;

/**
 * Which members may follow which: order, required keys, dependencies, counts, existence. States are interned to integers; every state that is handed out can be completed.
 */
export class MemberPlan {
  /** Declared keys that can be written, in declared order. */
  readonly keys: readonly string[];
  readonly ways: readonly (readonly MemberWay[])[];
  /** Each as it is written. */
  readonly spelled: readonly string[];
  /** What is written, sorted. */
  readonly sorted: SortedTexts;
  readonly #tellFirstOther: boolean;
  readonly #spend: (steps: number) => void;
  readonly #anyOrder: boolean;
  readonly #required: readonly number[];
  /** For each declared key the required one at or behind it. */
  readonly #nextRequired: Int32Array;
  /** Keys that each key requires. */
  readonly #requires: readonly (readonly number[])[];
  readonly #implies: boolean;
  /** Written keys that are kept in order. */
  readonly #tracked: Bits;
  readonly #others: readonly (readonly MemberWay[])[];
  readonly #mostOthers: number;
  readonly #least: number;
  readonly #most: number;
  /** Whether the number of members matters. */
  readonly #counts: boolean;
  readonly #goal: number;
  readonly #states: MemberState[] = [];
  readonly #ids = new Map<string | number, number>();
  readonly #windows: IndexWindows;
  readonly #liveness: Liveness | undefined;

  constructor(piece: ObjectPiece, { others, mostOthers, exists, spell, anyOrder, tellFirstOther, path, spend }: MemberPlanOptions) {
    this.#spend = spend;
    this.#tellFirstOther = tellFirstOther;
    this.#anyOrder = anyOrder;
    this.#others = others;
    this.#mostOthers = others.length === 0 ? 0 : mostOthers;
    const ways = new Map<string, readonly MemberWay[]>();
    for (const [key, ref] of piece.properties) {
      if (spell(key) === undefined) continue;
      const open = memberWays(piece.counted?.get(key), ref).filter((way) => exists(way.value));
      if (open.length > 0) ways.set(key, open);
    }
    if (piece.implications.length > 0) {
      const inhabited = { properties: new Map(Array.from(piece.properties.keys(), (key) => [key, ways.has(key) ? 1 : 0])) };
      const possible = possibleKeys({ ...piece, properties: inhabited.properties }, Uint8Array.of(0, 1));
      for (const key of [...ways.keys()]) if (!possible.has(key)) ways.delete(key);
    }
    this.keys = [...ways.keys()];
    this.ways = [...ways.values()];
    const index = new Map(this.keys.map((key, at) => [key, at]));
    const size = this.keys.length;
    this.spelled = this.keys.map((key) => spell(key) as string);
    this.sorted = new SortedTexts(this.spelled);
    this.#windows = new IndexWindows(this.sorted);
    // A required key that can't be written leaves nothing: it counts as one behind all others that never comes.
    this.#required = piece.required.map((key) => index.get(key) ?? size).sort((x, y) => x - y);
    this.#nextRequired = new Int32Array(size + 1).fill(size);
    for (const at of this.#required) this.#nextRequired[at] = at;
    for (let at = size - 1; at >= 0; at -= 1) if (this.#nextRequired[at] !== at) this.#nextRequired[at] = this.#nextRequired[at + 1];
    const requires: number[][] = this.keys.map(() => []);
    let tracked = noBits(size);
    for (const { present, requires: needed } of piece.implications) {
      const from = index.get(present);
      if (from === undefined) continue;
      tracked = withBit(tracked, from);
      for (const key of needed) {
        const to = index.get(key) as number;
        requires[from].push(to);
        tracked = withBit(tracked, to);
      }
    }
    this.#requires = requires;
    this.#implies = piece.implications.length > 0;
    this.#tracked = tracked;
    this.#least = piece.minProperties;
    const possible = size + this.#mostOthers;
    this.#most = piece.maxProperties !== undefined && piece.maxProperties < possible ? piece.maxProperties : NO_LIMIT;
    this.#counts = this.#most !== NO_LIMIT || this.#least > this.#required.length;
    this.#goal = piece.some.length;
    const simple = this.#goal === 0 && !(this.#implies && this.#counts) && (others.length === 0 || mostOthers === NO_LIMIT);
    this.#liveness = simple
      ? undefined
      : new Liveness(
          path,
          (state) => this.mayClose(state),
          (state) => this.#successors(state),
        );
  }

  /** The state before the first member, or -1 where no object can be completed. */
  start(): number {
    if (this.#required.includes(this.keys.length)) return -1;
    const state = this.#intern({ next: 0, written: noBits(this.keys.length), count: 0, met: 0, others: 0, hasOther: false });
    return this.alive(state) ? state : -1;
  }

  /** Whether undeclared keys could come more than once, so that they must be compared. */
  get repeatsOthers(): boolean {
    return Math.min(this.#mostOthers, this.#most - this.#required.length) > 1;
  }

  mayClose(id: number): boolean {
    const state = this.#states[id];
    return (!this.#counts || state.count >= this.#least) && state.met === (1 << this.#goal) - 1 && this.#isComplete(state);
  }

  /** The declared keys that may come next, by their places in {@link sorted}. */
  open(id: number): OpenTexts {
    const state = this.#states[id];
    if (this.#liveness === undefined && !this.#implies)
      return this.#anyOrder ? this.#unwritten(state) : this.#windows.window(...this.#window(state));
    this.#spend(this.keys.length);
    const open = new OpenSet(this.keys.length);
    const [first, last] = this.#anyOrder ? [0, this.keys.length - 1] : [state.next, this.#firstMissing(state)];
    const { indexes } = this.sorted;
    for (let place = 0; place < indexes.length; place += 1) {
      const index = indexes[place];
      if (index < first || index > last || state.count >= this.#most || (this.#anyOrder && hasBit(state.written, index))) continue;
      if (this.ways[index].some((way) => this.alive(this.after(id, index, way)))) open.add(place);
    }
    return open;
  }

  /** The state after a declared member. */
  after(id: number, index: number, way: MemberWay): number {
    const state = this.#states[id];
    const written = this.#anyOrder || hasBit(this.#tracked, index) ? withBit(state.written, index) : state.written;
    return this.#intern({
      ...state,
      next: this.#anyOrder ? 0 : index + 1,
      written,
      count: this.#more(state.count),
      met: state.met | way.met,
    });
  }

  /** The state after an undeclared member, or -1 where none may come. In declared order they come last. */
  afterOther(id: number, way: MemberWay): number {
    const state = this.#states[id];
    if (state.count >= this.#most || state.others >= this.#mostOthers) return -1;
    if (!this.#anyOrder && this.#firstMissing(state) < this.keys.length) return -1;
    const next = this.#withOther(state, way);
    return this.alive(next) ? next : -1;
  }

  #withOther(state: MemberState, way: MemberWay): number {
    return this.#intern({
      ...state,
      next: this.#anyOrder ? 0 : this.keys.length,
      count: this.#more(state.count),
      met: state.met | way.met,
      others: this.#mostOthers === NO_LIMIT ? 0 : state.others + 1,
      hasOther: this.#tellFirstOther,
    });
  }

  /** Whether an undeclared key was written; false where states do not tell. */
  hasOther(id: number): boolean {
    return this.#states[id].hasOther;
  }

  alive(id: number): boolean {
    if (this.#liveness !== undefined) return this.#liveness.alive(id);
    const state = this.#states[id];
    const missing = this.#counts || this.#implies ? this.#missing(state) : [];
    if (this.#implies && !this.#anyOrder && missing.some((index) => index < state.next)) return false;
    if (!this.#counts) return true;
    if (state.count + missing.length > this.#most) return false;
    if (this.#others.length > 0) return true;
    const left = this.#anyOrder ? this.keys.length - countBits(state.written) : this.keys.length - state.next;
    return state.count + left >= this.#least;
  }

  /** A declared key that leads to the end by few members, or -1. */
  shortest(id: number): number {
    const state = this.#states[id];
    const open = this.open(id);
    const { indexes } = this.sorted;
    if (!this.#anyOrder && !this.#implies) {
      const next = this.#nextRequired[state.next];
      if (next < this.keys.length && open.has(indexes.indexOf(next))) return next;
    } else {
      for (const index of this.#missing(state)) if (open.has(indexes.indexOf(index))) return index;
    }
    const [place] = open.two(0, indexes.length);
    return place === -1 ? -1 : indexes[place];
  }

  /** Declared keys that may come next where order and counts are all there is: from the next one to the first that may not be left out. */
  #window(state: MemberState): [first: number, last: number] {
    const required = this.#nextRequired[state.next];
    const last = Math.min(required, this.keys.length - 1);
    if (!this.#counts) return [state.next, last];
    if (state.count >= this.#most) return [0, -1];
    // With no room for optional members only the next required one is left.
    if (state.count + this.#missing(state).length >= this.#most) return required < this.keys.length ? [required, required] : [0, -1];
    if (this.#others.length > 0) return [state.next, last];
    return [state.next, Math.min(last, this.keys.length - (this.#least - state.count))];
  }

  /** In any order: the keys that were not written, or only the required ones where there is room for no other. */
  #unwritten(state: MemberState): OpenTexts {
    const { indexes } = this.sorted;
    this.#spend(indexes.length >>> 1);
    const missing = this.#counts ? this.#missing(state) : [];
    const full = state.count + missing.length >= this.#most;
    const has = (place: number): boolean => {
      const index = indexes[place];
      return full ? missing.includes(index) : !hasBit(state.written, index);
    };
    return new TestedTexts(has);
  }

  #isComplete(state: MemberState): boolean {
    if (!this.#anyOrder && !this.#implies) return this.#nextRequired[state.next] === this.keys.length;
    return this.#missing(state).length === 0;
  }

  /** Keys that must still come. */
  #missing(state: MemberState): number[] {
    this.#spend((this.#required.length >>> 3) + 1);
    const missing: number[] = [];
    if (!this.#implies) {
      for (const index of this.#required) {
        if (this.#anyOrder ? !hasBit(state.written, index) : index >= state.next) missing.push(index);
      }
      return missing;
    }
    const known = new Set<number>();
    for (const index of this.#required) known.add(index);
    for (let index = 0; index < this.keys.length; index += 1) if (hasBit(state.written, index)) known.add(index);
    // What is added meanwhile is visited too.
    for (const index of known) {
      const written = this.#anyOrder || hasBit(this.#tracked, index) ? hasBit(state.written, index) : index < state.next;
      if (!written) missing.push(index);
      for (const needed of this.#requires[index]) known.add(needed);
    }
    this.#spend(3 * known.size + (this.keys.length >>> 3));
    return missing.sort((x, y) => x - y);
  }

  #firstMissing(state: MemberState): number {
    if (!this.#implies) return this.#nextRequired[state.next];
    return this.#missing(state)[0] ?? this.keys.length;
  }

  #more(count: number): number {
    if (!this.#counts) return 0;
    return Math.min(count + 1, this.#most === NO_LIMIT ? this.#least : this.#most);
  }

  *#successors(id: number): Generator<number> {
    const state = this.#states[id];
    if (state.count >= this.#most) return;
    const missing = this.#missing(state);
    const size = this.keys.length;
    if (this.#anyOrder) {
      for (const index of missing) yield* this.#waysAfter(id, index);
      for (let index = 0; index < size; index += 1) {
        if (!hasBit(state.written, index) && !missing.includes(index)) yield* this.#waysAfter(id, index);
      }
    } else {
      const required = missing[0] ?? size;
      if (required < state.next) return;
      for (let index = state.next; index <= Math.min(required, size - 1); index += 1) yield* this.#waysAfter(id, index);
      if (required < size) return;
    }
    if (state.others >= this.#mostOthers) return;
    for (const ways of this.#others) for (const way of ways) yield this.#withOther(state, way);
  }

  *#waysAfter(id: number, index: number): Generator<number> {
    for (const way of this.ways[index]) yield this.after(id, index, way);
  }

  #intern(state: MemberState): number {
    const plain = !this.#anyOrder && !this.#implies && !this.#counts && this.#goal === 0 && state.others === 0 && !state.hasOther;
    const key = plain ? state.next : `${state.next},${state.count},${state.met},${state.others},${state.hasOther},${state.written.join()}`;
    let id = this.#ids.get(key);
    if (id === undefined) {
      this.#spend(state.written.length);
      id = this.#states.length;
      this.#states.push(state);
      this.#ids.set(key, id);
    }
    return id;
  }
}

/** The ways of a place, with what they count for as bits. */
export function memberWays(counted: readonly CountedWay[] | undefined, value: SchemaRef): readonly MemberWay[] {
  if (counted === undefined) return [{ value, met: 0 }];
  return counted.map((way) => ({ value: way.value, met: way.counts.reduce((bits, entry) => bits | (1 << entry), 0) }));
}
