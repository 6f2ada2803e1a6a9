import { vocabularyFromTokens } from "../../src/vocab/from-tokens.ts";
import type { Vocabulary } from "../../src/vocab/vocabulary.ts";

/** The 256 single bytes, tokens of several letters in `more`, and the stop token `<end>` as the last id. */
export function byteVocabulary(more: readonly string[] = [], special: readonly string[] = []): Vocabulary {
  const entries = [...Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)), ...more, ...special, "<end>"];
  const end = entries.length - 1;
  const specialTokenIds = [...special.map((_, index) => 256 + more.length + index), end];
  return vocabularyFromTokens(entries, { specialTokenIds, stopTokenIds: [end] });
}
