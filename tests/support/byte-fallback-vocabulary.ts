import { vocabularyFromTokenStrings } from "../../src/vocab/from-token-strings.ts";
import type { Vocabulary } from "../../src/vocab/vocabulary.ts";

const SIZE = 32_000;
const SYLLABLES =
  "a e i o u an en in on un ar er or al el il ol st tr ch sh th pl br ka ke ki ko ma me mi mo ta te ti to ra re ri ro la le li lo".split(
    " ",
  );
const PIECES = [
  '{"',
  '":',
  '","',
  '"}',
  '":"',
  '": "',
  '", "',
  "},",
  "[]",
  "{}",
  "[{",
  "}]",
  "\\n",
  "\\u",
  '\\"',
  "</",
  "/>",
  "<|",
  "|>",
  "//",
  "==",
  "->",
  "::",
];

/** The token strings of a made vocabulary of 32,000 ids in the manner of Llama 2's: `<unk>`, `<s>`, `</s>`, 256 byte pieces, words with and without `▁`, characters. */
function byteFallbackTokenStrings(): string[] {
  const tokens = ["<unk>", "<s>", "</s>"];
  for (let byte = 0; byte < 256; byte++) tokens.push(`<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`);
  const seen = new Set(tokens);
  const add = (text: string) => {
    if (seen.has(text) || tokens.length >= SIZE) return;
    seen.add(text);
    tokens.push(text);
  };
  for (let spaces = 1; spaces <= 16; spaces *= 2) add("▁".repeat(spaces));
  for (const piece of PIECES) add(piece);
  for (let code = 0x21; code < 0x7f; code++) {
    add(String.fromCharCode(code));
    add(`▁${String.fromCharCode(code)}`);
  }
  for (let code = 0xa1; code < 0x180; code++) add(String.fromCodePoint(code));
  for (let code = 0x3b1; code < 0x460; code++) add(String.fromCodePoint(code));
  for (let code = 0x4e00; code < 0x4e00 + 1500; code++) add(String.fromCodePoint(code));
  for (let code = 0x1f600; code < 0x1f640; code++) add(String.fromCodePoint(code));
  const random = xorshift(0x5eed);
  while (tokens.length < SIZE) {
    let word = "";
    const syllables = 1 + (random() % 4);
    for (let i = 0; i < syllables; i++) word += SYLLABLES[random() % SYLLABLES.length];
    const form = random() % 8;
    if (form < 4) add(`▁${word}`);
    else if (form < 6) add(word);
    else if (form < 7) add(`▁${word[0].toUpperCase()}${word.slice(1)}`);
    else add(`${word}${random() % 100}`);
  }
  return tokens;
}

let vocabulary: Vocabulary | undefined;

/** {@link byteFallbackTokenStrings} as a vocabulary with the stop token `</s>`, made once. */
export function byteFallbackVocabulary(): Vocabulary {
  vocabulary ??= vocabularyFromTokenStrings(byteFallbackTokenStrings(), {
    decoder: "byte-fallback",
    specialTokenIds: [0, 1, 2],
    stopTokenIds: [2],
  });
  return vocabulary;
}

function xorshift(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
