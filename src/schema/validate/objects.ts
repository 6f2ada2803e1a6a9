import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { writeJsonString } from "../../core/json-write.ts";
import { appliesInPlace, appliesToMember, type Context, child, countOf, fails, listOf, malformed, objectOf, schemaOf } from "./run.ts";
import { matchesPattern } from "./strings.ts";

/**
 * `required`, `minProperties`, `maxProperties`, `properties`, `patternProperties`, `additionalProperties`, `propertyNames` and the
 * `dependent…` keywords with draft 7's `dependencies`.
 */
export function checkObject(context: Context): boolean {
  const { value } = context;
  if (!isJsonObject(value)) return true;
  const counted = !context.scope.resource.assertions || checkCounts(context, value);
  const membersFit = checkMembers(context, value);
  const namesFit = checkNames(context, value);
  return checkDependencies(context, value) && namesFit && membersFit && counted;
}

function checkCounts(context: Context, value: JsonObject): boolean {
  let valid = true;
  const least = countOf(context, "minProperties");
  const most = countOf(context, "maxProperties");
  if (least !== undefined && value.size < least) valid = fails(context, "minProperties", `the object has fewer than ${least} members`);
  if (most !== undefined && value.size > most) valid = fails(context, "maxProperties", `the object has more than ${most} members`);
  return checkRequired(context, value, "required", listOf(context, "required") ?? []) && valid;
}

function checkRequired(context: Context, value: JsonObject, keyword: string, names: readonly Json[]): boolean {
  let valid = true;
  for (const name of names) {
    if (typeof name !== "string") return malformed(context, keyword, "a list of strings");
    if (!value.has(name)) valid = fails(context, keyword, `the member ${writeJsonString(name)} is missing`);
  }
  return valid;
}

function checkMembers(context: Context, value: JsonObject): boolean {
  const { path, seen } = context;
  const properties = objectOf(context, "properties");
  const patterns = objectOf(context, "patternProperties");
  const additional = schemaOf(context, "additionalProperties");
  if (properties === undefined && patterns === undefined && additional === undefined) return true;
  let valid = true;
  for (const [key, member] of value) {
    let known = false;
    const property = properties?.get(key);
    if (property !== undefined) {
      known = true;
      valid = appliesToMember(context, property, child(child(path, "properties"), key), key, member) && valid;
    }
    for (const [pattern, schema] of patterns ?? []) {
      if (!matchesPattern(context, "patternProperties", pattern, key)) continue;
      known = true;
      valid = appliesToMember(context, schema, child(child(path, "patternProperties"), pattern), key, member) && valid;
    }
    if (!known && additional !== undefined) {
      known = true;
      valid = appliesToMember(context, additional, child(path, "additionalProperties"), key, member) && valid;
    }
    if (known) seen?.addProperty(key);
  }
  return valid;
}

function checkNames(context: Context, value: JsonObject): boolean {
  const names = schemaOf(context, "propertyNames");
  if (names === undefined) return true;
  let valid = true;
  for (const key of value.keys()) valid = appliesToMember(context, names, child(context.path, "propertyNames"), key, key) && valid;
  return valid;
}

function checkDependencies(context: Context, value: JsonObject): boolean {
  let valid = true;
  for (const keyword of context.rules.modern ? ["dependencies", "dependentRequired", "dependentSchemas"] : ["dependencies"]) {
    for (const [key, dependency] of objectOf(context, keyword) ?? []) {
      if (!value.has(key)) continue;
      const fits = isJsonArray(dependency)
        ? checkRequired(context, value, keyword, dependency)
        : appliesInPlace(context, dependency, child(child(context.path, keyword), key));
      valid &&= fits;
    }
  }
  return valid;
}

/** `unevaluatedProperties`, after everything that may have looked at members. */
export function checkUnevaluatedProperties(context: Context): boolean {
  const { value, rules, seen, path } = context;
  const schema = rules.modern ? schemaOf(context, "unevaluatedProperties") : undefined;
  if (schema === undefined || seen === undefined || !isJsonObject(value)) return true;
  let valid = true;
  for (const [key, member] of value) {
    if (!seen.hasProperty(key)) valid = appliesToMember(context, schema, child(path, "unevaluatedProperties"), key, member) && valid;
  }
  seen.addAllProperties();
  return valid;
}
