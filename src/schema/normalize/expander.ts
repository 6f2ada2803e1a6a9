import type { Diagnostic } from "../../core/errors.ts";
import { StructagError } from "../../core/errors.ts";
import { isJsonArray, isJsonObject, type Json } from "../../core/json.ts";
import { canonicalText } from "../../core/json-compare.ts";
import { ANY, type Conj, type Conjunctions, NEVER, type Term } from "./conjunctions.ts";
import { ANY_OBJECT, type ObjectDraft } from "./drafts.ts";
import { arrayFits, fitsTyped, objectFits } from "./fits.ts";
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
import { KeyDrafts, type LimitCode, refuse } from "./workspace.ts";

/** `values`: which values fit. `evaluation`: also which members count as evaluated, so alternatives that hold together are told apart from each alone. */
export type Mode = "values" | "evaluation";

/** Members of members that are looked into to find out that an alternative has no value. */
const MAX_LOOK_AHEAD = 3;
const MAX_LOOSENED = 200;

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
  readonly #scalars = new Map<number, boolean | "under way">();
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
    this.#literals = new LiteralCollector(this);
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
    const known = memo.get(conj);
    if (known !== undefined) return known;
    const terms = this.conjunctions.terms(conj);
    let list: readonly T[] = terms.some((term) => this.#plainlyLacks(kind, term)) ? [] : [kind.any];
    const outerPath = this.#path;
    for (const term of terms) {
      if (list.length === 0) break;
      const more = this.#termDrafts(kind, term, mode);
      this.#path = this.places.place(term).path;
      list = meetLists(this, kind, list, more, mode === "evaluation");
    }
    this.#path = outerPath;
    memo.set(conj, list);
    return list;
  }

  /** Whether the schema's own keywords rule the type out. */
  #plainlyLacks<T>(kind: Kind<T>, term: Term): boolean {
    const place = this.places.place(term);
    if ((term & 1) === 1 || place.kind === "union") return false;
    const { literals, typed } = this.parsed(place);
    return literals !== undefined || typed[kind.name].length === 0;
  }

  #termDrafts<T>(kind: Kind<T>, term: Term, mode: Mode): readonly T[] {
    const memo = memoOf<T>(this.#terms, kind, mode);
    const known = memo.get(term);
    if (known !== undefined) return known;
    const place = this.places.place(term);
    const name = `${kind.name}${mode}${term}`;
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
      const list =
        place.kind === "union"
          ? this.#unionDrafts(kind, place.alternatives, negated, mode)
          : negated
            ? this.#negatedDrafts(kind, place, mode)
            : this.#placeDrafts(kind, place, mode);
      memo.set(term, list);
      return list;
    } finally {
      this.#path = outerPath;
      this.#active.delete(name);
      this.#depth -= 1;
      this.#negations -= negated ? 1 : 0;
    }
  }

  #unionDrafts<T>(kind: Kind<T>, alternatives: readonly Conj[], negated: boolean, mode: Mode): readonly T[] {
    if (negated)
      return this.#all(
        kind,
        alternatives.map((conj) => this.places.not(conj)),
        mode,
      );
    return this.#any(kind, alternatives, mode);
  }

  #all<T>(kind: Kind<T>, conjs: readonly Conj[], mode: Mode): readonly T[] {
    let list: readonly T[] = [kind.any];
    for (const conj of conjs) {
      if (list.length === 0) break;
      list = meetLists(this, kind, list, this.drafts(kind, conj, mode), mode === "evaluation");
    }
    return list;
  }

  #any<T>(kind: Kind<T>, conjs: readonly Conj[], mode: Mode): readonly T[] {
    return uniteLists(
      this,
      kind,
      conjs.map((conj) => this.drafts(kind, conj, mode)),
      mode === "evaluation",
    );
  }

  #placeDrafts<T>(kind: Kind<T>, place: SchemaPlace, mode: Mode): readonly T[] {
    const parsed = this.parsed(place);
    const unevaluated = kind.unevaluated(parsed);
    const inner = unevaluated === undefined ? mode : "evaluation";
    let list: readonly T[] = parsed.literals !== undefined || parsed.typed[kind.name].length === 0 ? [] : [kind.any];
    for (const part of parsed.parts) {
      if (list.length === 0) return list;
      list = meetLists(this, kind, list, this.#partDraftsOrLoosen(kind, part, parsed, inner), inner === "evaluation");
    }
    return unevaluated === undefined
      ? list
      : list.map((draft) => kind.withUnevaluated(this, draft, unevaluated)).filter((draft) => draft !== undefined);
  }

  #partDraftsOrLoosen<T>(kind: Kind<T>, part: Part, parsed: ParsedPlace, mode: Mode): readonly T[] {
    if (!this.#loosens || part.kind === "own" || part.kind === "all" || this.#negations > 0)
      return this.#partDrafts(kind, part, parsed, mode);
    try {
      return this.#partDrafts(kind, part, parsed, mode);
    } catch (error) {
      if (!(error instanceof StructagError) || !error.code.startsWith("schema-limit-") || this.loosened.length >= MAX_LOOSENED) throw error;
      this.#steps = 0;
      const asAnyOf = part.kind === "one";
      const message = `${asAnyOf ? "oneOf is enforced as anyOf" : "the keyword is not enforced"}: ${error.issues[0].message}`;
      this.loosened.push({ kind: "loosened", code: "schema-loosened", path: part.path, message });
      return asAnyOf ? this.#any(kind, part.conjs, mode) : [kind.any];
    }
  }

  #partDrafts<T>(kind: Kind<T>, part: Part, parsed: ParsedPlace, mode: Mode): readonly T[] {
    const { conjunctions, places } = this;
    const keepAll = mode === "evaluation";
    switch (part.kind) {
      case "own":
        return own(kind, parsed);
      case "all":
        return this.#all(kind, part.conjs, mode);
      case "any":
        return keepAll ? this.#together(kind, part.conjs) : this.#any(kind, part.conjs, mode);
      case "one":
        return exactlyOne(this, kind, part.conjs, mode);
      case "not":
        return this.drafts(kind, places.not(part.conj), mode);
      case "if": {
        const { condition, consequence, otherwise } = part;
        if (!keepAll && consequence === ANY && otherwise === ANY) return [kind.any];
        return this.#any(kind, [conjunctions.and(condition, consequence), conjunctions.and(places.not(condition), otherwise)], mode);
      }
      case "dependent": {
        const [lacking, having] = this.#dependent(kind, part.key);
        return uniteLists(this, kind, [lacking, meetLists(this, kind, having, this.drafts(kind, part.conj, mode), keepAll)], keepAll);
      }
    }
  }

  /** What lacks the key, and what has it; values that are no objects lack every key. */
  #dependent<T>(kind: Kind<T>, key: string): readonly [readonly T[], readonly T[]] {
    if (kind.name !== "objects") return [[kind.any], []];
    return [[this.withoutKey(key) as T], [{ ...ANY_OBJECT, required: [key] } as T]];
  }

  /** Every non-empty set of alternatives together: each has its own evaluated members. */
  #together<T>(kind: Kind<T>, conjs: readonly Conj[]): readonly T[] {
    let sets: (readonly T[])[] = [];
    for (const conj of conjs) {
      const alone = this.drafts(kind, conj, "evaluation");
      if (alone.length === 0) continue;
      const more = sets.map((set) => meetLists(this, kind, set, alone, true)).filter((set) => set.length > 0);
      sets = [...sets, alone, ...more];
      this.bound(sets.length);
    }
    return uniteLists(this, kind, sets, true);
  }

  #negatedDrafts<T>(kind: Kind<T>, place: SchemaPlace, mode: Mode): readonly T[] {
    const parsed = this.parsed(place);
    const list =
      kind.unevaluated(parsed) !== undefined
        ? // Which members are evaluated depends on all parts together, so the whole is complemented.
          excludeValues(
            this,
            kind,
            complementList(this, kind, this.#termDrafts(kind, place.id * 2, "values")),
            this.literals(this.conjunctions.of(place.id * 2)),
          )
        : uniteLists(
            this,
            kind,
            parsed.parts.map((part) => this.#negatedPartDrafts(kind, part, parsed)),
            false,
          );
    return mode === "values" ? list : list.map(kind.forgetful);
  }

  #negatedPartDrafts<T>(kind: Kind<T>, part: Part, parsed: ParsedPlace): readonly T[] {
    const { conjunctions, places } = this;
    switch (part.kind) {
      case "own":
        if (parsed.literals === undefined) return complementList(this, kind, own(kind, parsed));
        return excludeValues(
          this,
          kind,
          [kind.any],
          [...parsed.literals.values()].filter((value) => fitsTyped(this, value, parsed.typed)),
        );
      case "all":
        return this.#any(
          kind,
          part.conjs.map((conj) => places.not(conj)),
          "values",
        );
      case "any":
        return this.#all(
          kind,
          part.conjs.map((conj) => places.not(conj)),
          "values",
        );
      case "one": {
        const none = this.#all(
          kind,
          part.conjs.map((conj) => places.not(conj)),
          "values",
        );
        const pairs = part.conjs.flatMap((first, index) =>
          part.conjs.slice(index + 1).map((second) => this.drafts(kind, conjunctions.and(first, second))),
        );
        return uniteLists(this, kind, [none, ...pairs], false);
      }
      case "not":
        return this.drafts(kind, part.conj);
      case "if": {
        const { condition, consequence, otherwise } = part;
        return this.#any(
          kind,
          [conjunctions.and(condition, places.not(consequence)), conjunctions.and(places.not(condition), places.not(otherwise))],
          "values",
        );
      }
      case "dependent": {
        const [, having] = this.#dependent(kind, part.key);
        return having.length === 0 ? [] : meetLists(this, kind, having, this.drafts(kind, places.not(part.conj)), false);
      }
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
    return conj !== NEVER && this.conjunctions.terms(conj).every((term) => this.#fitsTerm(value, term & ~1) !== ((term & 1) === 1));
  }

  #fitsTerm(value: Json, term: Term): boolean {
    if (value !== null && typeof value !== "boolean") return this.#fitsPlace(value, term);
    const name = term * 2 + (value === null ? 2 : Number(value));
    const known = this.#scalars.get(name);
    const place = this.places.place(term);
    if (known === "under way") return referenceCycle(place.path, place.kind === "schema" ? place.schema.get("$ref") : undefined);
    if (known !== undefined) return known;
    this.#scalars.set(name, "under way");
    const fits = this.#fitsPlace(value, term);
    this.#scalars.set(name, fits);
    return fits;
  }

  #fitsPlace(value: Json, term: Term): boolean {
    const place = this.places.place(term);
    if (place.kind === "union") return place.alternatives.some((conj) => this.fits(value, conj));
    if (this.#depth >= this.limits.maxDepth) refuse("schema-limit-depth", place.path);
    const parsed = this.parsed(place);
    this.#depth += 1;
    try {
      if (!parsed.parts.every((part) => this.#fitsPart(value, part, parsed))) return false;
      if (isJsonObject(value) && parsed.unevaluatedProperties !== undefined)
        return this.drafts(OBJECTS, this.conjunctions.of(term)).some((draft) => objectFits(this, value, draft));
      if (isJsonArray(value) && parsed.unevaluatedItems !== undefined)
        return this.drafts(ARRAYS, this.conjunctions.of(term)).some((draft) => arrayFits(this, value, draft));
      return true;
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
        return !isJsonObject(value) || !value.has(part.key) || this.fits(value, part.conj);
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
