import { isJsonArray, isJsonObject, type Json, JsonNumber } from "../../core/json.ts";
import { parseDecimal } from "../../core/json-compare.ts";
import type { NumberPiece, StringPiece } from "../normal.ts";
import { arrayKey, complementArray, meetArrays, otherArrays } from "./arrays.ts";
import {
  ANY_ARRAY,
  ANY_NUMBER,
  ANY_OBJECT,
  ANY_STRING,
  type ArrayDraft,
  EVERYTHING,
  type Expansion,
  type Literals,
  NO_LITERALS,
  NOTHING,
  type ObjectDraft,
} from "./expansion.ts";
import { fitsTyped } from "./fits.ts";
import { complementNumber, meetNumbers, numberKey } from "./numbers.ts";
import { complementObject, isPlainlyWithin, meetObjects, objectKey, otherObjects } from "./objects.ts";
import { complementString, meetStrings, stringKey } from "./strings.ts";
import type { Workspace } from "./workspace.ts";

/** Lists longer than this are not searched for drafts that lie within others. */
const MAX_COMPARED = 48;

/** A workspace that counts what is done in it. */
export interface CountingWorkspace extends Workspace {
  /** Counts one conjunction of two drafts. */
  step(): void;
  /** Checks the length of a list of drafts. */
  bound(length: number): void;
}

type Meet<T> = (work: Workspace, a: T, b: T) => T | undefined;

/** How the drafts of one JSON type are handled. */
export interface Kind<T> {
  readonly any: T;
  readonly meet: Meet<T>;
  readonly key: (draft: T) => string;
  readonly within: (a: T, b: T) => boolean;
}

export const NUMBERS: Kind<NumberPiece> = { any: ANY_NUMBER, meet: (_, a, b) => meetNumbers(a, b), key: numberKey, within: () => false };
export const STRINGS: Kind<StringPiece> = { any: ANY_STRING, meet: (_, a, b) => meetStrings(a, b), key: stringKey, within: () => false };
export const ARRAYS: Kind<ArrayDraft> = { any: ANY_ARRAY, meet: meetArrays, key: arrayKey, within: () => false };
export const OBJECTS: Kind<ObjectDraft> = { any: ANY_OBJECT, meet: meetObjects, key: objectKey, within: isPlainlyWithin };

/** The drafts that fit one of `a` and one of `b`. */
export function meetLists<T>(
  work: CountingWorkspace,
  kind: Kind<T>,
  a: readonly T[],
  b: readonly T[],
  keepEvaluation: boolean,
): readonly T[] {
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
  return a.length > 1 || b.length > 1 ? distinct(kind, met, keepEvaluation) : met;
}

/** Without drafts that say the same as another or, unless the evaluated members matter, lie within one. */
function distinct<T>(kind: Kind<T>, drafts: readonly T[], keepEvaluation: boolean): readonly T[] {
  if (drafts.length < 2) return drafts;
  const byKey = new Map<string, T>();
  for (const draft of drafts) {
    const key = kind.key(draft);
    if (!byKey.has(key)) byKey.set(key, draft);
  }
  const list = [...byKey.values()];
  if (keepEvaluation || list.length < 2 || list.length > MAX_COMPARED) return list;
  const dropped = new Set<T>();
  for (const draft of list) {
    if (list.some((other) => other !== draft && !dropped.has(other) && kind.within(draft, other))) dropped.add(draft);
  }
  return dropped.size === 0 ? list : list.filter((draft) => !dropped.has(draft));
}

/** What fits both. */
export function product(work: CountingWorkspace, a: Expansion, b: Expansion, keepEvaluation: boolean): Expansion {
  if (a === EVERYTHING || a === b) return b;
  if (b === EVERYTHING) return a;
  return {
    literals: meetLiterals(work, a, b),
    null: a.null && b.null,
    boolean: a.boolean && b.boolean,
    numbers: meetLists(work, NUMBERS, a.numbers, b.numbers, false),
    strings: meetLists(work, STRINGS, a.strings, b.strings, false),
    arrays: meetLists(work, ARRAYS, a.arrays, b.arrays, keepEvaluation),
    objects: meetLists(work, OBJECTS, a.objects, b.objects, keepEvaluation),
  };
}

function meetLiterals(work: Workspace, a: Expansion, b: Expansion): Literals {
  if (a.literals.size === 0 && b.literals.size === 0) return NO_LITERALS;
  const met = new Map<string, Json>();
  for (const [key, value] of a.literals) if (b.literals.has(key) || fitsTyped(work, value, b)) met.set(key, value);
  for (const [key, value] of b.literals) if (!met.has(key) && fitsTyped(work, value, a)) met.set(key, value);
  return met;
}

