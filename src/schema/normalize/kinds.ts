import { isJsonArray, isJsonObject, type Json, JsonNumber } from "../../core/json.ts";
import type { NumberPiece, StringPiece } from "../normal.ts";
import { decimalOf } from "../validate/decimal.ts";
import { arrayKey, complementArray, meetArrays, otherArrays } from "./arrays.ts";
import type { Conj } from "./conjunctions.ts";
import { ANY_ARRAY, ANY_NUMBER, ANY_OBJECT, ANY_STRING, type ArrayDraft, type ObjectDraft } from "./drafts.ts";
import { complementNumber, meetNumbers, numberKey } from "./numbers.ts";
import { complementObject, isPlainlyWithin, meetObjects, objectKey, otherObjects } from "./objects.ts";
import type { ParsedPlace } from "./parsed-place.ts";
import { complementString, meetStrings, stringKey } from "./strings.ts";
import { unevaluatedArray, unevaluatedObject, withUnevaluatedItems, withUnevaluatedProperties } from "./unevaluated.ts";
import type { Workspace } from "./workspace.ts";

/** Lists longer than this are not searched for drafts that lie within others. */
const MAX_COMPARED = 200;

/** The JSON types whose values are too many to be tried one by one, and how their drafts are handled. */
export interface Kind<T> {
  readonly name: "numbers" | "strings" | "arrays" | "objects";
  readonly any: T;
  readonly has: (value: Json) => boolean;
  /** What both allow; `undefined` where that is plainly nothing. */
  readonly meet: (work: Workspace, a: T, b: T) => T | undefined;
  /** What the draft leaves out. */
  readonly complement: (work: Workspace, draft: T) => readonly T[];
  /** All but these values, as lists that must all hold. */
  readonly excluding: (work: Workspace, values: readonly Json[]) => readonly (readonly T[])[];
  /** The schema that applies to members that nothing else has evaluated; `undefined`: none does. */
  readonly unevaluated: (parsed: ParsedPlace) => Conj | undefined;
  /** Applies it to one alternative of everything beside it. */
  readonly withUnevaluated: (work: Workspace, draft: T, schema: Conj) => T | undefined;
  /** The same values, none of whose members count as evaluated. */
  readonly forgetful: (draft: T) => T;
  readonly key: (draft: T) => string;
  /** Whether all that `a` allows, `b` plainly allows too. */
  readonly within: (work: Workspace, a: T, b: T) => boolean;
}

function withoutMembers<T>(): Pick<Kind<T>, "unevaluated" | "withUnevaluated" | "forgetful"> {
  return { unevaluated: () => undefined, withUnevaluated: (_, draft) => draft, forgetful: (draft) => draft };
}

export const NUMBERS: Kind<NumberPiece> = {
  name: "numbers",
  any: ANY_NUMBER,
  has: (value) => value instanceof JsonNumber,
  meet: (_, a, b) => meetNumbers(a, b),
  complement: (_, draft) => complementNumber(draft),
  excluding: (_, values) => [[{ ...ANY_NUMBER, excluded: values.filter((value) => value instanceof JsonNumber).map(decimalOf) }]],
  ...withoutMembers(),
  key: numberKey,
  within: () => false,
};

export const STRINGS: Kind<StringPiece> = {
  name: "strings",
  any: ANY_STRING,
  has: (value) => typeof value === "string",
  meet: (_, a, b) => meetStrings(a, b),
  complement: (_, draft) => complementString(draft),
  excluding: (_, values) => [[{ ...ANY_STRING, excluded: values.filter((value) => typeof value === "string") }]],
  ...withoutMembers(),
  key: stringKey,
  within: () => false,
};

