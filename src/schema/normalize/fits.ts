import { isJsonArray, type Json, JsonNumber, type JsonObject } from "../../core/json.ts";
import { canonicalText } from "../../core/json-compare.ts";
import type { StringCheck, StringPiece } from "../normal.ts";
import { FORMATS } from "../validate/formats/formats.ts";
import { ANY_ARRAY, ANY_OBJECT, ANY_STRING, type ArrayDraft, type ObjectDraft, type TypedDrafts } from "./drafts.ts";
import { valueAt } from "./layers.ts";
import { numberFits } from "./numbers.ts";
import { patternFits } from "./patterns.ts";
import { keyFits } from "./settled-object.ts";
import type { Workspace } from "./workspace.ts";

/** Whether a value fits one of the drafts of its type. */
export function fitsTyped(work: Workspace, value: Json, typed: TypedDrafts): boolean {
  if (value === null) return typed.null;
  if (typeof value === "boolean") return typed.boolean;
  if (typeof value === "string") return typed.strings.some((piece) => textFits(value, piece));
  if (value instanceof JsonNumber) return typed.numbers.some((piece) => numberFits(value, piece));
  if (isJsonArray(value)) return typed.arrays.some((draft) => arrayFits(work, value, draft));
  return typed.objects.some((draft) => objectFits(work, value, draft));
}

function textFits(text: string, piece: StringPiece): boolean {
  if (piece === ANY_STRING) return true;
  if (piece.minLength > 0 || piece.maxLength !== undefined) {
    let length = 0;
    for (const _ of text) length += 1;
    if (length < piece.minLength || length > (piece.maxLength ?? Number.POSITIVE_INFINITY)) return false;
  }
  return (
    !piece.excluded.includes(text) &&
    piece.patterns.every((check) => patternFits(check, text) !== check.negated) &&
    piece.formats.every((check) => formatFits(check, text) !== check.negated)
  );
}

function formatFits(check: StringCheck, text: string): boolean {
  return FORMATS.get(check.source)?.(text) ?? true;
}

function arrayFits(work: Workspace, value: readonly Json[], draft: ArrayDraft): boolean {
  if (draft === ANY_ARRAY) return true;
  if (value.length < draft.min || value.length > draft.max) return false;
  if (draft.unique !== "any") {
    const allDiffer = new Set(value.map(canonicalText)).size === value.length;
    if (allDiffer !== (draft.unique === "yes")) return false;
  }
  if (!value.every((item, index) => work.fits(item, draft.prefix[index] ?? draft.rest))) return false;
  return draft.contains.every(({ schema, min, max, from }) => {
    const count = value.filter((item, index) => index >= from && work.fits(item, schema)).length;
    return count >= min && count <= max;
  });
}

function objectFits(work: Workspace, value: JsonObject, draft: ObjectDraft): boolean {
  if (draft === ANY_OBJECT) return true;
  if (value.size < draft.min || value.size > draft.max) return false;
  if (!draft.required.every((key) => value.has(key))) return false;
  if (!draft.implications.every(({ present, requires }) => !value.has(present) || requires.every((key) => value.has(key)))) return false;
  for (const [key, member] of value) if (!work.fits(member, valueAt(work, draft, key))) return false;
  return draft.some.every((some) =>
    [...value].some(([key, member]) => keyFits(some, key) && work.fits(key, some.names) && work.fits(member, some.value)),
  );
}
