import type { Vocabulary } from "../engine.ts";

/** Tokens that begin alike. */
export interface TokenGroup {
  readonly name: string;
  readonly count: number;
  /** Some of their texts, the shortest first. */
  readonly samples: readonly string[];
}

const MAX_SAMPLES = 8;

/** Tokens in groups by what they begin with, the largest first; special tokens come first of all. */
export function tokenGroups(vocabulary: Vocabulary, ids: Iterable<number>): TokenGroup[] {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const text = vocabulary.textOf(id);
    const name = groupOf(vocabulary, id, text);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [text]);
    else group.push(text);
  }
  return Array.from(groups, ([name, texts]) => ({
    name,
    count: texts.length,
    samples: texts.sort((x, y) => x.length - y.length || (x < y ? -1 : 1)).slice(0, MAX_SAMPLES),
  })).sort((x, y) => Number(isSpecialGroup(y)) - Number(isSpecialGroup(x)) || y.count - x.count);
}

function isSpecialGroup({ name }: TokenGroup): boolean {
  return name === "special tokens" || name === "tokens that end the output";
}

function groupOf(vocabulary: Vocabulary, id: number, text: string): string {
  if (vocabulary.stopTokenIds.includes(id)) return "tokens that end the output";
  if (vocabulary.isSpecial(id)) return "special tokens";
  if (/^[A-Za-z]/.test(text)) return "ASCII letters";
  if (/^ ?\p{Lu}?\p{L}/u.test(text)) return text.startsWith(" ") ? "words behind a space" : "letters beyond ASCII";
  if (/^\d/.test(text)) return "digits";
  if (/^\s/.test(text)) return "whitespace";
  if (/^[!-~]/.test(text)) return `begin with ${JSON.stringify(text[0])}`;
  return text.startsWith("\ufffd") ? "parts of characters" : "other characters";
}
