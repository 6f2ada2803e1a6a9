import { ANY, type Conj, NEVER } from "./conjunctions.ts";
import type { ObjectDraft, ObjectLayer, SomeDraft } from "./drafts.ts";
import { layerValue, valueAt } from "./layers.ts";
import { areDisjoint, patternFits } from "./patterns.ts";
import type { Workspace } from "./workspace.ts";

/** The draft in fewer words: without conditions that follow from others, and `undefined` where it plainly has no object. Equal alternatives thereby become equal drafts. */
export function settledObject(work: Workspace, draft: ObjectDraft): ObjectDraft | undefined {
  const keys = possibleKeys(work, draft);
  if (keys !== undefined && keys.length < draft.min) return undefined;
  const some = draft.some.length === 0 ? draft : settledSome(work, draft, keys);
  if (some === undefined) return undefined;
  const settled = mergedSingles(work, some);
  for (const key of settled.required) if (work.isPlainlyEmpty(valueAt(work, settled, key))) return undefined;
  return settled;
}

/** Whether every value of `a` plainly fits `b`. */
function entails(work: Workspace, a: Conj, b: Conj): boolean {
  return b === ANY || work.isPlainlyEmpty(work.conjunctions.and(a, work.places.not(b)));
}

/** The keys that can occur, where a closed layer limits them to declared ones. */
function possibleKeys(work: Workspace, draft: ObjectDraft): readonly string[] | undefined {
  if (draft.min === 0 && draft.some.length === 0) return undefined;
  const closed = draft.layers.filter((layer) => layer.additional === NEVER);
  if (!closed.some((layer, index) => layer.patterns.length === 0 || closed.some((other, at) => at > index && areApart(layer, other))))
    return undefined;
  const keys = new Set(closed.flatMap((layer) => [...layer.properties.keys()]));
  return [...keys].filter((key) => valueAt(work, draft, key) !== NEVER);
}

/** Whether no key matches a pattern of each. */
function areApart(a: ObjectLayer, b: ObjectLayer): boolean {
  return a.patterns.every((first) => b.patterns.every((second) => areDisjoint(first.source, second.source)));
}

/** Drops entries of `some` that required members meet; an entry that one key alone can meet makes the key required. */
function settledSome(work: Workspace, draft: ObjectDraft, keys: readonly string[] | undefined): ObjectDraft | undefined {
  const left: SomeDraft[] = [];
  let { required, layers } = draft;
  for (const entry of draft.some) {
    const askedFor = (key: string): boolean => keyFits(entry, key) && work.fits(key, entry.names);
    if (required.some((key) => askedFor(key) && entails(work, valueAt(work, draft, key), entry.value))) continue;
    const able = keys?.filter(
      (key) => askedFor(key) && !work.isPlainlyEmpty(work.conjunctions.and(valueAt(work, draft, key), entry.value)),
    );
    if (able === undefined || able.length > 1) {
      left.push(entry);
      continue;
    }
    if (able.length === 0) return undefined;
    const having = work.withValue(able[0], entry.value);
    if (having === undefined) return undefined;
    if (!required.includes(able[0])) required = [...required, able[0]];
    layers = [...layers, ...having.layers.filter((layer) => !layers.includes(layer))];
  }
  if (left.length === draft.some.length) return draft;
  return required.length > draft.max ? undefined : { ...draft, required, layers, some: left };
}

/** One layer for each key at most, and none where the other layers say as much. */
function mergedSingles(work: Workspace, draft: ObjectDraft): ObjectDraft {
  const singles = draft.layers.filter((layer) => layer.single !== undefined);
  if (singles.length === 0) return draft;
  const others = draft.layers.filter((layer) => layer.single === undefined);
  const merged = new Map<string, Conj>();
  for (const layer of singles) {
    const key = layer.single!;
    let rest = merged.get(key);
    if (rest === undefined) {
      rest = ANY;
      for (const other of others) rest = work.conjunctions.and(rest, layerValue(work, other, key));
      if (entails(work, rest, layer.properties.get(key)!)) continue;
      merged.set(key, layer.properties.get(key)!);
    } else merged.set(key, work.conjunctions.and(rest, layer.properties.get(key)!));
  }
  const layers = [...others];
  for (const [key, value] of merged) layers.push(...(value === NEVER ? work.withoutKey(key) : work.withValue(key, value)!).layers);
  const unchanged = layers.length === draft.layers.length && layers.every((layer) => draft.layers.includes(layer));
  return unchanged ? draft : { ...draft, layers };
}

/** Whether an entry of `some` asks about the key, as far as its patterns and exceptions go. */
export function keyFits(some: SomeDraft, key: string): boolean {
  return (
    !some.except.includes(key) &&
    some.matching.every((check) => patternFits(check, key)) &&
    !some.notMatching.some((check) => patternFits(check, key))
  );
}
