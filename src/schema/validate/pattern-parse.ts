/** A regular expression without lookaround and back references, as far as matching needs to know it. */
export type PatternNode =
  | { readonly type: "atom"; readonly matches: (codePoint: number) => boolean }
  | { readonly type: "assertion"; readonly kind: "start" | "end" | "boundary" | "not-boundary" }
  | { readonly type: "sequence" | "choice"; readonly parts: readonly PatternNode[] }
  | { readonly type: "repeat"; readonly part: PatternNode; readonly min: number; readonly max: number };

const MAX_DEPTH = 100;
/** One atom: a class, an escape, a dot or a character. The expression is known to be valid in Unicode mode. */
const ATOM =
  /\[(?:[^\]\\]|\\.)*\]|\\u\{[0-9A-Fa-f]+\}|\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\c[A-Za-z]|\\[pP]\{[^}]*\}|\\0|\\[^1-9kbB]|[^\\]/suy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y;

/** Reads a pattern that is valid in Unicode mode; `undefined` where it needs more than this representation has. */
export function parsePattern(source: string): PatternNode | undefined {
  let at = 0;
  let depth = 0;

  const choice = (): PatternNode | undefined => {
    depth += 1;
    if (depth > MAX_DEPTH) return undefined;
    const parts: PatternNode[] = [];
    do {
      const part = sequence();
      if (part === undefined) return undefined;
      parts.push(part);
    } while (source[at] === "|" && ++at > 0);
    depth -= 1;
    return parts.length === 1 ? parts[0] : { type: "choice", parts };
  };

  const sequence = (): PatternNode | undefined => {
    const parts: PatternNode[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") {
      const part = term();
      if (part === undefined) return undefined;
      parts.push(quantified(part));
    }
    return { type: "sequence", parts };
  };

  const term = (): PatternNode | undefined => {
    if (source[at] === "(") {
      const opening = /\((?:\?:|\?<[^=!>][^>]*>|(?!\?))/y;
      opening.lastIndex = at;
      if (!opening.test(source)) return undefined;
      at = opening.lastIndex;
      const inside = choice();
      at += 1;
      return inside;
    }
    const assertion = assertionAt(source, at);
    if (assertion !== undefined) {
      at += assertion.length;
      return { type: "assertion", kind: assertion.kind };
    }
    ATOM.lastIndex = at;
    const atom = ATOM.exec(source);
    if (atom === null) return undefined;
    at = ATOM.lastIndex;
    return { type: "atom", matches: matcherOf(atom[0]) };
  };

  const quantified = (part: PatternNode): PatternNode => {
    QUANTIFIER.lastIndex = at;
    const match = QUANTIFIER.exec(source);
    if (match === null) return part;
    at = QUANTIFIER.lastIndex;
    const [, sign, least, range, most] = match;
    if (sign !== undefined) return { type: "repeat", part, min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Number.POSITIVE_INFINITY };
    const min = Number(least);
    const max = range === undefined ? min : most === "" ? Number.POSITIVE_INFINITY : Number(most);
    return { type: "repeat", part, min, max };
  };

  const node = choice();
  return at === source.length ? node : undefined;
}

function assertionAt(source: string, at: number): { kind: "start" | "end" | "boundary" | "not-boundary"; length: number } | undefined {
  if (source[at] === "^") return { kind: "start", length: 1 };
  if (source[at] === "$") return { kind: "end", length: 1 };
  if (source.startsWith("\\b", at)) return { kind: "boundary", length: 2 };
  return source.startsWith("\\B", at) ? { kind: "not-boundary", length: 2 } : undefined;
}

/** The engine itself says what an atom matches; answers for ASCII are remembered. */
function matcherOf(atom: string): (codePoint: number) => boolean {
  const expression = new RegExp(`^${atom === "/" ? "\\/" : atom}$`, "u");
  const known = new Int8Array(128);
  return (codePoint) => {
    if (codePoint >= 128) return expression.test(String.fromCodePoint(codePoint));
    known[codePoint] ||= expression.test(String.fromCharCode(codePoint)) ? 1 : -1;
    return known[codePoint] === 1;
  };
}
