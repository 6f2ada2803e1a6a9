import { ANY, type Conj, NEVER } from "./conjunctions.ts";
import type { ObjectDraft, ObjectLayer } from "./drafts.ts";
import { patternFits } from "./patterns.ts";
import type { Workspace } from "./workspace.ts";

let layers = 0;

/** Layers are told apart by number, so that a conjunction keeps each only once. */
export function newLayer(layer: Omit<ObjectLayer, "id">): ObjectLayer {
  layers += 1;
  return { ...layer, id: layers };
}

/** What one layer says about the value at a key. */
export function layerValue(work: Workspace, layer: ObjectLayer, key: string): Conj {
  let value = layer.properties.get(key);
  for (const pattern of layer.patterns) {
    if (patternFits(pattern, key)) value = value === undefined ? pattern.value : work.conjunctions.and(value, pattern.value);
  }
  return value ?? layer.additional;
}

/** What all layers and `names` say about the value at a key; {@link NEVER} where the key may not occur. */
export function valueAt(work: Workspace, draft: Pick<ObjectDraft, "layers" | "names">, key: string): Conj {
  if (draft.names !== ANY && !work.fits(key, draft.names)) return NEVER;
  let value = ANY;
  for (const layer of draft.layers) value = work.conjunctions.and(value, layerValue(work, layer, key));
  return value;
}
