import { fail } from "../../core/errors.ts";
import { compilePattern } from "../validate/pattern.ts";

/** Steps that one search in a key or constant may take. */
const MAX_SEARCH_STEPS = 1_000_000;

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
  const found = compiled.search(text, MAX_SEARCH_STEPS);
  return (
    found ??
    fail(
      "schema-limit-pattern",
      pattern.path,
      `searching ${JSON.stringify(pattern.source)} in a text of the schema takes too many steps`,
      "simplify the pattern",
    )
  );
}

const META = /[\\^$.*+?()[\]{}|]/;
const QUANTIFIER = /[*+?{]/;

/** What every match from the start of the text begins with, for patterns such as `^x-`; `undefined` where that can't be told at a glance. */
function requiredPrefix(source: string): string | undefined {
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
  const key = `${a}\u0000${b}`;
  let known = disjoint.get(key);
  if (known === undefined) {
    known = beginApart(a, b);
    if (disjoint.size > MAX_KNOWN) disjoint.clear();
    disjoint.set(key, known);
  }
  return known;
}

const MAX_KNOWN = 1000;
const disjoint = new Map<string, boolean>();

function beginApart(a: string, b: string): boolean {
  const [prefix, other] = [requiredPrefix(a), requiredPrefix(b)];
  if (prefix !== undefined && other !== undefined && !prefix.startsWith(other) && !other.startsWith(prefix)) return true;
  const [first, second] = [firstCharacters(a), firstCharacters(b)];
  return first !== undefined && second !== undefined && ![...first].some((code) => second.has(code));
}

/** The ASCII characters that a match can begin with, for patterns such as `^[a-z]` and `^(\d`; `undefined` where that can't be told at a glance. */
function firstCharacters(source: string): ReadonlySet<number> | undefined {
  const head = /^\^(?:\((?:\?:)?)*/.exec(source);
  if (head === null || source.includes("|")) return undefined;
  const rest = source.slice(head[0].length);
  const atom = /^(?:\[(?:[^\]\\^]|\\[^a-zA-Z])(?:[^\]\\]|\\[^a-zA-Z])*\]|\\d|\\[^a-zA-Z0-9]|[^\\^$.*+?()[\]{}|])/.exec(rest)?.[0];
  // An optional first character, or an optional group around it, leaves the beginning open.
  if (atom === undefined || /^(?:[?*]|\{0)/.test(rest.slice(atom.length)) || /\)(?:[?*]|\{0)/.test(source)) return undefined;
  const expression = new RegExp(`^${atom}$`);
  const found = new Set<number>();
  for (let code = 0; code < 128; code += 1) if (expression.test(String.fromCharCode(code))) found.add(code);
  // Beyond ASCII nothing is known.
  return /[^\u0000-\u007f]/.test(atom) || found.size === 0 ? undefined : found;
}