export const ARRAYS: Kind<ArrayDraft> = {
  name: "arrays",
  any: ANY_ARRAY,
  has: isJsonArray,
  meet: meetArrays,
  complement: complementArray,
  excluding: (work, values) => values.filter(isJsonArray).map((value) => otherArrays(work, value)),
  unevaluated: (parsed) => parsed.unevaluatedItems,
  withUnevaluated: withUnevaluatedItems,
  forgetful: unevaluatedArray,
  key: arrayKey,
  within: () => false,
};

export const OBJECTS: Kind<ObjectDraft> = {
  name: "objects",
  any: ANY_OBJECT,
  has: isJsonObject,
  meet: meetObjects,
  complement: complementObject,
  excluding: (work, values) => values.filter(isJsonObject).map((value) => otherObjects(work, value)),
  unevaluated: (parsed) => parsed.unevaluatedProperties,
  withUnevaluated: withUnevaluatedProperties,
  forgetful: unevaluatedObject,
  key: objectKey,
  within: isPlainlyWithin,
};

/** A workspace that counts what is done in it. */
export interface CountingWorkspace extends Workspace {
  /** Counts one conjunction of two drafts. */
  step(): void;
  /** Checks the length of a list of drafts. */
  bound(length: number): void;
}

/** The drafts that fit one of `a` and one of `b`. With `keepAll`, drafts within others are kept, since their evaluated members may differ. */
export function meetLists<T>(work: CountingWorkspace, kind: Kind<T>, a: readonly T[], b: readonly T[], keepAll: boolean): readonly T[] {
  if (a.length === 0 || (b.length === 1 && b[0] === kind.any)) return a;
  if (b.length === 0 || (a.length === 1 && a[0] === kind.any)) return b;
  const met: T[] = [];
  for (const first of a) {
    for (const second of b) {
      work.step();
      const draft = kind.meet(work, first, second);
      if (draft !== undefined) met.push(draft);
    }
    work.bound(met.length);
  }
  return a.length > 1 || b.length > 1 ? distinct(work, kind, met, keepAll) : met;
}

/** The drafts of all lists. */
export function uniteLists<T>(work: CountingWorkspace, kind: Kind<T>, lists: readonly (readonly T[])[], keepAll: boolean): readonly T[] {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length < 2) return filled[0] ?? [];
  const all = filled.flat();
  if (!keepAll && all.includes(kind.any)) return [kind.any];
  work.bound(all.length);
  return distinct(work, kind, all, keepAll);
}

/** All that none of the drafts allows. */
export function complementList<T>(work: CountingWorkspace, kind: Kind<T>, drafts: readonly T[]): readonly T[] {
  let list: readonly T[] = [kind.any];
  for (const draft of drafts) {
    if (draft === kind.any) return [];
    if (list.length === 0) break;
    list = meetLists(work, kind, list, kind.complement(work, draft), false);
  }
  return list;
}

/** What of `drafts` is none of the values. */
export function excludeValues<T>(work: CountingWorkspace, kind: Kind<T>, drafts: readonly T[], values: readonly Json[]): readonly T[] {
  const own = values.filter(kind.has);
  if (own.length === 0) return drafts;
  let list = drafts;
  for (const others of kind.excluding(work, own)) list = meetLists(work, kind, list, others, false);
  return list;
}

/** Without drafts that say the same as another or lie within one. */
function distinct<T>(work: Workspace, kind: Kind<T>, drafts: readonly T[], keepAll: boolean): readonly T[] {
  if (drafts.length < 2) return drafts;
  const byKey = new Map<string, T>();
  for (const draft of drafts) {
    const key = kind.key(draft);
    if (!byKey.has(key)) byKey.set(key, draft);
  }
  const list = [...byKey.values()];
  if (keepAll || list.length < 2 || list.length > MAX_COMPARED) return list;
  const dropped = new Set<T>();
  for (const draft of list) {
    if (list.some((other) => other !== draft && !dropped.has(other) && kind.within(work, draft, other))) dropped.add(draft);
  }
  return dropped.size === 0 ? list : list.filter((draft) => !dropped.has(draft));
}
