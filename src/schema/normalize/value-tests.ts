import { isJsonArray, isJsonObject, type Json } from "../../core/json.ts";
import { canonicalText } from "../../core/json-compare.ts";
import { type Conj, NEVER, type Term } from "./conjunctions.ts";
import { EvaluatedMembers } from "./evaluated-members.ts";
import type { Expander } from "./expander.ts";
import { fitsTyped } from "./fits.ts";
import type { ParsedPlace, Part } from "./parsed-place.ts";
import { referenceCycle } from "./places.ts";
import { refuse } from "./workspace.ts";

/** Tests values against conjunctions, by the schemas' parts and without unfolding them. */
export class ValueTests {
  readonly #work: Expander;
  /** Null, true and false are asked about everywhere: twice the term, plus 2, 1 or 0. */
  readonly #scalars = new Map<number, boolean | "under way">();
  #depth = 0;

  constructor(work: Expander) {
    this.#work = work;
  }

  fits(value: Json, conj: Conj): boolean {
    return conj !== NEVER && this.#work.conjunctions.terms(conj).every((term) => this.#fitsTerm(value, term & ~1) !== ((term & 1) === 1));
  }

  #fitsTerm(value: Json, term: Term): boolean {
    if (value !== null && typeof value !== "boolean") return this.#fitsPlace(value, term);
    const name = term * 2 + (value === null ? 2 : Number(value));
    const known = this.#scalars.get(name);
    const place = this.#work.places.place(term);
    if (known === "under way") return referenceCycle(place.path, place.kind === "schema" ? place.schema.get("$ref") : undefined);
    if (known !== undefined) return known;
    this.#scalars.set(name, "under way");
    const fits = this.#fitsPlace(value, term);
    this.#scalars.set(name, fits);
    return fits;
  }

  #fitsPlace(value: Json, term: Term): boolean {
    const work = this.#work;
    const place = work.places.place(term);
    if (place.kind === "union") return place.alternatives.some((conj) => this.fits(value, conj));
    if (this.#depth >= work.limits.maxDepth) refuse("schema-limit-depth", place.path);
    const parsed = work.parsed(place);
    this.#depth += 1;
    try {
      if (!parsed.parts.every((part) => this.#fitsPart(value, part, parsed))) return false;
      const unevaluated = isJsonObject(value) ? parsed.unevaluatedProperties : isJsonArray(value) ? parsed.unevaluatedItems : undefined;
      return unevaluated === undefined || new EvaluatedMembers(work, value).addParts(parsed).othersFit(unevaluated);
    } finally {
      this.#depth -= 1;
    }
  }

  #fitsPart(value: Json, part: Part, parsed: ParsedPlace): boolean {
    switch (part.kind) {
      case "own":
        return (parsed.literals === undefined || parsed.literals.has(canonicalText(value))) && fitsTyped(this.#work, value, parsed.typed);
      case "all":
        return part.conjs.every((conj) => this.fits(value, conj));
      case "any":
        return part.conjs.some((conj) => this.fits(value, conj));
      case "one":
        return part.conjs.filter((conj) => this.fits(value, conj)).length === 1;
      case "not":
        return !this.fits(value, part.conj);
      case "if":
        return this.fits(value, this.fits(value, part.condition) ? part.consequence : part.otherwise);
      case "dependent":
        return !isJsonObject(value) || !value.has(part.key) || this.fits(value, part.conj);
    }
  }
}
