import { isJsonArray, type Json, JsonNumber } from "../../core/json.ts";
import type { Conj } from "./conjunctions.ts";
import type { Expander, Mode } from "./expander.ts";
import type { Expansion, ObjectDraft } from "./expansion.ts";
import { fitsTyped } from "./fits.ts";
import { layerValue } from "./objects.ts";
import { ARRAYS, type Kind, meetLists, NUMBERS, OBJECTS, STRINGS } from "./products.ts";

/** What fits exactly one of the conjunctions. Alternatives that have nothing in common are kept as they are; the others exclude each other. */
export function exactlyOne(work: Expander, conjs: readonly Conj[], mode: Mode): Expansion {
  const branches = conjs.map((conj) => work.expand(conj, mode));
  if (branches.length === 1) return branches[0];
  const discriminators = new Discriminators(work);
  const exclude = <T>(
    kind: Kind<T>,
    of: (branch: Expansion) => readonly T[],
    typeOf: (value: Json) => boolean,
    apart: (a: T, b: T) => boolean,
  ): readonly T[] => {
    const result: T[] = [];
    for (const [index, branch] of branches.entries()) {
      for (const draft of of(branch)) {
        let left: readonly T[] = [draft];
        for (const [other, rival] of branches.entries()) {
          if (other === index || left.length === 0) continue;
          const overlaps =
            of(rival).some((piece) => {
              if (apart(draft, piece)) return false;
              work.step();
              return kind.meet(work, draft, piece) !== undefined;
            }) ||
            (rival.literals.size > 0 &&
              [...rival.literals.values()].some((value) => typeOf(value) && fitsTyped(work, value, single(branch, of, draft))));
          if (!overlaps) continue;
          const outside = of(work.expand(work.places.not(conjs[other]), mode));
          left = outside.length === 0 ? [] : meetLists(work, kind, left, outside, mode === "evaluation");
        }
        result.push(...left);
        work.bound(result.length);
      }
    }
    return result;
  };
  const never = (): boolean => false;
  const literals = exclusiveLiterals(work, branches);
  const truths = [true, false].map((value) => countFitting(work, branches, String(value), value) === 1);
  const everyBoolean = truths[0] && truths[1] && branches.some((branch) => branch.boolean);
  if (!everyBoolean) for (const [index, value] of [true, false].entries()) if (truths[index]) literals.set(String(value), value);
  return {
    literals,
    null: branches.some((branch) => branch.null) && countFitting(work, branches, "null", null) === 1,
    boolean: everyBoolean,
    numbers: exclude(
      NUMBERS,
      (branch) => branch.numbers,
      (value) => value instanceof JsonNumber,
      never,
    ),
    strings: exclude(
      STRINGS,
      (branch) => branch.strings,
      (value) => typeof value === "string",
      never,
    ),
    arrays: exclude(ARRAYS, (branch) => branch.arrays, isJsonArray, never),
    objects: exclude(
      OBJECTS,
      (branch) => branch.objects,
      (value) => value instanceof Map,
      (a, b) => discriminators.tellApart(a, b),
    ),
  };
}

function single<T>(branch: Expansion, of: (branch: Expansion) => readonly T[], draft: T): Expansion {
  const list = of(branch);
  return {
    ...branch,
    ...(list === branch.numbers
      ? { numbers: [draft] }
      : list === branch.strings
        ? { strings: [draft] }
        : list === branch.arrays
          ? { arrays: [draft] }
          : { objects: [draft] }),
  } as Expansion;
}

function countFitting(work: Expander, branches: readonly Expansion[], key: string, value: Json): number {
  let count = 0;
  for (const branch of branches) if (branch.literals.has(key) || fitsTyped(work, value, branch)) count += 1;
  return count;
}

function exclusiveLiterals(work: Expander, branches: readonly Expansion[]): Map<string, Json> {
  const literals = new Map<string, Json>();
  for (const branch of branches) {
    for (const [key, value] of branch.literals)
      if (typeof value !== "boolean" && !literals.has(key) && countFitting(work, branches, key, value) === 1) literals.set(key, value);
  }
  return literals;
}

/** Finds out at a glance that two drafts require the same member with different constants. */
class Discriminators {
  readonly #work: Expander;
  readonly #known = new Map<ObjectDraft, ReadonlyMap<string, ReadonlySet<string>>>();

  constructor(work: Expander) {
    this.#work = work;
  }

  tellApart(a: ObjectDraft, b: ObjectDraft): boolean {
    const [first, second] = [this.#of(a), this.#of(b)];
    for (const [key, values] of first) {
      const others = second.get(key);
      if (others !== undefined && ![...values].some((value) => others.has(value))) return true;
    }
    return false;
  }

  #of(draft: ObjectDraft): ReadonlyMap<string, ReadonlySet<string>> {
    let found = this.#known.get(draft);
    if (found === undefined) {
      found = this.#read(draft);
      this.#known.set(draft, found);
    }
    return found;
  }

  #read(draft: ObjectDraft): ReadonlyMap<string, ReadonlySet<string>> {
    const found = new Map<string, ReadonlySet<string>>();
    const work = this.#work;
    for (const key of draft.required) {
      for (const layer of draft.layers) {
        for (const term of work.conjunctions.terms(layerValue(work, layer, key))) {
          const place = work.places.place(term);
          if ((term & 1) === 1 || place.kind !== "schema") continue;
          const { literals } = work.parsed(place);
          if (literals !== undefined) found.set(key, new Set(literals.keys()));
        }
      }
    }
    return found;
  }
}
