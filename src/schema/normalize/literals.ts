import type { Json } from "../../core/json.ts";
import type { Conj, Term } from "./conjunctions.ts";
import { type Literals, NO_LITERALS } from "./drafts.ts";
import type { Expander } from "./expander.ts";
import type { Part } from "./parsed-place.ts";

/** Finds the values that a conjunction lists anywhere: the only ones beside those of its drafts, null and the booleans that can fit. */
export class LiteralCollector {
  readonly #work: Expander;
  readonly #known = new Map<Term, Literals>();

  constructor(work: Expander) {
    this.#work = work;
  }

  of(conj: Conj): Literals {
    return together(this.#work.conjunctions.terms(conj).map((term) => this.#ofTerm(term)));
  }

  #ofTerm(term: Term): Literals {
    const known = this.#known.get(term);
    if (known !== undefined) return known;
    // A cycle adds nothing new; that it is an error is found elsewhere.
    this.#known.set(term, NO_LITERALS);
    const work = this.#work;
    const place = work.places.place(term);
    const negated = (term & 1) === 1;
    let found: Literals;
    if (place.kind === "union") found = together(place.alternatives.map((conj) => this.#signed(conj, negated)));
    else {
      const parsed = work.parsed(place);
      // What is listed here rules out what others list.
      if (!negated && parsed.literals !== undefined) found = parsed.literals;
      else found = together(parsed.parts.map((part) => this.#ofPart(part, negated)));
    }
    this.#known.set(term, found);
    return found;
  }

  #signed(conj: Conj, negated: boolean): Literals {
    return this.of(negated ? this.#work.places.not(conj) : conj);
  }

  #ofPart(part: Part, negated: boolean): Literals {
    switch (part.kind) {
      case "own":
        return NO_LITERALS;
      case "all":
      case "any":
        return together(part.conjs.map((conj) => this.#signed(conj, negated)));
      case "one":
        // Exclusion and its negation need both signs of each.
        return together(part.conjs.flatMap((conj) => [this.#signed(conj, false), this.#signed(conj, true)]));
      case "not":
        return this.#signed(part.conj, !negated);
      case "if":
        return together([
          this.#signed(part.condition, false),
          this.#signed(part.condition, true),
          this.#signed(part.consequence, negated),
          this.#signed(part.otherwise, negated),
        ]);
      case "dependent":
        return this.#signed(part.conj, negated);
    }
  }
}

function together(lists: readonly Literals[]): Literals {
  const filled = lists.filter((list) => list.size > 0);
  if (filled.length < 2) return filled[0] ?? NO_LITERALS;
  const all = new Map<string, Json>();
  for (const list of filled) for (const [key, value] of list) if (!all.has(key)) all.set(key, value);
  return all;
}
