import type { ExprArena } from "./arena.ts";
import type { Rule } from "./definitions.ts";
import type { ExprId } from "./kinds.ts";

const encoder = new TextEncoder();

/**
 * A set of texts as a prefix tree over the sorted list: a node is a range of the list and a depth, and is expanded when it is walked. Making it costs one sort.
 */
export class LiteralSet implements Rule {
  readonly name = "literals";
  readonly expr: ExprId;
  readonly #arena: ExprArena;
  readonly #texts: Uint8Array[];
  /** Triples (first, past the last, depth) of each node. */
  readonly #nodes: number[] = [];

  constructor(arena: ExprArena, texts: readonly (string | Uint8Array)[]) {
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
      parts.push(this.#arena.seq());
      at += 1;
    }
    while (at < end) {
      const byte = this.#texts[at][depth];
      // The end of the run of texts with this byte, by doubling and bisection.
      let low = at;
      let high = end;
      while (low + 1 < high) {
        const middle = (low + high) >>> 1;
        if (this.#texts[middle][depth] === byte) low = middle;
        else high = middle;
      }
      parts.push(this.#arena.seq2(this.#arena.byte(byte), this.#node(at, high, depth + 1)));
      at = high;
    }
    return this.#arena.alt(parts);
  }

  #node(first: number, end: number, depth: number): ExprId {
    if (end - first === 1) return this.#arena.literal(this.#texts[first].subarray(depth));
    const state = this.#nodes.length / 3;
    this.#nodes.push(first, end, depth);
    return this.#arena.rule(this, state);
  }
}

function compareBytes(x: Uint8Array, y: Uint8Array): number {
  const length = Math.min(x.length, y.length);
  for (let at = 0; at < length; at += 1) if (x[at] !== y[at]) return x[at] - y[at];
  return x.length - y.length;
}
