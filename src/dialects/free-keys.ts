import { type Pattern, readPattern, writePattern } from "./pattern.ts";
import { withoutChar } from "./pattern-atoms.ts";
import { mayContain } from "./pattern-text.ts";

/** How undeclared keys are spelled in a wire syntax. */
export interface FreeKeySpelling {
  /** Characters that no key may hold as they are, because they end it or begin a marker. */
  readonly stops: readonly string[];
  /** The character that begins an escape; where it is absent keys have no escapes. */
  readonly escape?: string;
}

const MAX_DECLARED = 4000;
const MAX_KEY = 128;

interface Branch {
  ends: boolean;
  readonly next: Map<string, Branch>;
}

/**
 * A regular expression for every key that is not declared. It needs no lookahead: it follows the declared keys as a tree and leaves them at
 * each character. Where a declared key itself needs the escape character, no free key may hold it, so that no second spelling of the
 * declared key slips through. `undefined`: the declared keys are too long to be left out.
 */
export function undeclaredKey(declared: readonly string[], spelling: FreeKeySpelling): string | undefined {
  if (declared.reduce((sum, key) => sum + key.length, 0) > MAX_DECLARED || declared.some((key) => key.length > MAX_KEY)) return undefined;
  const stops = stopsBeside(declared, spelling);
  const tree: Branch = { ends: false, next: new Map() };
  for (const key of declared) {
    if (stops.some((stop) => key.includes(stop))) continue;
    let at = tree;
    for (const char of key) {
      let next = at.next.get(char);
      if (next === undefined) at.next.set(char, (next = { ends: false, next: new Map() }));
      at = next;
    }
    at.ends = true;
  }
  return leave(tree, stops.map(inClass).join(""), 0);
}

/** Any key at all. */
export function anyKey(spelling: FreeKeySpelling): string {
  return `[^${spelling.stops.map(inClass).join("")}]+`;
}

/**
 * The keys that a pattern (searched, as `patternProperties` does) takes, as far as they are spelled without stops and escapes.
 * `undefined`: it cannot be narrowed to those.
 */
export function patternKey(source: string, spelling: FreeKeySpelling): string | undefined {
  const stops = [...spelling.stops, ...(spelling.escape === undefined ? [] : [spelling.escape])];
  const any: Pattern = {
    kind: "repeat",
    item: { kind: "atom", source: `[^${stops.map(inClass).join("")}]` },
    min: 0,
    max: Number.POSITIVE_INFINITY,
  };
  const texts: string[] = [];
  for (const one of readPattern(source) ?? [undefined]) {
    if (one === undefined) return undefined;
    let body: Pattern | undefined = one.body;
    for (const stop of stops) body = body === undefined ? undefined : withoutChar(body, stop);
    const clean = body;
    if (clean === undefined || stops.some((stop) => mayContain(clean, stop))) return undefined;
    texts.push(writePattern({ kind: "sequence", items: [...(one.start ? [] : [any]), clean, ...(one.end ? [] : [any])] }));
  }
  return texts.every((text) => text !== "") ? texts.join("|") : undefined;
}

function stopsBeside(declared: readonly string[], { stops, escape: escapeChar }: FreeKeySpelling): readonly string[] {
  if (escapeChar === undefined) return stops;
  return declared.some((key) => key.includes(escapeChar) || stops.some((stop) => key.includes(stop))) ? [...stops, escapeChar] : stops;
}

function leave(branch: Branch, stops: string, depth: number): string {
  if (branch.next.size === 0) return `[^${stops}]+`;
  const chars = [...branch.next.keys()];
  const other = `[^${stops}${chars.map(inClass).join("")}][^${stops}]*`;
  const inside = chars.map((char) => escapeLiteral(char) + leave(branch.next.get(char)!, stops, depth + 1));
  const all = [other, ...inside].join("|");
  if (depth === 0) return all;
  return `(?:${all})${branch.ends ? "" : "?"}`;
}

function inClass(char: string): string {
  return /[\\\]^-]/.test(char) ? `\\${char}` : escapeControl(char);
}

function escapeLiteral(char: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : escapeControl(char);
}

function escapeControl(char: string): string {
  const code = char.codePointAt(0)!;
  return code < 0x20 || code === 0x7f ? `\\x${code.toString(16).padStart(2, "0")}` : char;
}
