import type { Diagnostic } from "../../core/errors.ts";
import { StructagError } from "../../core/errors.ts";
import type { Json } from "../../core/json.ts";
import { ANY, type Conj, type Conjunctions, NEVER, type Term } from "./conjunctions.ts";
import { ANY_OBJECT, type ObjectDraft } from "./drafts.ts";
import { fitsTyped } from "./fits.ts";
import {
  ARRAYS,
  type CountingWorkspace,
  complementList,
  excludeValues,
  type Kind,
  meetLists,
  NUMBERS,
  OBJECTS,
  STRINGS,
  uniteLists,
} from "./kinds.ts";
import { LiteralCollector } from "./literals.ts";
import { exactlyOne } from "./one-of.ts";
import type { NormalizeLimits, NormalizeOptions } from "./options.ts";
import { limitsOf } from "./options.ts";
import type { ParsedPlace, Part } from "./parsed-place.ts";
import { type Places, referenceCycle, type SchemaPlace } from "./places.ts";
import { readPlace } from "./read-place.ts";
import { ValueTests } from "./value-tests.ts";
import { KeyDrafts, type LimitCode, refuse } from "./workspace.ts";

/** `values`: which values fit. `evaluation`: also which members count as evaluated, so alternatives that hold together are told apart from each alone. */
export type Mode = "values" | "evaluation";

/** Members of members that are looked into to find out that an alternative has no value. */
const MAX_LOOK_AHEAD = 3;
const MAX_LOOSENED = 200;
const UNFOLDINGS_OF_A_STEP = 2; // nested negations double them

/** Thrown and caught here alone: looking ahead came upon a schema whose unfolding is under way. */
const UNDER_WAY = new Error("the unfolding is under way");

/** Unfolds conjunctions of places into alternatives of one JSON type. Each term is unfolded once for each type that asks for it. */
export class Expander implements CountingWorkspace {
  readonly places: Places;
  readonly conjunctions: Conjunctions;
  readonly limits: NormalizeLimits;
  readonly loosened: Diagnostic[] = [];
  readonly #closed: boolean;
  readonly #loosens: boolean;
  readonly #keyDrafts = new KeyDrafts();
  readonly #literals: LiteralCollector;
  /** Lists of drafts by kind and mode, of terms and of conjunctions. */
  readonly #terms = new Map<string, Map<Term, readonly unknown[]>>();
  readonly #conjs = new Map<string, Map<Conj, readonly unknown[]>>();
  readonly #tests: ValueTests;
  readonly #plainlyEmpty = new Map<Conj, boolean>();
  /** The terms being unfolded, with the number of members that led to them. */
  readonly #active = new Map<string, number>();
  #level = 0;
  #depth = 0;
  #steps = 0;
  #unfoldings = 0;
  #negations = 0;
  #path = "";

  constructor(places: Places, options: NormalizeOptions) {
    this.places = places;
    this.conjunctions = places.conjunctions;
    this.limits = limitsOf(options);
    this.#closed = options.closed === true;
    this.#loosens = options.onLimit === "loosen";
    this.#literals = new LiteralCollector(this);
    this.#tests = new ValueTests(this);
  }

