import { fail } from "../../core/errors.ts";
import { isJsonArray, type Json } from "../../core/json.ts";
import { childPointer } from "../../core/pointer.ts";
import { settledArray } from "./arrays.ts";
import { ANY, type Conj } from "./conjunctions.ts";
import type { ArrayDraft, ContainsDraft } from "./drafts.ts";
import { booleanValue, countValue } from "./keyword-values.ts";
import type { PlaceReader } from "./read-place.ts";

/** The arrays that a schema's own keywords allow. */
export function readArrayKeywords(reader: PlaceReader, assertions: boolean): readonly ArrayDraft[] {
  const { prefix, rest, listed } = readItems(reader);
  const contained = reader.schema("contains");
  const { rules } = reader.place.resource;
  const counts = assertions && rules.modern;
  const contains: ContainsDraft[] = [];
  if (contained !== undefined) {
    const min = (counts ? reader.value("minContains", countValue) : undefined) ?? 1;
    const max = (counts ? reader.value("maxContains", countValue) : undefined) ?? Number.POSITIVE_INFINITY;
    if (min > 0 || max !== Number.POSITIVE_INFINITY) contains.push({ schema: contained, min, max, from: 0 });
  }
  const min = (assertions ? reader.value("minItems", countValue) : undefined) ?? 0;
  const max = (assertions ? reader.value("maxItems", countValue) : undefined) ?? Number.POSITIVE_INFINITY;
  const unique = assertions && reader.value("uniqueItems", booleanValue) === true;
  const settled = settledArray({
    prefix,
    rest: rest ?? ANY,
    min,
    max,
    contains,
    unique: unique ? "yes" : "any",
    evaluated: rest === undefined ? prefix.length : Number.POSITIVE_INFINITY,
    evaluating: contained !== undefined && rules.containsEvaluates ? [contained] : [],
    openness: !reader.closed ? "neutral" : rest !== undefined ? "opens" : listed ? "closes" : "neutral",
  });
  return settled === undefined ? [] : [settled];
}

/** `items` is a list of schemas before 2020-12, and one schema for the items after `prefixItems` since. */
function readItems(reader: PlaceReader): { readonly prefix: readonly Conj[]; readonly rest: Conj | undefined; readonly listed: boolean } {
  const { places, place } = reader;
  const { rules } = place.resource;
  const list = (keyword: string, value: Json): Conj[] => {
    const path = reader.path(keyword);
    if (!isJsonArray(value)) return fail("schema-keyword-value", path, "must be an array of schemas", "correct the schema");
    return value.map((item, index) => places.conjOf(item, place, childPointer(path, index)));
  };
  const items = reader.get("items");
  const first = rules.prefixItems ? reader.get("prefixItems") : undefined;
  if (isJsonArray(items)) {
    if (!rules.itemsList || first !== undefined) {
      const hint = "write prefixItems for the list, and items for what comes after it";
      return fail("schema-keyword-value", reader.path("items"), "must be one schema, not a list, in this draft", hint);
    }
    return { prefix: list("items", items), rest: reader.schema("additionalItems"), listed: true };
  }
  return { prefix: first === undefined ? [] : list("prefixItems", first), rest: reader.schema("items"), listed: first !== undefined };
}
