import type { ExprArena } from "../../expr/arena.ts";
import type { Rule } from "../../expr/definitions.ts";
import { type ExprId, NEVER } from "../../expr/kinds.ts";

/** Which texts of a sorted list are open, by their places in the list. */
export interface OpenTexts {
  /** Whether an open text stands at `place`. */
  has(place: number): boolean;
  /** Up to two open places from `first` to before `end`, -1 for none. */
  two(first: number, end: number): readonly [number, number];
}

/** Texts in byte order, each once: the trie of them is the list, a node a range of it and a depth. */
export class SortedTexts {
  readonly texts: readonly Uint8Array[];
  /** For each place the index that the text was given with. */
  readonly indexes: Int32Array;

  constructor(texts: readonly string[]) {
    const encoder = new TextEncoder();
    const bytes = texts.map((text) => encoder.encode(text));
    this.indexes = Int32Array.from(bytes, (_, index) => index).sort((x, y) => compareBytes(bytes[x], bytes[y]));
    this.texts = Array.from(this.indexes, (index) => bytes[index]);
  }

  /** The end of the run of texts from `first` that have the same byte at `depth`. */
  runEnd(first: number, end: number, depth: number): number {
    const byte = this.texts[first][depth];
    let low = first;
    let high = end;
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (this.texts[middle][depth] === byte) low = middle;
      else high = middle;
    }
    return high;
  }

  /** How many bytes all texts from `first` to before `end` share. */
  shared(first: number, end: number): number {
    const [x, y] = [this.texts[first], this.texts[end - 1]];
    let at = 0;
    while (at < x.length && at < y.length && x[at] === y[at]) at += 1;
    return at;
  }
}

/**
 * The open texts of a list, each with what follows it, where openness depends on a state: a prefix tree that is built where it is walked, so that a state costs only what is looked at.
 */
export class OpenTrie implements Rule {
  readonly name: string;
  readonly #arena: ExprArena;
  readonly #sorted: SortedTexts;
  readonly #open: (state: number) => OpenTexts;
  readonly #tail: (index: number, state: number) => ExprId;
  /** Quadruples: first, end, depth, state. */
  readonly #nodes: number[] = [];
  readonly #ids = new Map<string, number>();

  constructor(
    name: string,
    arena: ExprArena,
    sorted: SortedTexts,
    open: (state: number) => OpenTexts,
    tail: (index: number, state: number) => ExprId,
  ) {
    this.name = name;
    this.#arena = arena;
    this.#sorted = sorted;
    this.#open = open;
    this.#tail = tail;
  }

  /** The open texts of a state, or NEVER. */
  at(state: number): ExprId {
    return this.#node(0, this.#sorted.texts.length, 0, state, this.#open(state));
  }

  unfold(node: number): ExprId {
    const [first, end, depth, state] = this.#nodes.slice(node * 4, node * 4 + 4);
    const { texts, indexes } = this.#sorted;
    const open = this.#open(state);
    const parts: ExprId[] = [];
    let at = first;
    if (texts[at].length === depth) {
      if (open.has(at)) parts.push(this.#tail(indexes[at], state));
      at += 1;
    }
    while (at < end) {
      const runEnd = this.#sorted.runEnd(at, end, depth);
      parts.push(this.#node(at, runEnd, depth, state, open));
      at = runEnd;
    }
    return this.#arena.alt(parts);
  }

  #node(first: number, end: number, depth: number, state: number, open: OpenTexts): ExprId {
    const [one, other] = open.two(first, end);
    if (one === -1) return NEVER;
    const arena = this.#arena;
    const { texts, indexes } = this.#sorted;
    if (other === -1) return arena.seq2(arena.literal(texts[one].subarray(depth)), this.#tail(indexes[one], state));
    const shared = this.#sorted.shared(first, end);
    const key = `${first},${end},${state}`;
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#nodes.length / 4;
      this.#ids.set(key, id);
      this.#nodes.push(first, end, shared, state);
    }
    return arena.seq2(arena.literal(texts[first].subarray(depth, shared)), arena.rule(this, id));
  }
}

/** Open places by a test of each. */
export class TestedTexts implements OpenTexts {
  readonly has: (place: number) => boolean;

  constructor(has: (place: number) => boolean) {
    this.has = has;
  }

  two(first: number, end: number): readonly [number, number] {
    let one = -1;
    for (let place = first; place < end; place += 1) {
      if (!this.has(place)) continue;
      if (one !== -1) return [one, place];
      one = place;
    }
    return [one, -1];
  }
}

/** A fixed set of open places. */
export class OpenSet implements OpenTexts {
  readonly #words: Uint32Array;

  constructor(size: number) {
    this.#words = new Uint32Array((size + 31) >>> 5);
  }

  add(place: number): void {
    this.#words[place >>> 5] |= 1 << (place & 31);
  }

  has(place: number): boolean {
    return ((this.#words[place >>> 5] >>> (place & 31)) & 1) === 1;
  }

  two(first: number, end: number): readonly [number, number] {
    const one = this.#next(first, end);
    return [one, one === -1 ? -1 : this.#next(one + 1, end)];
  }

  #next(from: number, end: number): number {
    for (let at = from; at < end; ) {
      const word = this.#words[at >>> 5] >>> (at & 31);
      if (word === 0) at = ((at >>> 5) + 1) << 5;
      else {
        const place = at + 31 - Math.clz32(word & -word);
        return place < end ? place : -1;
      }
    }
    return -1;
  }
}

/** The places whose texts have an index in a window: what is open in an object whose keys come in declared order. */
export class IndexWindows {
  readonly #sorted: SortedTexts;
  /** Places of a range by index, for ranges that are too long to scan. */
  readonly #byIndex = new Map<number, Int32Array>();

  constructor(sorted: SortedTexts) {
    this.#sorted = sorted;
  }

  window(least: number, most: number): OpenTexts {
    const { indexes } = this.#sorted;
    const has = (place: number): boolean => indexes[place] >= least && indexes[place] <= most;
    const scan = new TestedTexts(has);
    return { has, two: (first, end) => (end - first > 16 ? this.#search(first, end, least, most) : scan.two(first, end)) };
  }

  #search(first: number, end: number, least: number, most: number): readonly [number, number] {
    const { indexes, texts } = this.#sorted;
    const key = first * (texts.length + 1) + end;
    let places = this.#byIndex.get(key);
    if (places === undefined) {
      places = Int32Array.from({ length: end - first }, (_, at) => first + at).sort((x, y) => indexes[x] - indexes[y]);
      this.#byIndex.set(key, places);
    }
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (indexes[places[middle]] < least) low = middle + 1;
      else high = middle;
    }
    const open = (at: number): number => (at < places.length && indexes[places[at]] <= most ? places[at] : -1);
    const one = open(low);
    return [one, one === -1 ? -1 : open(low + 1)];
  }
}

function compareBytes(x: Uint8Array, y: Uint8Array): number {
  const length = Math.min(x.length, y.length);
  for (let at = 0; at < length; at += 1) if (x[at] !== y[at]) return x[at] - y[at];
  return x.length - y.length;
}
