import { Evaluated } from "./evaluated.ts";
import { appliesInPlace, type Context, child, fails, listOf, quietly, schemaOf } from "./run.ts";

/** `allOf`, `anyOf`, `oneOf`, `not`, `if` with `then` and `else`. */
export function checkCombinators(context: Context): boolean {
  let valid = checkAllOf(context);
  valid = checkAlternatives(context, "anyOf", Number.POSITIVE_INFINITY) && valid;
  valid = checkAlternatives(context, "oneOf", 1) && valid;
  valid = checkNot(context) && valid;
  return checkCondition(context) && valid;
}

function checkAllOf(context: Context): boolean {
  let valid = true;
  for (const [index, schema] of (listOf(context, "allOf") ?? []).entries()) {
    valid = appliesInPlace(context, schema, child(child(context.path, "allOf"), index)) && valid;
  }
  return valid;
}

function checkAlternatives(context: Context, keyword: "anyOf" | "oneOf", most: number): boolean {
  const alternatives = listOf(context, keyword);
  if (alternatives === undefined) return true;
  const path = child(context.path, keyword);
  let matches = 0;
  for (const [index, schema] of alternatives.entries()) {
    const seen = context.seen === undefined ? undefined : new Evaluated();
    if (!quietly(context.run, () => appliesInPlace(context, schema, child(path, index), seen))) continue;
    matches += 1;
    if (seen !== undefined) context.seen?.addAll(seen);
    if (matches > most) return fails(context, keyword, "the value matches more than one alternative");
    if (most > 1 && context.seen === undefined) return true;
  }
  if (matches > 0) return true;
  // With one alternative its own errors say more.
  if (alternatives.length === 1 && context.run.quiet === 0) return appliesInPlace(context, alternatives[0], child(path, 0));
  return fails(context, keyword, `the value matches none of the ${alternatives.length} alternatives`);
}

function checkNot(context: Context): boolean {
  const schema = schemaOf(context, "not");
  if (schema === undefined) return true;
  // What a negated schema has looked at counts for nothing.
  const matches = quietly(context.run, () => appliesInPlace(context, schema, child(context.path, "not"), new Evaluated()));
  return !matches || fails(context, "not", "the value matches the schema that it must not match");
}

function checkCondition(context: Context): boolean {
  const condition = schemaOf(context, "if");
  if (condition === undefined) return true;
  const holds = quietly(context.run, () => appliesInPlace(context, condition, child(context.path, "if")));
  const keyword = holds ? "then" : "else";
  const consequence = schemaOf(context, keyword);
  return consequence === undefined || appliesInPlace(context, consequence, child(context.path, keyword));
}
