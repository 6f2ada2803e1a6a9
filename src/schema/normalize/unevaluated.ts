import { settledArray } from "./arrays.ts";
import { ANY, type Conj } from "./conjunctions.ts";
import type { ArrayDraft, LayerPattern, ObjectDraft } from "./drafts.ts";
import { newLayer } from "./layers.ts";
import { settledObject } from "./settled-object.ts";
import type { Workspace } from "./workspace.ts";

/** Applies `unevaluatedProperties` to one alternative of everything beside it; afterwards all members are evaluated. */
export function withUnevaluatedProperties(work: Workspace, draft: ObjectDraft, value: Conj): ObjectDraft | undefined {
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
  return settledObject(work, met);
}

/** The same for `unevaluatedItems`. */
export function withUnevaluatedItems(work: Workspace, draft: ArrayDraft, value: Conj): ArrayDraft | undefined {
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

/** The same objects, none of whose members count as evaluated. */
export function unevaluatedObject(draft: ObjectDraft): ObjectDraft {
  if (draft.layers.every((layer) => layer.evaluates === "none")) return draft;
  return {
    ...draft,
    layers: draft.layers.map((layer) => (layer.evaluates === "none" ? layer : newLayer({ ...layer, evaluates: "none" }))),
  };
}

/** The same arrays, none of whose items count as evaluated. */
export function unevaluatedArray(draft: ArrayDraft): ArrayDraft {
  return draft.evaluated === 0 && draft.evaluating.length === 0 ? draft : { ...draft, evaluated: 0, evaluating: [] };
}
