import type { Diagnostic } from "../../core/errors.ts";
import { StructagError } from "../../core/errors.ts";
import type { Json } from "../../core/json.ts";
import { canonicalText } from "../../core/json-compare.ts";
import { ANY, type Conj, type Conjunctions, NEVER, type Term } from "./conjunctions.ts";
import { ANY_OBJECT, EVERYTHING, type Expansion, isNothing, NO_OBJECT, NOTHING, type ObjectDraft } from "./expansion.ts";
import { fitsTyped } from "./fits.ts";
import { exactlyOne } from "./one-of.ts";
import type { NormalizeLimits, NormalizeOptions } from "./options.ts";
import { limitsOf } from "./options.ts";
import type { ParsedPlace, Part } from "./parsed-place.ts";
import { type Places, referenceCycle, type SchemaPlace } from "./places.ts";
import { type CountingWorkspace, complement, product, union, withoutEvaluation } from "./products.ts";
import { readPlace } from "./read-place.ts";
import { applyUnevaluated } from "./unevaluated.ts";
import { KeyDrafts, type LimitCode, refuse } from "./workspace.ts";

/** `values`: which values fit. `evaluation`: also which members count as evaluated, so alternatives that hold together are told apart from each alone. */
export type Mode = "values" | "evaluation";

/** Members of members that are looked into to find out that an alternative has no value. */
const MAX_LOOK_AHEAD = 3;
const MAX_LOOSENED = 200;

/** Thrown and caught here alone: looking ahead came upon a schema whose unfolding is under way. */
const UNDER_WAY = new Error("the unfolding is under way");

/** Unfolds conjunctions of places into alternatives by JSON type. Each term is unfolded once. */
export class Expander implements CountingWorkspace {
  readonly places: Places;
  readonly conjunctions: Conjunctions;
  readonly limits: NormalizeLimits;
  readonly loosened: Diagnostic[] = [];
  readonly #closed: boolean;
  readonly #loosens: boolean;
  readonly #keyDrafts = new KeyDrafts();
  readonly #terms = { values: new Map<Term, Expansion>(), evaluation: new Map<Term, Expansion>() };
  readonly #conjs = { values: new Map<Conj, Expansion>(), evaluation: new Map<Conj, Expansion>() };
  readonly #plainlyEmpty = new Map<Conj, boolean>();
  /** The terms being unfolded, with the number of members that led to them. */
  readonly #active = new Map<string, number>();
  #level = 0;
  #depth = 0;
  #steps = 0;
  #negations = 0;
  #path = "";

  constructor(places: Places, options: NormalizeOptions) {
    this.places = places;
    this.conjunctions = places.conjunctions;
    this.limits = limitsOf(options);
    this.#closed = options.closed === true;
    this.#loosens = options.onLimit === "loosen";
  }

  expand(conj: Conj, mode: Mode = "values"): Expansion {
    if (conj === ANY) return EVERYTHING;
    if (conj === NEVER) return NOTHING;
    const known = this.#conjs[mode].get(conj);
    if (known !== undefined) return known;
    let result = EVERYTHING;
    for (const term of this.conjunctions.terms(conj)) {
      result = product(this, result, this.#expandTerm(term, mode), mode === "evaluation");
      if (isNothing(result)) break;
    }
    this.#conjs[mode].set(conj, result);
    return result;
  }

  #expandTerm(term: Term, mode: Mode): Expansion {
    const known = this.#terms[mode].get(term);
    if (known !== undefined) return known;
    const place = this.places.place(term);
    const name = `${term}${mode}`;
    const level = this.#active.get(name);
    if (level !== undefined) {
      if (level < this.#level) throw UNDER_WAY;
      return referenceCycle(place.path, place.kind === "schema" ? place.schema.get("$ref") : undefined);
    }
    if (this.#depth >= this.limits.maxDepth) refuse("schema-limit-depth", place.path);
    const negated = (term & 1) === 1;
    const outerPath = this.#path;
    this.#path = place.path;
    this.#active.set(name, this.#level);
    this.#depth += 1;
    this.#negations += negated ? 1 : 0;
    try {
      const result =
        place.kind === "union"
          ? this.#expandUnion(place.alternatives, negated, mode)
          : negated
            ? this.#expandNegated(place, mode)
            : this.#expandPlace(place, mode);
      this.#terms[mode].set(term, result);
      return result;
    } finally {
      this.#path = outerPath;
      this.#active.delete(name);
      this.#depth -= 1;
      this.#negations -= negated ? 1 : 0;
    }
  }

  #expandUnion(alternatives: readonly Conj[], negated: boolean, mode: Mode): Expansion {
    if (!negated)
      return union(
        this,
        alternatives.map((conj) => this.expand(conj, mode)),
        mode === "evaluation",
      );
    return this.#productOf(
      alternatives.map((conj) => this.places.not(conj)),
      mode,
    );
  }

