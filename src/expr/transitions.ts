import { StructagError } from "../core/errors.ts";
import type { ExprArena } from "./arena.ts";
import { BYTES_KIND, EMPTY, type ExprId, LEXEME_KIND, NEVER, NULLABLE, RULE_KIND, SEQ_KIND } from "./kinds.ts";

/** Rows of a page. A page is 1 MiB. */
const PAGE_ROWS = 1024;
const UNKNOWN = -1;
/** Steps that a new row counts as. */
const ROW_STEPS = 150;

/**
 * Memoised derivatives: a row of 256 targets for each expression that is asked, filled a whole byte class at a time, so after some use matching is a table walk. Sequences that start
 * with a literal byte or a lexeme have no row: the first are decided by their set, the second by the lexeme's row.
 */
export class Transitions {
  readonly arena: ExprArena;
  /** Row number of each node or -1. Grows with the arena: read it again after a call of {@link step}. */
  rowOf: Int32Array = new Int32Array(1 << 17).fill(-1);
  readonly pages: Int32Array[] = [];
  #rows = 0;
  #depth = 0;
  readonly #same = new Uint32Array(8);
  readonly #ignored = new Uint32Array(8);

  constructor(arena: ExprArena) {
    this.arena = arena;
  }

  /** Rows made so far; each takes 1 KiB. */
  get rowCount(): number {
    return this.#rows;
  }

  /**
   * What may follow `byte` in `e`. No effect may be reachable at the front of `e`.
   * @throws StructagError `expr-depth`, `expr-too-many-nodes`
   */
  step(e: ExprId, byte: number): ExprId {
    const { store } = this.arena;
    const kind = store.kind[e];
    if (kind === SEQ_KIND) {
      const head = store.a[e];
      const headKind = store.kind[head];
      if (headKind === BYTES_KIND) {
        const set = store.sets[store.a[head]];
        return ((set[byte >>> 5] >>> (byte & 31)) & 1) === 1 ? store.b[e] : NEVER;
      }
      if (headKind === LEXEME_KIND) {
        const next = this.step(head, byte);
        if ((store.flags[head] & NULLABLE) !== 0)
          return this.#skip(next === head ? e : this.arena.seq2(next, store.b[e]), store.b[e], byte);
        return next === head ? e : this.arena.seq2(next, store.b[e]);
      }
      if (headKind === RULE_KIND) {
        const rule = store.rules[store.a[head]];
        if (rule.step !== undefined) {
          const tail = store.b[e];
          const nullable = (store.flags[head] & NULLABLE) !== 0;
          const next = this.arena.seq2(rule.step(store.b[head], byte, this.#ignored), tail);
          return nullable ? this.#skip(next, tail, byte) : next;
        }
      }
    } else if (kind === BYTES_KIND) {
      const set = store.sets[store.a[e]];
      return ((set[byte >>> 5] >>> (byte & 31)) & 1) === 1 ? EMPTY : NEVER;
    }
    let row = e < this.rowOf.length ? this.rowOf[e] : -1;
    if (row < 0) row = this.#addRow(e);
    const page = this.pages[row >>> 10];
    const known = page[((row & 1023) << 8) | byte];
    return known === UNKNOWN ? this.#fill(e, byte, page, (row & 1023) << 8) : known;
  }

  /** `inside`, or what follows `byte` in `tail` where the head before it is left out. */
  #skip(inside: ExprId, tail: ExprId, byte: number): ExprId {
    // The tail may start with another lexeme and so on: a long chain of optional pieces.
    if (this.#depth > 500) throw tooDeep();
    this.#depth += 1;
    try {
      return this.arena.alt2(inside, this.step(tail, byte));
    } finally {
      this.#depth -= 1;
    }
  }

  #addRow(e: ExprId): number {
    if (e >= this.rowOf.length) {
      const grown = new Int32Array(Math.max(this.rowOf.length * 2, e + 1)).fill(-1);
      grown.set(this.rowOf);
      this.rowOf = grown;
    }
    // A row is a kilobyte.
    this.arena.store.meter.spend(ROW_STEPS);
    const row = this.#rows;
    this.#rows += 1;
    if ((row & (PAGE_ROWS - 1)) === 0) this.pages.push(new Int32Array(PAGE_ROWS * 256).fill(UNKNOWN));
    this.rowOf[e] = row;
    return row;
  }

  #fill(e: ExprId, byte: number, page: Int32Array, offset: number): ExprId {
    const same = this.#same.fill(0xffffffff);
    const next = this.arena.derivative(e, byte, same);
    for (let word = 0; word < 8; word += 1) {
      let bits = same[word];
      while (bits !== 0) {
        const low = bits & -bits;
        page[offset + word * 32 + 31 - Math.clz32(low)] = next;
        bits ^= low;
      }
    }
    return next;
  }
}

function tooDeep(): StructagError {
  return new StructagError({
    code: "expr-depth",
    path: "",
    message: "more than 500 pieces that can be empty follow each other",
    hint: "use a repetition, or split the grammar",
  });
}
