import type { Conj } from "./conjunctions.ts";
import type { ObjectDraft } from "./drafts.ts";
import type { Expander, Mode } from "./expander.ts";
import type { Kind } from "./kinds.ts";
import { layerValue } from "./layers.ts";

/** What of `start` fits exactly one of the conjunctions. Alternatives that have nothing in common are kept as they are; the others exclude each other. */
export function exactlyOne<T>(work: Expander, kind: Kind<T>, start: readonly T[], conjs: readonly Conj[], mode: Mode): readonly T[] {
  const branches = conjs.map((conj) => work.restrict(kind, start, conj, mode));
  if (branches.length === 1) return branches[0];
  const listed = conjs.map((conj) => work.literals(conj).filter(kind.has));
  const discriminators = kind.name === "objects" ? new Discriminators(work) : undefined;
  const overlaps = (draft: T, rival: number): boolean =>
    listed[rival].length > 0 ||
    branches[rival].some((other) => {
      if (discriminators?.tellApart(draft as ObjectDraft, other as ObjectDraft) === true) return false;
      work.step();
      return kind.meet(work, draft, other) !== undefined;
    });
  const result: T[] = [];
  for (const [index, branch] of branches.entries()) {
    for (const draft of branch) {
      let left: readonly T[] = [draft];
      for (let rival = 0; rival < branches.length && left.length > 0; rival += 1) {
        if (rival === index || !overlaps(draft, rival)) continue;
        left = work.restrict(kind, left, work.places.not(conjs[rival]), mode);
      }
      result.push(...left);
      work.bound(result.length);
    }
  }
  return result;
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