  #productOf(conjs: readonly Conj[], mode: Mode): Expansion {
    let result = EVERYTHING;
    for (const conj of conjs) {
      result = product(this, result, this.expand(conj, mode), mode === "evaluation");
      if (isNothing(result)) break;
    }
    return result;
  }

  parsed(place: SchemaPlace): ParsedPlace {
    place.parsed ??= readPlace(this.places, place, this.#closed);
    return place.parsed;
  }

  /** The schema's own keywords: the listed values that fit, or what is allowed by type. */
  #own(parsed: ParsedPlace): Expansion {
    parsed.own ??=
      parsed.literals === undefined
        ? parsed.typed
        : { ...NOTHING, literals: new Map([...parsed.literals].filter(([, value]) => fitsTyped(this, value, parsed.typed))) };
    return parsed.own;
  }

  #expandPlace(place: SchemaPlace, mode: Mode): Expansion {
    const parsed = this.parsed(place);
    const unevaluated = parsed.unevaluatedProperties !== undefined || parsed.unevaluatedItems !== undefined;
    const inner = unevaluated ? "evaluation" : mode;
    let result = EVERYTHING;
    for (const part of parsed.parts) {
      result = product(this, result, this.#expandPartOrLoosen(part, parsed, inner), inner === "evaluation");
      if (isNothing(result)) return result;
    }
    return unevaluated ? applyUnevaluated(this, result, parsed.unevaluatedProperties, parsed.unevaluatedItems) : result;
  }

  #expandPartOrLoosen(part: Part, parsed: ParsedPlace, mode: Mode): Expansion {
    if (!this.#loosens || part.kind === "own" || this.#negations > 0) return this.#expandPart(part, parsed, mode);
    try {
      return this.#expandPart(part, parsed, mode);
    } catch (error) {
      if (
        !(error instanceof StructagError) ||
        !error.code.startsWith("schema-limit-") ||
        this.loosened.length >= MAX_LOOSENED ||
        part.kind === "all"
      )
        throw error;
      this.#steps = 0;
      const asAnyOf = part.kind === "one";
      const message = `${asAnyOf ? "oneOf is enforced as anyOf" : "the keyword is not enforced"}: ${error.issues[0].message}`;
      this.loosened.push({ kind: "loosened", code: "schema-loosened", path: part.path, message });
      return asAnyOf ? this.#expandPart({ ...part, kind: "any" }, parsed, mode) : EVERYTHING;
    }
  }

  #expandPart(part: Part, parsed: ParsedPlace, mode: Mode): Expansion {
    const { conjunctions, places } = this;
    const keep = mode === "evaluation";
    switch (part.kind) {
      case "own":
        return this.#own(parsed);
      case "all":
        return this.#productOf(part.conjs, mode);
      case "any":
        return keep
          ? this.#together(part.conjs)
          : union(
              this,
              part.conjs.map((conj) => this.expand(conj)),
              false,
            );
      case "one":
        return exactlyOne(this, part.conjs, mode);
      case "not":
        return this.expand(places.not(part.conj), mode);
      case "if": {
        const { condition, consequence, otherwise } = part;
        if (!keep && consequence === ANY && otherwise === ANY) return EVERYTHING;
        const met = this.expand(conjunctions.and(condition, consequence), mode);
        return union(this, [met, this.expand(conjunctions.and(places.not(condition), otherwise), mode)], keep);
      }
      case "dependent": {
        const having = product(this, onlyObjects({ ...ANY_OBJECT, required: [part.key] }), this.expand(part.conj, mode), keep);
        return union(this, [NO_OBJECT, onlyObjects(this.withoutKey(part.key)), having], keep);
      }
    }
  }

  /** Every non-empty set of alternatives together: each has its own evaluated members. */
  #together(conjs: readonly Conj[]): Expansion {
    let sets: Expansion[] = [];
    for (const conj of conjs) {
      const alone = this.expand(conj, "evaluation");
      const more = sets.map((set) => product(this, set, alone, true)).filter((set) => !isNothing(set));
      sets = [...sets, alone, ...more];
      this.bound(sets.length);
    }
    return union(this, sets, true);
  }

  #expandNegated(place: SchemaPlace, mode: Mode): Expansion {
    const parsed = this.parsed(place);
    // Which members are evaluated depends on all parts together, so the whole is complemented.
    if (parsed.unevaluatedProperties !== undefined || parsed.unevaluatedItems !== undefined)
      return complement(this, this.#expandTerm(place.id * 2, "values"));
    const results = parsed.parts.map((part) => this.#expandNegatedPart(part, parsed));
    const result = union(this, results, false);
    return mode === "values" ? result : withoutEvaluation(result);
  }

  #expandNegatedPart(part: Part, parsed: ParsedPlace): Expansion {
    const { conjunctions, places } = this;
    switch (part.kind) {
      case "own":
        return complement(this, this.#own(parsed));
      case "all":
        return union(this, [NOTHING, ...part.conjs.map((conj) => this.expand(places.not(conj)))], false);
      case "any":
        return this.#productOf(
          part.conjs.map((conj) => places.not(conj)),
          "values",
        );
      case "one": {
        const none = this.#productOf(
          part.conjs.map((conj) => places.not(conj)),
          "values",
        );
        const pairs = part.conjs.flatMap((first, index) =>
          part.conjs.slice(index + 1).map((second) => this.expand(conjunctions.and(first, second))),
        );
        return union(this, [none, ...pairs], false);
      }
      case "not":
        return this.expand(part.conj);
      case "if": {
        const met = conjunctions.and(part.condition, places.not(part.consequence));
        return union(
          this,
          [this.expand(met), this.expand(conjunctions.and(places.not(part.condition), places.not(part.otherwise)))],
          false,
        );
      }
      case "dependent":
        return product(this, onlyObjects({ ...ANY_OBJECT, required: [part.key] }), this.expand(places.not(part.conj)), false);
    }
  }

  isPlainlyEmpty(conj: Conj): boolean {
    if (conj === NEVER) return true;
    const known = this.#plainlyEmpty.get(conj);
    if (known !== undefined) return known;
    // A single term without a value is found by the fixpoint over all nodes; what matters here is contradictions between terms.
    if (this.conjunctions.terms(conj).length < 2 || this.#level >= MAX_LOOK_AHEAD) return false;
    this.#level += 1;
    try {
      const empty = isNothing(this.expand(conj));
      this.#plainlyEmpty.set(conj, empty);
      return empty;
    } catch (error) {
      if (error === UNDER_WAY || (error instanceof StructagError && error.code === "schema-limit-pieces")) return false;
      throw error;
    } finally {
      this.#level -= 1;
    }
  }

  fits(value: Json, conj: Conj): boolean {
    return conj !== NEVER && this.conjunctions.terms(conj).every((term) => this.#fitsPositive(value, term & ~1) !== ((term & 1) === 1));
  }

  #fitsPositive(value: Json, term: Term): boolean {
    const place = this.places.place(term);
    if (place.kind === "union") return place.alternatives.some((conj) => this.fits(value, conj));
    const parsed = this.parsed(place);
    if (parsed.unevaluatedProperties !== undefined || parsed.unevaluatedItems !== undefined) {
      const expansion = this.#expandTerm(term, "values");
      return expansion.literals.has(canonicalText(value)) || fitsTyped(this, value, expansion);
    }
    if (this.#depth >= this.limits.maxDepth) refuse("schema-limit-depth", place.path);
    this.#depth += 1;
    try {
      return parsed.parts.every((part) => this.#fitsPart(value, part, parsed));
    } finally {
      this.#depth -= 1;
    }
  }

  #fitsPart(value: Json, part: Part, parsed: ParsedPlace): boolean {
    switch (part.kind) {
      case "own":
        return (parsed.literals === undefined || parsed.literals.has(canonicalText(value))) && fitsTyped(this, value, parsed.typed);
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
        return !(value instanceof Map) || !value.has(part.key) || this.fits(value, part.conj);
    }
  }

  withoutKey(key: string): ObjectDraft {
    return this.#keyDrafts.without(key);
  }

  withValue(key: string, value: Conj): ObjectDraft | undefined {
    return this.#keyDrafts.withValue(key, value);
  }

  step(): void {
    this.#steps += 1;
    if (this.#steps > this.limits.maxSteps) refuse("schema-limit-steps", this.#path);
  }

  bound(length: number): void {
    if (length > this.limits.maxPieces) refuse("schema-limit-pieces", this.#path);
  }

  refuse(code: LimitCode, path: string): never {
    return refuse(code, path === "" ? this.#path : path);
  }
}

function onlyObjects(draft: ObjectDraft): Expansion {
  return { ...NOTHING, objects: [draft] };
}