  parsed(place: SchemaPlace): ParsedPlace {
    place.parsed ??= readPlace(this.places, place, this.#closed);
    return place.parsed;
  }

  /** The listed values (`const`, `enum`) that fit. Every fitting value is among them or fits a draft of its type, or is null or a boolean that fits. */
  literals(conj: Conj): readonly Json[] {
    const candidates = this.#literals.of(conj);
    if (candidates.size === 0) return [];
    return [...candidates.values()].filter((value) => this.fits(value, conj));
  }

  /** The alternatives of one type. */
  drafts<T>(kind: Kind<T>, conj: Conj, mode: Mode = "values"): readonly T[] {
    if (conj === ANY) return [kind.any];
    if (conj === NEVER) return [];
    const memo = memoOf<T>(this.#conjs, kind, mode);
    let list = memo.get(conj);
    if (list === undefined) {
      list = this.restrict(kind, [kind.any], conj, mode);
      memo.set(conj, list);
    }
    return list;
  }

  /** Those of the alternatives, and as much of each, as fits the conjunction. What is known already keeps the unfolding of negations small. */
  restrict<T>(kind: Kind<T>, start: readonly T[], conj: Conj, mode: Mode): readonly T[] {
    if (conj === ANY || start.length === 0) return start;
    if (conj === NEVER) return [];
    const terms = this.conjunctions.terms(conj);
    if (terms.some((term) => this.#plainlyLacks(kind, term))) return [];
    let list = start;
    const outerPath = this.#path;
    // Negations say little each, so they come last.
    for (const sign of [0, 1]) {
      for (const term of terms) {
        if (list.length === 0) break;
        if ((term & 1) !== sign) continue;
        this.#path = this.places.place(term).path;
        list = this.#restrictByTerm(kind, list, term, mode);
      }
    }
    this.#path = outerPath;
    return list;
  }

  /** Whether the schema's own keywords rule the type out. */
  #plainlyLacks<T>(kind: Kind<T>, term: Term): boolean {
    const place = this.places.place(term);
    if ((term & 1) === 1 || place.kind === "union") return false;
    const { literals, typed } = this.parsed(place);
    return literals !== undefined || typed[kind.name].length === 0;
  }

  #restrictByTerm<T>(kind: Kind<T>, list: readonly T[], term: Term, mode: Mode): readonly T[] {
    const memo = memoOf<T>(this.#terms, kind, mode);
    const known = memo.get(term);
    if (known !== undefined) return meetLists(this, kind, list, known, mode === "evaluation");
    const free = list.length === 1 && list[0] === kind.any;
    const place = this.places.place(term);
    const inContext =
      free ||
      (mode === "values" &&
        ((term & 1) === 1 || (place.kind === "schema" && this.parsed(place).parts.some((part) => part.kind === "one"))));
    const unfolded = this.#unfold(kind, inContext ? list : [kind.any], term, mode);
    if (free || !inContext) memo.set(term, unfolded);
    return inContext ? unfolded : meetLists(this, kind, list, unfolded, mode === "evaluation");
  }

  #unfold<T>(kind: Kind<T>, list: readonly T[], term: Term, mode: Mode): readonly T[] {
    const place = this.places.place(term);
    const name = `${kind.name}${mode}${term}`;
    const level = this.#active.get(name);
    if (level !== undefined) {
      if (level < this.#level) throw UNDER_WAY;
      return referenceCycle(place.path, place.kind === "schema" ? place.schema.get("$ref") : undefined);
    }
    if (this.#depth >= this.limits.maxDepth) refuse("schema-limit-depth", place.path);
    if (++this.#unfoldings > this.limits.maxSteps * UNFOLDINGS_OF_A_STEP) refuse("schema-limit-steps", place.path);
    const negated = (term & 1) === 1;
    this.#active.set(name, this.#level);
    this.#depth += 1;
    this.#negations += negated ? 1 : 0;
    try {
      if (place.kind === "union")
        return negated ? this.#byNone(kind, list, place.alternatives, mode) : this.#byAny(kind, list, place.alternatives, mode);
      return negated ? this.#byNegation(kind, list, place, mode) : this.#byPlace(kind, list, place, mode);
    } finally {
      this.#active.delete(name);
      this.#depth -= 1;
      this.#negations -= negated ? 1 : 0;
    }
  }

  #byAll<T>(kind: Kind<T>, start: readonly T[], conjs: readonly Conj[], mode: Mode): readonly T[] {
    let list = start;
    for (const conj of conjs) list = this.restrict(kind, list, conj, mode);
    return list;
  }

  #byNone<T>(kind: Kind<T>, start: readonly T[], conjs: readonly Conj[], mode: Mode): readonly T[] {
    return this.#byAll(
      kind,
      start,
      conjs.map((conj) => this.places.not(conj)),
      mode,
    );
  }

  #byAny<T>(kind: Kind<T>, start: readonly T[], conjs: readonly Conj[], mode: Mode): readonly T[] {
    return uniteLists(
      this,
      kind,
      conjs.map((conj) => this.restrict(kind, start, conj, mode)),
      mode === "evaluation",
    );
  }

  #byPlace<T>(kind: Kind<T>, start: readonly T[], place: SchemaPlace, mode: Mode): readonly T[] {
    const parsed = this.parsed(place);
    const unevaluated = kind.unevaluated(parsed);
    const inner = unevaluated === undefined ? mode : "evaluation";
    let list: readonly T[] =
      parsed.literals !== undefined || parsed.typed[kind.name].length === 0 ? [] : unevaluated === undefined ? start : [kind.any];
    for (const part of parsed.parts) if (list.length > 0) list = this.#byPartOrLoosened(kind, list, part, parsed, inner);
    if (unevaluated === undefined) return list;
    // Only what stands in this schema counts as evaluated for it, so others come afterwards.
    const applied = list.map((draft) => kind.withUnevaluated(this, draft, unevaluated)).filter((draft) => draft !== undefined);
    return meetLists(this, kind, start, applied, mode === "evaluation");
  }

