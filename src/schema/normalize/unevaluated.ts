import { settledArray } from "./arrays.ts";
import { ANY, type Conj } from "./conjunctions.ts";
import type { ArrayDraft, Expansion, LayerPattern, ObjectDraft } from "./expansion.ts";
import { hasPlainlyEmptyMember, newLayer } from "./objects.ts";
import type { Workspace } from "./workspace.ts";

/** Applies `unevaluatedProperties` and `unevaluatedItems` to the alternatives of everything beside them; afterwards all members are evaluated. */
export function applyUnevaluated(work: Workspace, expansion: Expansion, properties: Conj | undefined, items: Conj | undefined): Expansion {
  return {
    ...expansion,
    objects:
      properties === undefined
        ? expansion.objects
        : expansion.objects.map((draft) => withProperties(work, draft, properties)).filter((draft) => draft !== undefined),
    arrays:
      items === undefined
        ? expansion.arrays
        : expansion.arrays.map((draft) => withItems(work, draft, items)).filter((draft) => draft !== undefined),
  };
}

function withProperties(work: Workspace, draft: ObjectDraft, value: Conj): ObjectDraft | undefined {
  if (draft.layers.some((layer) => layer.evaluates === "all")) return draft;
  const properties = new Map<string, Conj>();
  const patterns = new Map<string, LayerPattern>();
  for (const layer of draft.layers) {
    if (layer.evaluates === "none") continue;
    for (const key of layer.properties.keys()) properties.set(key, ANY);
    for (const { source, path } of layer.patterns) patterns.set(source, { source, path, value: ANY });
  }
  const layer = newLayer({ properties, patterns: [...patterns.values()], additional: value, evaluates: "all", openness: "neutral" });
  const met = { ...draft, layers: [...draft.layers, layer] };
  return hasPlainlyEmptyMember(work, met) ? undefined : met;
}

function withItems(work: Workspace, draft: ArrayDraft, value: Conj): ArrayDraft | undefined {
  if (draft.evaluated === Number.POSITIVE_INFINITY) return draft;
  const { conjunctions, places } = work;
  const allowed = places.union([...draft.evaluating, value]);
  const length = Math.max(draft.prefix.length, draft.evaluated);
  const prefix: Conj[] = [];
  for (let index = 0; index < length; index += 1) {
    const item = draft.prefix[index] ?? draft.rest;
    prefix.push(index < draft.evaluated ? item : conjunctions.and(item, allowed));
  }
  return settledArray({
    ...draft,
    prefix,
    rest: conjunctions.and(draft.rest, allowed),
    evaluated: Number.POSITIVE_INFINITY,
    openness: "neutral",
  });
}
