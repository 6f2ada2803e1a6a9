import type { Vocabulary } from "../../../src/engine.ts";
import type { TokenGroup } from "./protocol.ts";
import { tokenText } from "./tokenize.ts";

const SAMPLES = 10;
/** Bytes from which on a token says more than its first letter. */
const TELLING = 3;

/** Allowed tokens in groups by what they begin with: special tokens first, then the largest. */
export function tokenGroups(vocabulary: Vocabulary, ids: Int32Array): TokenGroup[] {
  const groups = new Map<string, number[]>();
  for (const id of ids) {
    const name = groupName(vocabulary, id);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [id]);
    else group.push(id);
  }
  return Array.from(groups, ([name, members]) => ({
    name,
    count: members.length,
    samples: samplesOf(vocabulary, members).map((id) => ({ id, text: tokenText(vocabulary, id) })),
  })).sort((x, y) => rank(x.name) - rank(y.name) || y.count - x.count);
}

const ENDS = "end of the output";
const SPECIAL = "special tokens";

function rank(name: string): number {
  return name === ENDS ? 0 : name === SPECIAL ? 1 : 2;
}

/** Lowest ids first, since tokenizers number common tokens first. */
function samplesOf(vocabulary: Vocabulary, ids: readonly number[]): readonly number[] {
  if (ids.length <= SAMPLES) return ids;
  const whole = ids.slice(0, 400).filter((id) => !vocabulary.textOf(id).includes("\ufffd"));
  const telling = whole.filter((id) => vocabulary.bytesOf(id).length >= TELLING);
  return [...telling.slice(0, SAMPLES), ...whole.filter((id) => !telling.includes(id)), ...ids.slice(0, SAMPLES)]
    .filter((id, index, all) => all.indexOf(id) === index)
    .slice(0, SAMPLES);
}

const SINGLE: Readonly<Record<string, string>> = {
  '"': "quotes",
  "{": "braces {",
  "}": "braces }",
  "[": "brackets [",
  "]": "brackets ]",
  "<": "angle brackets <",
  ",": "commas",
  ":": "colons",
  "\\": "backslashes",
};

function groupName(vocabulary: Vocabulary, id: number): string {
  if (vocabulary.stopTokenIds.includes(id)) return ENDS;
  if (vocabulary.isSpecial(id)) return SPECIAL;
  const bytes = vocabulary.bytesOf(id);
  const [first, second] = bytes;
  if (first === 0x20 && isLetter(second)) return "space and word";
  if (isLetter(first)) return "words";
  if (first >= 0x30 && first <= 0x39) return "digits";
  if (first <= 0x20) return "whitespace";
  if (first < 0x7f) return SINGLE[String.fromCharCode(first)] ?? "other signs";
  return first >= 0xc2 && first < 0xf5 ? "other scripts" : "parts of characters";
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));
}
