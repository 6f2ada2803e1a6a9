import { isJsonArray, type Json } from "../../core/json.ts";
import { canonicalText } from "../../core/json-compare.ts";
import { appliesToMember, type Context, child, countOf, fails, listOf, type Path, quietly, schemaOf } from "./run.ts";

/** `minItems`, `maxItems`, `uniqueItems`, `prefixItems`, both forms of `items`, `additionalItems`, `contains` with its counts. */
export function checkArray(context: Context): boolean {
  const { value } = context;
  if (!isJsonArray(value)) return true;
  const counted = !context.scope.resource.assertions || checkCounts(context, value);
  const membersFit = checkMembers(context, value);
  return checkContains(context, value) && membersFit && counted;
}

function checkCounts(context: Context, value: readonly Json[]): boolean {
  let valid = true;
  const least = countOf(context, "minItems");
  const most = countOf(context, "maxItems");
  if (least !== undefined && value.length < least) valid = fails(context, "minItems", `the array has fewer than ${least} items`);
  if (most !== undefined && value.length > most) valid = fails(context, "maxItems", `the array has more than ${most} items`);
  if (context.schema.get("uniqueItems") === true && value.length > 1 && new Set(value.map(canonicalText)).size < value.length) {
    valid = fails(context, "uniqueItems", "the array has equal items");
  }
  return valid;
}

function checkMembers(context: Context, value: readonly Json[]): boolean {
  const { rules, schema, path, seen } = context;
  const items = schemaOf(context, "items");
  const itemsIsList = rules.itemsList && isJsonArray(items);
  const listKeyword = itemsIsList ? "items" : "prefixItems";
  const list = itemsIsList ? items : rules.prefixItems ? listOf(context, "prefixItems") : undefined;
  let valid = true;
  const first = Math.min(list?.length ?? 0, value.length);
  for (let index = 0; index < first; index += 1) {
    valid = appliesToMember(context, list![index], child(child(path, listKeyword), index), index, value[index]) && valid;
  }
  seen?.addFirstItems(first);
  const restKeyword = itemsIsList ? "additionalItems" : "items";
  const rest = itemsIsList ? schemaOf(context, "additionalItems") : items;
  if (rest === undefined || schema.get(restKeyword) === undefined) return valid;
  valid = checkRest(context, value, first, rest, child(path, restKeyword)) && valid;
  seen?.addAllItems();
  return valid;
}

function checkRest(context: Context, value: readonly Json[], from: number, schema: Json, path: Path): boolean {
  let valid = true;
  for (let index = from; index < value.length; index += 1) valid = appliesToMember(context, schema, path, index, value[index]) && valid;
  return valid;
}

function checkContains(context: Context, value: readonly Json[]): boolean {
  const contained = schemaOf(context, "contains");
  if (contained === undefined) return true;
  const asserting = context.rules.modern && context.scope.resource.assertions;
  const least = (asserting ? countOf(context, "minContains") : undefined) ?? 1;
  const most = asserting ? countOf(context, "maxContains") : undefined;
  const path = child(context.path, "contains");
  let count = 0;
  for (const [index, item] of value.entries()) {
    if (!quietly(context.run, () => appliesToMember(context, contained, path, index, item))) continue;
    count += 1;
    if (context.rules.containsEvaluates) context.seen?.addItem(index);
  }
  if (count < least) return fails(context, least === 1 ? "contains" : "minContains", `fewer than ${least} items match`);
  if (most !== undefined && count > most) return fails(context, "maxContains", `more than ${most} items match`);
  return true;
}

/** `unevaluatedItems`, after everything that may have looked at items. */
export function checkUnevaluatedItems(context: Context): boolean {
  const { value, rules, seen, path } = context;
  const schema = rules.modern ? schemaOf(context, "unevaluatedItems") : undefined;
  if (schema === undefined || seen === undefined || !isJsonArray(value)) return true;
  let valid = true;
  for (const [index, item] of value.entries()) {
    if (!seen.hasItem(index)) valid = appliesToMember(context, schema, child(path, "unevaluatedItems"), index, item) && valid;
  }
  seen.addAllItems();
  return valid;
}