/** What fits at least one. */
export function union(work: CountingWorkspace, parts: readonly Expansion[], keepEvaluation: boolean): Expansion {
  if (parts.length === 1) return parts[0];
  if (!keepEvaluation && parts.includes(EVERYTHING)) return EVERYTHING;
  const numbers = unite(
    work,
    NUMBERS,
    parts.map((part) => part.numbers),
    keepEvaluation,
  );
  const strings = unite(
    work,
    STRINGS,
    parts.map((part) => part.strings),
    keepEvaluation,
  );
  const result = {
    null: parts.some((part) => part.null),
    boolean: parts.some((part) => part.boolean),
    numbers,
    strings,
    arrays: unite(
      work,
      ARRAYS,
      parts.map((part) => part.arrays),
      keepEvaluation,
    ),
    objects: unite(
      work,
      OBJECTS,
      parts.map((part) => part.objects),
      keepEvaluation,
    ),
  };
  return { literals: uniteLiterals(parts, { ...result, literals: NO_LITERALS }), ...result };
}

function unite<T>(work: CountingWorkspace, kind: Kind<T>, lists: readonly (readonly T[])[], keepEvaluation: boolean): readonly T[] {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length < 2) return filled[0] ?? [];
  const all = filled.flat();
  if (!keepEvaluation && all.includes(kind.any)) return [kind.any];
  work.bound(all.length);
  return distinct(kind, all, keepEvaluation);
}

/** Literals that no unconstrained type covers already. */
function uniteLiterals(parts: readonly Expansion[], typed: Expansion): Literals {
  const filled = parts.filter((part) => part.literals.size > 0);
  if (filled.length === 0) return NO_LITERALS;
  const covered = (value: Json): boolean => {
    if (value === null) return typed.null;
    if (typeof value === "boolean") return typed.boolean;
    if (typeof value === "string") return typed.strings[0] === ANY_STRING;
    if (value instanceof JsonNumber) return typed.numbers[0] === ANY_NUMBER;
    return isJsonArray(value) ? typed.arrays[0] === ANY_ARRAY : typed.objects[0] === ANY_OBJECT;
  };
  const literals = new Map<string, Json>();
  for (const part of filled) for (const [key, value] of part.literals) if (!literals.has(key) && !covered(value)) literals.set(key, value);
  return literals;
}

/** What does not fit. */
export function complement(work: CountingWorkspace, expansion: Expansion): Expansion {
  if (expansion === EVERYTHING) return NOTHING;
  const complements = <T>(kind: Kind<T>, drafts: readonly T[], of: (draft: T) => readonly T[]): readonly T[] => {
    let list: readonly T[] = [kind.any];
    for (const draft of drafts) {
      if (list.length === 0) break;
      list = draft === kind.any ? [] : meetLists(work, kind, list, of(draft), false);
    }
    return list;
  };
  const literals = [...expansion.literals.values()];
  const numbers = literals.filter((value) => value instanceof JsonNumber).map((value) => parseDecimal(value.text));
  const strings = literals.filter((value) => typeof value === "string");
  let arrays = complements(ARRAYS, expansion.arrays, (draft) => complementArray(work, draft));
  let objects = complements(OBJECTS, expansion.objects, (draft) => complementObject(work, draft));
  for (const value of literals) {
    if (isJsonArray(value)) arrays = meetLists(work, ARRAYS, arrays, otherArrays(work, value), false);
    else if (isJsonObject(value)) objects = meetLists(work, OBJECTS, objects, otherObjects(work, value), false);
  }
  const others = complements(NUMBERS, expansion.numbers, complementNumber);
  const otherTexts = complements(STRINGS, expansion.strings, (piece) => [...complementString(piece), ...excludedTexts(piece)]);
  const truths = literals.filter((value) => typeof value === "boolean");
  return {
    literals: expansion.boolean || truths.length !== 1 ? NO_LITERALS : new Map([[String(!truths[0]), !truths[0]]]),
    null: !expansion.null && !expansion.literals.has("null"),
    boolean: !expansion.boolean && truths.length === 0,
    numbers: numbers.length === 0 ? others : meetLists(work, NUMBERS, others, [{ ...ANY_NUMBER, excluded: numbers }], false),
    strings: strings.length === 0 ? otherTexts : meetLists(work, STRINGS, otherTexts, [{ ...ANY_STRING, excluded: strings }], false),
    arrays,
    objects,
  };
}

/** Each excluded text as a piece of its own. */
function excludedTexts(piece: StringPiece): StringPiece[] {
  return piece.excluded.map((text) => {
    const source = `^${text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`;
    return { ...ANY_STRING, patterns: [{ source, negated: false, path: "" }] };
  });
}

/** The same values, none of whose members count as evaluated. */
export function withoutEvaluation(expansion: Expansion): Expansion {
  return {
    ...expansion,
    arrays: expansion.arrays.map((draft) =>
      draft.evaluated === 0 && draft.evaluating.length === 0 ? draft : { ...draft, evaluated: 0, evaluating: [] },
    ),
    objects: expansion.objects.map((draft) =>
      draft.layers.every((layer) => layer.evaluates === "none")
        ? draft
        : {
            ...draft,
            layers: draft.layers.map((layer) =>
              layer.evaluates === "none" ? layer : { ...layer, id: -layer.id, evaluates: "none" as const },
            ),
          },
    ),
  };
}
