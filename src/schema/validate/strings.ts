import { FORMATS } from "./formats/formats.ts";
import { compilePattern } from "./pattern.ts";
import { abort, type Context, countOf, fails, malformed } from "./run.ts";

/** `minLength`, `maxLength` (in code points), `pattern`. */
export function checkString(context: Context): boolean {
  const { value, schema } = context;
  if (typeof value !== "string") return true;
  let valid = true;
  const least = countOf(context, "minLength");
  const most = countOf(context, "maxLength");
  if (least !== undefined && (value.length < least || codePoints(value, least) < least)) {
    valid = fails(context, "minLength", `the string is shorter than ${least} characters`);
  }
  if (most !== undefined && value.length > most && codePoints(value, most + 1) > most) {
    valid = fails(context, "maxLength", `the string is longer than ${most} characters`);
  }
  const pattern = schema.get("pattern");
  if (pattern !== undefined && pattern !== null) {
    if (typeof pattern !== "string") return malformed(context, "pattern", "a string");
    if (!matchesPattern(context, "pattern", pattern, value)) valid = fails(context, "pattern", `the string does not match ${pattern}`);
  }
  return valid;
}

/** `format`, where it is asserted: by the options or by the schema's own meta-schema. Unknown formats never are. */
export function checkFormat(context: Context): boolean {
  const { value, schema, run, scope } = context;
  const format = schema.get("format");
  if (typeof value !== "string" || typeof format !== "string" || !(run.assertFormats || scope.resource.assertsFormats)) return true;
  return FORMATS.get(format)?.(value) !== false || fails(context, "format", `the string is no ${format}`);
}

/** True where the pattern is found in the text; a pattern that is no regular expression ends the validation. */
export function matchesPattern(context: Context, keyword: string, pattern: string, text: string): boolean {
  const compiled = compilePattern(pattern);
  if (compiled === undefined)
    return abort(context, "validate-pattern-unsupported", `${pattern} is no regular expression of ECMAScript`, keyword);
  // A step of a search is far smaller than one of the validation.
  const found = compiled.search(text, 100 * context.run.stepsLeft);
  return found ?? abort(context, "validate-steps", `searching ${pattern} took more steps than the limit allows`, keyword);
}

/** Code points in the text, counted up to `limit`. */
function codePoints(text: string, limit: number): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count >= limit) break;
  }
  return count;
}
