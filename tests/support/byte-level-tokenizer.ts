import type { Vocabulary } from "../../src/vocab/vocabulary.ts";

/** The alphabet of byte-level tokenizers: the character of each byte. */
export const BYTE_ALPHABET: readonly string[] = makeAlphabet();

function makeAlphabet(): string[] {
  const alphabet: string[] = [];
  for (let byte = 0, next = 0x100; byte < 256; byte++) {
    const isItself = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
    alphabet.push(String.fromCharCode(isItself ? byte : next++));
  }
  return alphabet;
}

/** A byte-level `tokenizer.json` with the tokens of a vocabulary without aliases. */
export function byteLevelTokenizerJson(vocabulary: Vocabulary): string {
  const vocab: Record<string, number> = {};
  for (let id = 0; id < vocabulary.size; id++) {
    if (vocabulary.isText(id)) vocab[Array.from(vocabulary.bytesOf(id), (byte) => BYTE_ALPHABET[byte]).join("")] = id;
  }
  const added_tokens = Array.from(vocabulary.specialTokens, ([content, id]) => ({ id, content, special: true }));
  return JSON.stringify({ model: { type: "BPE", vocab, merges: [] }, decoder: { type: "ByteLevel" }, added_tokens });
}
