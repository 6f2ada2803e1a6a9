import type { JsonObject } from "../../core/json.ts";
import { ANY, type Conj, NEVER } from "./conjunctions.ts";
import { ANY_OBJECT, type Implication, type ObjectDraft, type ObjectLayer, type SomeDraft } from "./drafts.ts";
import { newLayer } from "./layers.ts";
import { settledObject } from "./settled-object.ts";
import type { Workspace } from "./workspace.ts";

/** The objects of both drafts; `undefined` where there plainly are none. */
export function meetObjects(work: Workspace, a: ObjectDraft, b: ObjectDraft): ObjectDraft | undefined {
  if (a === ANY_OBJECT || a === b) return b;
  if (b === ANY_OBJECT) return a;
  const required = union(a.required, b.required);
  const min = Math.max(a.min, b.min);
  const max = Math.min(a.max, b.max);
  if (min > max || required.length > max) return undefined;
  const met: ObjectDraft = {
    layers: union(a.layers, b.layers),
    required,
    min,
    max,
    names: work.conjunctions.and(a.names, b.names),
    implications: union(a.implications, b.implications),
    some: union(a.some, b.some),
  };
  if (met.names === NEVER && (required.length > 0 || min > 0)) return undefined;
  return settledObject(work, met);
}

function union<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  if (b.length === 0 || a === b) return a;
  if (a.length === 0) return b;
  if (a.length + b.length > 16) return [...new Set([...a, ...b])];
  const added = b.filter((item) => !a.includes(item));
  return added.length === 0 ? a : [...a, ...added];
}

/** What the draft leaves out. The drafts may overlap. */
export function complementObject(work: Workspace, draft: ObjectDraft): ObjectDraft[] {
  const { places } = work;
  const result: ObjectDraft[] = [];
  if (draft.min > 0) result.push({ ...ANY_OBJECT, max: draft.min - 1 });
  if (draft.max !== Number.POSITIVE_INFINITY) result.push({ ...ANY_OBJECT, min: draft.max + 1 });
  for (const key of draft.required) result.push(work.withoutKey(key));
  for (const layer of draft.layers) complementLayer(work, layer, result);
  if (draft.names !== ANY) result.push(withSome({ matching: [], notMatching: [], except: [], names: places.not(draft.names), value: ANY }));
  for (const { present, requires } of draft.implications) {
    const having = { ...ANY_OBJECT, required: [present] };
    for (const key of requires) {
      const met = meetObjects(work, having, work.withoutKey(key));
      if (met !== undefined) result.push(met);
    }
  }
  for (const some of draft.some) result.push(withoutSome(work, some));
  return result;
}

function complementLayer(work: Workspace, layer: ObjectLayer, result: ObjectDraft[]): void {
  const { places } = work;
  for (const [key, value] of layer.properties) {
    if (value === ANY) continue;
    const made = work.withValue(key, places.not(value));
    if (made !== undefined) result.push(made);
  }
  const checks = layer.patterns.map(({ source, path }) => ({ source, negated: false, path }));
  for (const [index, pattern] of layer.patterns.entries()) {
    if (pattern.value !== ANY)
      result.push(withSome({ matching: [checks[index]], notMatching: [], except: [], names: ANY, value: places.not(pattern.value) }));
  }
  if (layer.additional !== ANY) {
    const value = places.not(layer.additional);
    result.push(withSome({ matching: [], notMatching: checks, except: [...layer.properties.keys()], names: ANY, value }));
  }
}

function withSome(some: SomeDraft): ObjectDraft {
  return { ...ANY_OBJECT, min: 1, some: [some] };
}

/** Objects in which every member that `some` asks about has another value. */
function withoutSome(work: Workspace, some: SomeDraft): ObjectDraft {
  const value = work.places.not(some.value);
  if (some.names !== ANY) {
    if (some.value !== ANY || some.matching.length + some.notMatching.length + some.except.length > 0)
      work.refuse("schema-limit-negation", "");
    return { ...ANY_OBJECT, names: work.places.not(some.names) };
  }
  const exempt = new Map<string, Conj>(some.except.map((key) => [key, ANY]));
  // A member is asked about where it matches `matching` and none of `notMatching`; at most one pattern is positive.
  if (some.matching.length === 0) {
    const patterns = some.notMatching.map(({ source, path }) => ({ source, path, value: ANY }));
    return {
      ...ANY_OBJECT,
      layers: [newLayer({ properties: exempt, patterns, additional: value, evaluates: "none", openness: "neutral" })],
    };
  }
  if (some.matching.length > 1 || some.notMatching.length > 0 || some.except.length > 0) work.refuse("schema-limit-negation", "");
  const [{ source, path }] = some.matching;
  return {
    ...ANY_OBJECT,
    layers: [
      newLayer({ properties: exempt, patterns: [{ source, path, value }], additional: ANY, evaluates: "none", openness: "neutral" }),
    ],
  };
}

/** Every object but this one. */
export function otherObjects(work: Workspace, value: JsonObject): ObjectDraft[] {
  const { places } = work;
  const keys = [...value.keys()];
  const result: ObjectDraft[] = [withSome({ matching: [], notMatching: [], except: keys, names: ANY, value: ANY })];
  for (const [key, member] of value) {
    result.push(work.withoutKey(key));
    const made = work.withValue(key, places.not(places.constant(member)));
    if (made !== undefined) result.push(made);
  }
  return result;
}

/** One text for each set of conditions. */
export function objectKey(draft: ObjectDraft): string {
  const implications = draft.implications.map((item: Implication) => `${item.present}>${item.requires.join()}`).sort();
  const some = draft.some.map((item) => JSON.stringify([item.matching, item.notMatching, item.except, item.names, item.value])).sort();
  const ids = draft.layers.map((layer) => layer.id).sort((a, b) => a - b);
  return [
    ids.join(),
    JSON.stringify([...draft.required].sort()),
    draft.min,
    draft.max,
    draft.names,
    implications.join("\u0000"),
    some.join("\u0000"),
  ].join("\u0001");
}

/** Whether every object of `a` is plainly one of `b`: all that `b` asks for, `a` asks for too. */
export function isPlainlyWithin(work: Workspace, a: ObjectDraft, b: ObjectDraft): boolean {
  return (
    b.min <= Math.max(a.min, a.required.length) &&
    b.max >= a.max &&
    (b.names === ANY || b.names === a.names) &&
    b.layers.every(
      (layer) => a.layers.includes(layer) || (layer.single !== undefined && a.layers.some((other) => saysAsMuch(work, other, layer))),
    ) &&
    b.required.every((key) => a.required.includes(key)) &&
    b.implications.every((item) => a.implications.includes(item)) &&
    b.some.every((item) => a.some.includes(item))
  );
}

/** Whether a layer about one key asks for all that another one about the same key does. */
function saysAsMuch(work: Workspace, layer: ObjectLayer, than: ObjectLayer): boolean {
  if (layer.single !== than.single) return false;
  const value = layer.properties.get(than.single!)!;
  return work.conjunctions.and(value, than.properties.get(than.single!)!) === value;
}
