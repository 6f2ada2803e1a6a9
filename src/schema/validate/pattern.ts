const compiled = new Map<string, RegExp | undefined>();
const MAX_KNOWN = 1000;

/**
 * The regular expression of a `pattern`: Unicode mode first, as the standard says; then the older mode, since many schemas have escapes
 * that only it allows. `undefined` where neither can read it.
 */
export function compilePattern(source: string): RegExp | undefined {
  if (compiled.has(source)) return compiled.get(source);
  const expression = tryFlags(source, "u") ?? tryFlags(source, "");
  if (compiled.size >= MAX_KNOWN) compiled.clear();
  compiled.set(source, expression);
  return expression;
}

function tryFlags(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