  #byPartOrLoosened<T>(kind: Kind<T>, start: readonly T[], part: Part, parsed: ParsedPlace, mode: Mode): readonly T[] {
    if (!this.#loosens || part.kind === "own" || part.kind === "all" || this.#negations > 0)
      return this.#byPart(kind, start, part, parsed, mode);
    try {
      return this.#byPart(kind, start, part, parsed, mode);
    } catch (error) {
      if (!(error instanceof StructagError) || !error.code.startsWith("schema-limit-") || this.loosened.length >= MAX_LOOSENED) throw error;
      this.#steps = 0;
      const asAnyOf = part.kind === "one";
      const message = `${asAnyOf ? "oneOf is enforced as anyOf" : "the keyword is not enforced"}: ${error.issues[0].message}`;
      this.loosened.push({ kind: "loosened", code: "schema-loosened", path: part.path, message });
      return asAnyOf ? this.#byAny(kind, start, part.conjs, mode) : start;
    }
  }

  #byPart<T>(kind: Kind<T>, start: readonly T[], part: Part, parsed: ParsedPlace, mode: Mode): readonly T[] {
    const { conjunctions, places } = this;
    const keepAll = mode === "evaluation";
    switch (part.kind) {
      case "own":
        return meetLists(this, kind, start, own(kind, parsed), keepAll);
      case "all":
        return this.#byAll(kind, start, part.conjs, mode);
      case "any":
        return keepAll ? this.#together(kind, start, part.conjs) : this.#byAny(kind, start, part.conjs, mode);
      case "one":
        return exactlyOne(this, kind, start, part.conjs, mode);
      case "not":
        return this.restrict(kind, start, places.not(part.conj), mode);
      case "if": {
        const { condition, consequence, otherwise } = part;
        if (!keepAll && consequence === ANY && otherwise === ANY) return start;
        return this.#byAny(
          kind,
          start,
          [conjunctions.and(condition, consequence), conjunctions.and(places.not(condition), otherwise)],
          mode,
        );
      }
      case "dependent": {
        const lacking = meetLists(this, kind, start, this.#lacking(kind, part.key), keepAll);
        return uniteLists(
          this,
          kind,
          [lacking, this.restrict(kind, meetLists(this, kind, start, this.#having(kind, part.key), keepAll), part.conj, mode)],
          keepAll,
        );
      }
    }
  }

  /** What lacks the key; values that are no objects lack every key. */
  #lacking<T>(kind: Kind<T>, key: string): readonly T[] {
    return kind.name === "objects" ? [this.withoutKey(key) as T] : [kind.any];
  }

  #having<T>(kind: Kind<T>, key: string): readonly T[] {
    return kind.name === "objects" ? [{ ...ANY_OBJECT, required: [key] } as T] : [];
  }

