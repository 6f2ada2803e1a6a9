import type { Vocabulary } from "../engine.ts";

/** Tokens that begin alike. */
export interface TokenGroup {
  readonly name: string;
  readonly count: number;
  /** Names of some of them, the shortest first. */
  readonly samples: readonly string[];
}

const SHORTEST = 3;
const COMMON = 5;

/** Tokens in groups by what they begin with, the largest first; special tokens come first of all. */
export function tokenGroups(vocabulary: Vocabulary, ids: Iterable<number>): TokenGroup[] {
  const groups = new Map<string, number[]>();
  for (const id of ids) {
    const name = groupOf(vocabulary, id, vocabulary.textOf(id));
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [id]);
    else group.push(id);
  }
  return Array.from(groups, ([name, members]) => ({ name, count: members.length, samples: samplesOf(vocabulary, members) })).sort(
    (x, y) => Number(isSpecialGroup(y)) - Number(isSpecialGroup(x)) || y.count - x.count,
  );
}

/** The shortest ones, and those with the lowest ids of the others: tokenizers number common tokens first. */
function samplesOf(vocabulary: Vocabulary, ids: readonly number[]): string[] {
  const length = (id: number): number => vocabulary.bytesOf(id).length;
  const shortest = [...ids].sort((x, y) => length(x) - length(y) || x - y).slice(0, SHORTEST);
  const least = Math.max(...shortest.map(length));
  const common = ids.filter((id) => !shortest.includes(id) && length(id) > least).slice(0, COMMON);
  const others = ids.filter((id) => !shortest.includes(id) && !common.includes(id)).slice(0, COMMON - common.length);
  return [...shortest, ...common, ...others].map((id) => tokenName(vocabulary, id));
}

/** A token as a JSON string, or as its bytes where they are no text. */
export function tokenName(vocabulary: Vocabulary, id: number): string {
  const text = vocabulary.textOf(id);
  if (!text.includes("\ufffd")) return JSON.stringify(text);
  const bytes = Array.from(vocabulary.bytesOf(id), (byte) => byte.toString(16).toUpperCase().padStart(2, "0"));
  return `<${bytes.join(" ")}>`;
}

function isSpecialGroup({ name }: TokenGroup): boolean {
  return name === "special tokens" || name === "tokens that end the output";
}

function groupOf(vocabulary: Vocabulary, id: number, text: string): string {
  if (vocabulary.stopTokenIds.includes(id)) return "tokens that end the output";
  if (vocabulary.isSpecial(id)) return "special tokens";
  if (/^[A-Za-z]/.test(text)) return "begin with an ASCII letter";
  if (/^ ?\p{L}/u.test(text)) return text.startsWith(" ") ? "a space and a letter" : "begin with another letter";
  if (/^\d/.test(text)) return "begin with a digit";
  if (/^\s/.test(text)) return "begin with whitespace";
  if (/^[!-~]/.test(text)) return `begin with ${JSON.stringify(text[0])}`;
  return text.startsWith("\ufffd") ? "parts of characters" : "begin with another character";
}
