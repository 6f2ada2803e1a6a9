import { encodeRanks, type Vocabulary } from "../../src/engine.ts";

/** The pieces into which Kimi's tokenizer cuts text before it joins bytes: Han characters, words by case, numbers of three digits, signs, whitespace. */
const UPPER = "[[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]--\\p{Script=Han}]";
const LOWER = "[[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]--\\p{Script=Han}]";
const ENDING = "(?:'[sStTmMdD]|'[rR][eE]|'[vV][eE]|'[lL][lL])?";
const PIECE = new RegExp(
  [
    "\\p{Script=Han}+",
    `[^\\r\\n\\p{L}\\p{N}]?${UPPER}*${LOWER}+${ENDING}`,
    `[^\\r\\n\\p{L}\\p{N}]?${UPPER}+${LOWER}*${ENDING}`,
    "\\p{N}{1,3}",
    " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*",
    "\\s*[\\r\\n]+",
    "\\s+(?!\\S)",
    "\\s+",
  ].join("|"),
  "gv",
);

const encoder = new TextEncoder();

/** Text without special tokens, as Kimi's tokenizer splits it. */
export function encodeKimi(vocabulary: Vocabulary, text: string): number[] {
  return (text.match(PIECE) ?? []).flatMap((piece) => encodeRanks(vocabulary, encoder.encode(piece)));
}
