import type { CodePointRanges } from "../char-spelling.ts";
import { inRanges, normalRanges } from "../code-points.ts";

/** Divides the surrogates' place evenly, so that a block holds none of them or nothing else. */
const BLOCK = 0x800;
const properties = new Map<string, CodePointRanges | undefined>();

/**
 * The characters with a Unicode property, written as between the braces of `\p{…}` (`L`, `Script=Greek`, `Emoji`), read out of the host's own regular expressions: the tables are
 * as new as the host's. Undefined where the host knows no such property of characters.
 */
export function unicodeProperty(name: string): CodePointRanges | undefined {
  if (!properties.has(name)) properties.set(name, /^[A-Za-z0-9_]+(=[A-Za-z0-9_]+)?$/.test(name) ? scan(name) : undefined);
  return properties.get(name);
}

function scan(name: string): CodePointRanges | undefined {
  let run: RegExp;
  try {
    run = new RegExp(`\\p{${name}}+`, "gu");
  } catch {
    return undefined;
  }
  const found: [number, number][] = [];
  for (let start = 0; start < 0x110000; start += BLOCK) {
    if (start >= 0xd800 && start < 0xe000) continue;
    let text = "";
    for (let codePoint = start; codePoint < start + BLOCK; codePoint += 1) text += String.fromCodePoint(codePoint);
    const width = start < 0x10000 ? 1 : 2;
    for (const match of text.matchAll(run)) {
      const low = start + match.index / width;
      found.push([low, low + match[0].length / width - 1]);
    }
  }
  return normalRanges(found);
}

/** Equal under simple case folding, yet not found through upper and lower case of one character. */
const EXTRA_PAIRS: readonly (readonly [number, number])[] = [
  [0x390, 0x1fd3],
  [0x3b0, 0x1fe3],
  [0xfb05, 0xfb06],
];

let variants: ReadonlyMap<number, readonly number[]> | undefined;

/** For each character with case variants: all characters that the `i` flag takes for the same, itself among them. */
function caseVariants(): ReadonlyMap<number, readonly number[]> {
  if (variants !== undefined) return variants;
  const classes = new Map<number, number[]>();
  const unite = (x: number, y: number): void => {
    // The host decides: its case-insensitive matching is the canonicalisation of the standard.
    if (!new RegExp(`^\\u{${x.toString(16)}}$`, "iu").test(String.fromCodePoint(y))) return;
    const known = classes.get(x) ?? [x];
    for (const member of classes.get(y) ?? [y]) if (!known.includes(member)) known.push(member);
    for (const member of known) classes.set(member, known);
  };
  const cased = [...(unicodeProperty("Changes_When_Casefolded") ?? []), ...(unicodeProperty("Changes_When_Casemapped") ?? [])];
  for (const [low, high] of normalRanges(cased)) {
    for (let codePoint = low; codePoint <= high; codePoint += 1) {
      const character = String.fromCodePoint(codePoint);
      for (const other of [character.toLowerCase(), character.toUpperCase(), character.toUpperCase().toLowerCase()]) {
        const single = other.codePointAt(0)!;
        if (single !== codePoint && String.fromCodePoint(single) === other) unite(codePoint, single);
      }
    }
  }
  for (const [x, y] of EXTRA_PAIRS) unite(x, y);
  return (variants = classes);
}

/** The set with all case variants of its members: what the `i` flag makes of it. */
export function withCaseVariants(set: CodePointRanges): CodePointRanges {
  const more: [number, number][] = [];
  const known = caseVariants();
  if (set.length === 1 && set[0][0] === set[0][1]) {
    for (const other of known.get(set[0][0]) ?? []) more.push([other, other]);
  } else {
    for (const [member, others] of known) if (inRanges(set, member)) for (const other of others) more.push([other, other]);
  }
  return more.length === 0 ? set : normalRanges([...set, ...more]);
}
