import { isJsonArray, isJsonObject, type Json, JsonNumber } from "../../core/json.ts";
import { checkArray, checkUnevaluatedItems } from "./arrays.ts";
import { checkCombinators } from "./combinators.ts";
import { knownKeywords } from "./drafts.ts";
import { Evaluated } from "./evaluated.ts";
import { checkNumber } from "./numbers.ts";
import { checkObject, checkUnevaluatedProperties } from "./objects.ts";
import { checkReferences } from "./references.ts";
import { abort, type Context, type EvaluationPlace, fails, type Run } from "./run.ts";
import { checkFormat, checkString } from "./strings.ts";
import { checkValue } from "./values.ts";

type Check = (context: Context) => boolean;

/** Judges a value by a schema, and notes down evaluated members where asked. Every failure is noted, not only the first. */
export function evaluate(run: Run, schema: Json, value: Json, place: EvaluationPlace): boolean {
  if (schema === true) return true;
  if (run.stepsLeft === 0) abort(place, "validate-steps", "the validation took more steps than its limit allows");
  run.stepsLeft -= 1;
  if (run.depth >= run.maxDepth)
    abort(place, "validate-depth", `schemas are nested, or refer to one another, deeper than ${run.maxDepth} levels`);
  if (!isJsonObject(schema)) {
    if (schema === false) {
      const { instance, path } = place;
      return fails(
        {
          run,
          schema: new Map(),
          value,
          instance,
          path: path?.parent,
          scope: place.scope,
          rules: place.scope.resource.rules,
          seen: undefined,
        },
        String(path?.token ?? ""),
        "no value is allowed here",
      );
    }
    return abort(place, "validate-schema-malformed", "a schema must be an object or a boolean");
  }
  const own = run.resources.beginningAt(schema);
  const scope = own === undefined || own === place.scope.resource ? place.scope : { resource: own, outer: place.scope };
  const asksForMembers = schema.has("unevaluatedItems") || schema.has("unevaluatedProperties");
  const seen = place.seen !== undefined || asksForMembers ? new Evaluated() : undefined;
  const known = knownKeywords(schema, scope.resource.rules);
  const context: Context = {
    run,
    schema: known,
    value,
    instance: place.instance,
    path: place.path,
    scope,
    rules: scope.resource.rules,
    seen,
  };
  run.depth += 1;
  const valid = all(context, checksFor(context, value));
  run.depth -= 1;
  if (valid && seen !== undefined) place.seen?.addAll(seen);
  return valid;
}

function checksFor({ schema, rules, scope }: Context, value: Json): readonly Check[] {
  if (rules.refAlone && schema.has("$ref")) return [checkReferences];
  const asserting = scope.resource.assertions;
  if (isJsonArray(value)) return asserting ? ARRAY : UNASSERTED_ARRAY;
  if (isJsonObject(value)) return asserting ? OBJECT : UNASSERTED_OBJECT;
  if (typeof value === "string") return asserting ? STRING : UNASSERTED_STRING;
  if (!asserting) return IN_PLACE;
  return value instanceof JsonNumber ? NUMBER : PLAIN;
}

// `unevaluated…` looks at what everything else has noted down, so it comes last.
const IN_PLACE: readonly Check[] = [checkReferences, checkCombinators];
const PLAIN: readonly Check[] = [checkValue, ...IN_PLACE];
const NUMBER: readonly Check[] = [checkValue, checkNumber, ...IN_PLACE];
const UNASSERTED_STRING: readonly Check[] = [checkFormat, ...IN_PLACE];
const STRING: readonly Check[] = [checkValue, checkString, ...UNASSERTED_STRING];
const UNASSERTED_ARRAY: readonly Check[] = [checkArray, ...IN_PLACE, checkUnevaluatedItems];
const UNASSERTED_OBJECT: readonly Check[] = [checkObject, ...IN_PLACE, checkUnevaluatedProperties];
const ARRAY: readonly Check[] = [checkValue, ...UNASSERTED_ARRAY];
const OBJECT: readonly Check[] = [checkValue, ...UNASSERTED_OBJECT];

function all(context: Context, checks: readonly Check[]): boolean {
  let valid = true;
  for (const check of checks) {
    if (check(context)) continue;
    valid = false;
    if (context.run.quiet > 0) return false;
  }
  return valid;
}
