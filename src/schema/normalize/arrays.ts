import type { Json } from "../../core/json.ts";
import { ANY, type Conj, NEVER } from "./conjunctions.ts";
import { ANY_ARRAY, type ArrayDraft, type ContainsDraft } from "./drafts.ts";
import type { Workspace } from "./workspace.ts";

/** The draft with its counts drawn together; `undefined` where they contradict each other. */
export function settledArray(draft: ArrayDraft): ArrayDraft | undefined {
  let { min, max } = draft;
  const closedAt = draft.prefix.indexOf(NEVER);
  if (closedAt >= 0) max = Math.min(max, closedAt);
  else if (draft.rest === NEVER) max = Math.min(max, draft.prefix.length);
  for (const entry of draft.contains) {
    if (entry.min > entry.max || (entry.schema === NEVER && entry.min > 0)) return undefined;
    if (entry.min > 0) min = Math.max(min, entry.from + entry.min);
  }
  if (min > max || (draft.unique === "no" && max < 2)) return undefined;
  if (draft.unique === "no") min = Math.max(min, 2);
  return min === draft.min && max === draft.max ? draft : { ...draft, min, max };
}

/** The arrays of both drafts; `undefined` where there plainly are none. */
export function meetArrays(work: Workspace, a: ArrayDraft, b: ArrayDraft): ArrayDraft | undefined {
  if (a === ANY_ARRAY || a === b) return b;
  if (b === ANY_ARRAY) return a;
  const unique = a.unique === "any" ? b.unique : b.unique === "any" || a.unique === b.unique ? a.unique : undefined;
  const contains = meetContains(a.contains, b.contains);
  if (unique === undefined) return undefined;
  const { conjunctions } = work;
  const length = Math.max(a.prefix.length, b.prefix.length);
  const prefix: Conj[] = [];
  for (let index = 0; index < length; index += 1) prefix.push(conjunctions.and(a.prefix[index] ?? a.rest, b.prefix[index] ?? b.rest));
  const rest = conjunctions.and(a.rest, b.rest);
  const met = settledArray({
    prefix,
    rest,
    min: Math.max(a.min, b.min),
    max: Math.min(a.max, b.max),
    contains,
    unique,
    evaluated: Math.max(a.evaluated, b.evaluated),
    evaluating: b.evaluating.length === 0 ? a.evaluating : [...new Set([...a.evaluating, ...b.evaluating])],
    openness: a.openness === "opens" || b.openness === "opens" ? "opens" : a.openness === "closes" ? "closes" : b.openness,
  });
  if (met === undefined) return undefined;
  const mandatory = prefix.slice(0, met.min);
  if (met.min > length) mandatory.push(rest);
  return mandatory.some((conj) => work.isPlainlyEmpty(conj)) ? undefined : met;
}

function meetContains(a: readonly ContainsDraft[], b: readonly ContainsDraft[]): readonly ContainsDraft[] {
  if (b.length === 0) return a;
  const merged = [...a];
  for (const entry of b) {
    const at = merged.findIndex((other) => other.schema === entry.schema && other.from === entry.from);
    if (at < 0) merged.push(entry);
    else merged[at] = { ...entry, min: Math.max(entry.min, merged[at].min), max: Math.min(entry.max, merged[at].max) };
  }
  return merged;
}

/** What the draft leaves out. The drafts may overlap. */
export function complementArray(work: Workspace, draft: ArrayDraft): ArrayDraft[] {
  const { places } = work;
  const result: (ArrayDraft | undefined)[] = [];
  const any = (length: number): Conj[] => new Array<Conj>(length).fill(ANY);
  if (draft.min > 0) result.push({ ...ANY_ARRAY, max: draft.min - 1 });
  if (draft.max !== Number.POSITIVE_INFINITY) result.push({ ...ANY_ARRAY, min: draft.max + 1 });
  for (const [index, item] of draft.prefix.entries()) {
    if (item !== ANY) result.push(settledArray({ ...ANY_ARRAY, prefix: [...any(index), places.not(item)], min: index + 1 }));
  }
  const from = draft.prefix.length;
  if (draft.rest === NEVER) result.push({ ...ANY_ARRAY, min: from + 1 });
  else if (draft.rest !== ANY) {
    const violation = { schema: places.not(draft.rest), min: 1, max: Number.POSITIVE_INFINITY, from };
    result.push(settledArray({ ...ANY_ARRAY, prefix: any(from), contains: [violation] }));
  }
  for (const { schema, min, max, from: start } of draft.contains) {
    const prefix = any(start);
    if (min > 0) result.push(settledArray({ ...ANY_ARRAY, prefix, contains: [{ schema, min: 0, max: min - 1, from: start }] }));
    if (max !== Number.POSITIVE_INFINITY) {
      result.push(settledArray({ ...ANY_ARRAY, prefix, contains: [{ schema, min: max + 1, max: Number.POSITIVE_INFINITY, from: start }] }));
    }
  }
  if (draft.unique === "yes") result.push(settledArray({ ...ANY_ARRAY, unique: "no" }));
  if (draft.unique === "no") result.push({ ...ANY_ARRAY, unique: "yes" });
  return result.filter((made) => made !== undefined);
}

/** Every array but this one. */
export function otherArrays(work: Workspace, value: readonly Json[]): ArrayDraft[] {
  const { places } = work;
  const result: ArrayDraft[] = [{ ...ANY_ARRAY, min: value.length + 1 }];
  if (value.length > 0) result.push({ ...ANY_ARRAY, max: value.length - 1 });
  for (const [index, item] of value.entries()) {
    result.push({ ...ANY_ARRAY, prefix: [...new Array<Conj>(index).fill(ANY), places.not(places.constant(item))], min: index + 1 });
  }
  return result;
}

/** One text for each set of conditions. */
export function arrayKey(draft: ArrayDraft): string {
  const contains = draft.contains.map(({ schema, min, max, from }) => `${schema}:${min}:${max}:${from}`).sort();
  return [
    draft.prefix.join(),
    draft.rest,
    draft.min,
    draft.max,
    contains.join(),
    draft.unique,
    draft.evaluated,
    draft.evaluating.join(),
    draft.openness,
  ].join(";");
}