  /** Every non-empty set of alternatives together: each has its own evaluated members. */
  #together<T>(kind: Kind<T>, start: readonly T[], conjs: readonly Conj[]): readonly T[] {
    let sets: (readonly T[])[] = [];
    for (const conj of conjs) {
      const alone = this.restrict(kind, start, conj, "evaluation");
      if (alone.length === 0) continue;
      const more = sets.map((set) => meetLists(this, kind, set, alone, true)).filter((set) => set.length > 0);
      sets = [...sets, alone, ...more];
      this.bound(sets.length);
    }
    return uniteLists(this, kind, sets, true);
  }

  #byNegation<T>(kind: Kind<T>, start: readonly T[], place: SchemaPlace, mode: Mode): readonly T[] {
    const parsed = this.parsed(place);
    if (mode === "evaluation")
      return meetLists(this, kind, start, this.drafts(kind, this.conjunctions.of(place.id * 2 + 1)).map(kind.forgetful), true);
    if (kind.unevaluated(parsed) !== undefined) {
      // Which members are evaluated depends on all parts together, so the whole is complemented.
      const positive = this.conjunctions.of(place.id * 2);
      const outside = complementList(this, kind, this.drafts(kind, positive));
      return meetLists(this, kind, start, excludeValues(this, kind, outside, this.literals(positive)), false);
    }
    return uniteLists(
      this,
      kind,
      parsed.parts.map((part) => this.#byNegatedPart(kind, start, part, parsed)),
      false,
    );
  }

  #byNegatedPart<T>(kind: Kind<T>, start: readonly T[], part: Part, parsed: ParsedPlace): readonly T[] {
    const { conjunctions, places } = this;
    switch (part.kind) {
      case "own": {
        if (parsed.literals === undefined) return meetLists(this, kind, start, complementList(this, kind, own(kind, parsed)), false);
        const listed = [...parsed.literals.values()].filter((value) => fitsTyped(this, value, parsed.typed));
        return excludeValues(this, kind, start, listed);
      }
      case "all":
        return this.#byAny(
          kind,
          start,
          part.conjs.map((conj) => places.not(conj)),
          "values",
        );
      case "any":
        return this.#byNone(kind, start, part.conjs, "values");
      case "one": {
        const pairs = part.conjs.flatMap((first, index) => part.conjs.slice(index + 1).map((second) => conjunctions.and(first, second)));
        return uniteLists(this, kind, [this.#byNone(kind, start, part.conjs, "values"), this.#byAny(kind, start, pairs, "values")], false);
      }
      case "not":
        return this.restrict(kind, start, part.conj, "values");
      case "if": {
        const { condition, consequence, otherwise } = part;
        return this.#byAny(
          kind,
          start,
          [conjunctions.and(condition, places.not(consequence)), conjunctions.and(places.not(condition), places.not(otherwise))],
          "values",
        );
      }
      case "dependent":
        return this.restrict(kind, meetLists(this, kind, start, this.#having(kind, part.key), false), places.not(part.conj), "values");
    }
  }

  /** Whether no value fits, as far as the alternatives show; members are not looked into unless their terms contradict each other. */
  isNothing(conj: Conj): boolean {
    if (conj === ANY) return false;
    if (conj === NEVER) return true;
    if (this.fits(null, conj) || this.fits(true, conj) || this.fits(false, conj)) return false;
    if (this.drafts(STRINGS, conj).length > 0 || this.drafts(NUMBERS, conj).length > 0 || this.literals(conj).length > 0) return false;
    return this.drafts(OBJECTS, conj).length === 0 && this.drafts(ARRAYS, conj).length === 0;
  }

  isPlainlyEmpty(conj: Conj): boolean {
    if (conj === NEVER) return true;
    const known = this.#plainlyEmpty.get(conj);
    if (known !== undefined) return known;
    // A single term without a value is found by the fixpoint over all nodes; what matters here is contradictions between terms.
    if (this.conjunctions.terms(conj).length < 2 || this.#level >= MAX_LOOK_AHEAD) return false;
    this.#level += 1;
    try {
      const empty = this.isNothing(conj);
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
    return this.#tests.fits(value, conj);
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

function own<T>(kind: Kind<T>, parsed: ParsedPlace): readonly T[] {
  return parsed.literals === undefined ? (parsed.typed[kind.name] as readonly unknown[] as readonly T[]) : [];
}

function memoOf<T>(memos: Map<string, Map<number, readonly unknown[]>>, kind: Kind<T>, mode: Mode): Map<number, readonly T[]> {
  // Evaluated members are a matter of arrays and objects.
  const name = kind.name === "numbers" || kind.name === "strings" || mode === "values" ? kind.name : `${kind.name}+`;
  let memo = memos.get(name);
  if (memo === undefined) {
    memo = new Map();
    memos.set(name, memo);
  }
  return memo as Map<number, readonly T[]>;
}
