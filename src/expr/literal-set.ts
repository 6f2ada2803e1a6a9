import type { Algebra } from "./algebra.ts";
import type { ByteSet } from "./byte-set.ts";
import type { Rule } from "./definitions.ts";
import { EMPTY, type ExprId, NEVER } from "./kinds.ts";

const encoder = new TextEncoder();

/**
 * A set of texts as a prefix tree over the sorted list: a node is a range of the list and a depth, and is expanded when it is walked. Making it costs one sort.
 */
export class LiteralSet implements Rule {
  readonly name = "literals";
  readonly expr: ExprId;
  readonly #arena: Algebra;
  readonly #texts: Uint8Array[];
  /** Triples (first, past the last, depth) of each node. */
  readonly #nodes: number[] = [];
  readonly #steps = new Map<number, ExprId>();
  #shortest: ShortestTexts | undefined;

  constructor(arena: Algebra, texts: readonly (string | Uint8Array)[]) {
    this.#arena = arena;
    const sorted = texts.map((text) => (typeof text === "string" ? encoder.encode(text) : text)).sort(compareBytes);
    this.#texts = sorted.filter((text, index) => index === 0 || compareBytes(text, sorted[index - 1]) !== 0);
    this.expr = this.#node(0, this.#texts.length, 0);
  }

  nullable(state: number): boolean {
    const first = this.#nodes[state * 3];
    return this.#texts[first].length === this.#nodes[state * 3 + 2];
  }

  unfold(state: number): ExprId {
    const [first, end, depth] = this.#nodes.slice(state * 3, state * 3 + 3);
    const parts: ExprId[] = [];
    let at = first;
    if (this.#texts[at].length === depth) {
      parts.push(EMPTY);
      at += 1;
    }
    while (at < end) {
      const byte = this.#texts[at][depth];
      const next = this.#endOf(at, end, depth, byte);
      parts.push(this.#arena.seq2(this.#arena.byte(byte), this.#node(at, next, depth + 1)));
      at = next;
    }
    return this.#arena.alt(parts);
  }

  /** The shortest of the texts. */
  cheapest(state: number): ExprId {
    this.#shortest ??= new ShortestTexts(this.#texts);
    const [first, end, depth] = this.#nodes.slice(state * 3, state * 3 + 3);
    return this.#arena.literal(this.#texts[this.#shortest.between(first, end)].subarray(depth));
  }

  step(state: number, byte: number, same: ByteSet): ExprId {
    for (let word = 0; word < 8; word += 1) same[word] &= word === byte >>> 5 ? 1 << (byte & 31) : 0;
    const nodes = this.#nodes;
    const end = nodes[state * 3 + 1];
    const depth = nodes[state * 3 + 2];
    const texts = this.#texts;
    let low = nodes[state * 3];
    if (texts[low].length === depth) low += 1;
    if (low === end || texts[low][depth] > byte || texts[end - 1][depth] < byte) return NEVER;
    const known = this.#steps.get(state * 256 + byte);
    if (known !== undefined) return known;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (texts[middle][depth] < byte) low = middle + 1;
      else high = middle;
    }
    const next = low < end && texts[low][depth] === byte ? this.#node(low, this.#endOf(low, end, depth, byte), depth + 1) : NEVER;
    this.#steps.set(state * 256 + byte, next);
    return next;
  }

  /** The end of the run of texts from `at` on that have `byte` at `depth`. */
  #endOf(at: number, end: number, depth: number, byte: number): number {
    let low = at;
    let high = end;
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (this.#texts[middle][depth] === byte) low = middle;
      else high = middle;
    }
    return high;
  }

  #node(first: number, end: number, depth: number): ExprId {
    if (end - first === 1) return this.#arena.literal(this.#texts[first].subarray(depth));
    const state = this.#nodes.length / 3;
    this.#nodes.push(first, end, depth);
    return this.#arena.rule(this, state);
  }
}

/** Finds the shortest text of a range: a tree whose inner nodes hold the shorter of their two children's. */
class ShortestTexts {
  readonly #lengths: Int32Array;
  readonly #tree: Int32Array;

  constructor(texts: readonly Uint8Array[]) {
    const count = texts.length;
    this.#lengths = Int32Array.from(texts, (text) => text.length);
    this.#tree = new Int32Array(2 * count);
    for (let at = 0; at < count; at += 1) this.#tree[count + at] = at;
    for (let at = count - 1; at > 0; at -= 1) this.#tree[at] = this.#shorter(this.#tree[2 * at], this.#tree[2 * at + 1]);
  }

  between(first: number, end: number): number {
    const count = this.#lengths.length;
    let best = first;
    for (let low = first + count, high = end + count; low < high; low >>>= 1, high >>>= 1) {
      if ((low & 1) === 1) best = this.#shorter(best, this.#tree[low++]);
      if ((high & 1) === 1) best = this.#shorter(best, this.#tree[--high]);
    }
    return best;
  }

  #shorter(x: number, y: number): number {
    return this.#lengths[y] < this.#lengths[x] ? y : x;
  }
}

function compareBytes(x: Uint8Array, y: Uint8Array): number {
  const length = Math.min(x.length, y.length);
  for (let at = 0; at < length; at += 1) if (x[at] !== y[at]) return x[at] - y[at];
  return x.length - y.length;
}
