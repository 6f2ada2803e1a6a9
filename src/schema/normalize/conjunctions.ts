/** A place of the schema, or its negation: `2 × place`, plus 1 where negated. */
export type Term = number;

/** An interned set of terms that must all hold. */
export type Conj = number;

/** The empty set: every value is valid. */
export const ANY: Conj = 0;
/** A set with a contradiction: no value is valid. */
export const NEVER: Conj = 1;

const PAIR = 2 ** 26;

/** Conjunctions of terms, one number for each set. A term next to its own negation makes {@link NEVER}. */
export class Conjunctions {
  readonly #terms: (readonly Term[])[] = [[], []];
  readonly #byKey = new Map<string, Conj>();
  readonly #single: Conj[] = [];
  readonly #pairs = new Map<number, Conj>();

  /** The terms of a conjunction, ascending. */
  terms(conj: Conj): readonly Term[] {
    return this.#terms[conj];
  }

  of(term: Term): Conj {
    let conj = this.#single[term];
    if (conj === undefined) {
      conj = this.#terms.push([term]) - 1;
      this.#single[term] = conj;
    }
    return conj;
  }

  and(a: Conj, b: Conj): Conj {
    if (a === b || b === ANY) return a;
    if (a === ANY) return b;
    if (a === NEVER || b === NEVER) return NEVER;
    const pair = a < b ? a * PAIR + b : b * PAIR + a;
    let conj = this.#pairs.get(pair);
    if (conj === undefined) {
      conj = this.#merge(this.#terms[a], this.#terms[b]);
      this.#pairs.set(pair, conj);
    }
    return conj;
  }

  all(conjs: Iterable<Conj>): Conj {
    let result = ANY;
    for (const conj of conjs) result = this.and(result, conj);
    return result;
  }

  #merge(a: readonly Term[], b: readonly Term[]): Conj {
    const merged: Term[] = [];
    for (let i = 0, j = 0; i < a.length || j < b.length; ) {
      const next = j >= b.length || (i < a.length && a[i] <= b[j]) ? a[i++] : b[j++];
      const last = merged.at(-1);
      if (next === last) continue;
      if (last !== undefined && next === (last ^ 1)) return NEVER;
      merged.push(next);
    }
    if (merged.length === 1) return this.of(merged[0]);
    const key = merged.join();
    let conj = this.#byKey.get(key);
    if (conj === undefined) {
      conj = this.#terms.push(merged) - 1;
      this.#byKey.set(key, conj);
    }
    return conj;
  }
}
