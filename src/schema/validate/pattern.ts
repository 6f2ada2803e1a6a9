import { PatternProgram } from "./pattern-program.ts";

/** A regular expression that can be searched without the danger of exponential time. */
export interface Pattern {
  /** `undefined` where the search would take more than `budget` steps. */
  search(text: string, budget: number): boolean | undefined;
}

const known = new Map<string, Pattern | undefined>();
const MAX_KNOWN = 1000;
/** Up to this length the engine's own matcher is quick whatever the pattern. */
const SHORT_TEXT = 16;

/**
 * The regular expression of a `pattern`: Unicode mode first, as the standard says; then the older mode, since many schemas have escapes
 * that only it allows. `undefined` where neither can read it. Patterns with lookaround or back references, and those of the older mode,
 * are left to the engine.
 */
export function compilePattern(source: string): Pattern | undefined {
  if (known.has(source)) return known.get(source);
  const pattern = compile(source);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(source, pattern);
  return pattern;
}

function compile(source: string): Pattern | undefined {
  const unicode = tryFlags(source, "u");
  const expression = unicode ?? tryFlags(source, "");
  if (expression === undefined) return undefined;
  const program = unicode === undefined ? undefined : PatternProgram.of(source);
  if (program === undefined || program.simple) return { search: (text) => expression.test(text) };
  return { search: (text, budget) => (text.length <= SHORT_TEXT ? expression.test(text) : program.search(text, budget)) };
}

function tryFlags(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
