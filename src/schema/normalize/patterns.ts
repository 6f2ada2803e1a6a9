import { fail } from "../../core/errors.ts";
import { compilePattern } from "../validate/pattern.ts";

/** Whether a key has a match of the pattern. */
export function patternFits(pattern: { readonly source: string; readonly path: string }, text: string): boolean {
  const compiled = compilePattern(pattern.source);
  if (compiled === undefined) {
    return fail(
      "schema-pattern-invalid",
      pattern.path,
      `the pattern ${JSON.stringify(pattern.source)} is no regular expression of ECMAScript`,
      "correct the pattern",
    );
  }
  return compiled.test(text);
}

const META = /[\\^$.*+?()[\]{}|]/;
const QUANTIFIER = /[*+?{]/;

/** What every match from the start of the text begins with, for patterns such as `^x-`; `undefined` where that can't be told at a glance. */
export function requiredPrefix(source: string): string | undefined {
  if (!source.startsWith("^") || source.includes("|")) return undefined;
  let prefix = "";
  let at = 1;
  while (at < source.length) {
    let char = source[at];
    let next = at + 1;
    if (char === "\\" && next < source.length && /[^\p{L}\p{N}]/u.test(source[next])) {
      char = source[next];
      next += 1;
    } else if (META.test(char)) break;
    if (next < source.length && QUANTIFIER.test(source[next])) break;
    prefix += char;
    at = next;
  }
  return prefix;
}

/** Whether no text matches both, as far as it can be told at a glance. */
export function areDisjoint(a: string, b: string): boolean {
  const [first, second] = [requiredPrefix(a), requiredPrefix(b)];
  if (first === undefined || second === undefined) return false;
  return !first.startsWith(second) && !second.startsWith(first);
}
