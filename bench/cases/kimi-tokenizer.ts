import { readFileSync } from "node:fs";
import { encodeRanks } from "../../src/vocab/encode-ranks.ts";
import type { Vocabulary } from "../../src/vocab/vocabulary.ts";

const encoder = new TextEncoder();

/** Kimi's tokenizer: special tokens first, then the pattern's pieces, then merges by rank. */
export function kimiTokenizer(vocabulary: Vocabulary): (text: string) => number[] {
  const special = new RegExp([...vocabulary.specialTokens.keys()].map(escapeRegExp).join("|"), "g");
  const pieces = readPattern();
  const encodeText = (text: string): number[] =>
    Array.from(text.matchAll(pieces), ([piece]) => encodeRanks(vocabulary, encoder.encode(piece))).flat();
  return (text) => {
    const tokens: number[] = [];
    let at = 0;
    for (const match of text.matchAll(special)) {
      tokens.push(...encodeText(text.slice(at, match.index)), vocabulary.specialTokens.get(match[0])!);
      at = match.index + match[0].length;
    }
    tokens.push(...encodeText(text.slice(at)));
    return tokens;
  };
}

/** The pattern of the tokenizer's files, from their syntax to that of JavaScript's flag `v`. */
function readPattern(): RegExp {
  const file = new URL("../../../shared/data/kimi/special-tokens.json", import.meta.url);
  const { pattern } = JSON.parse(readFileSync(file, "utf8")) as { readonly pattern: readonly string[] };
  const source = pattern
    .join("|")
    .replaceAll("\\p{Han}", "\\p{Script=Han}")
    .replaceAll(/\[((?:\\p\{\w+\})+)&&/g, "[[$1]&&")
    .replaceAll(/\(\?i:([^)]*)\)/g, (_, letters: string) => {
      return `(?:${letters.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)})`;
    });
  return new RegExp(source, "gv");
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
