import type { Vocabulary } from "./vocabulary.ts";

/**
 * The bytes as text tokens, the longest one at each place; -1 for a byte that no token starts with. Not what the model's tokenizer would choose, but
 * always tokens of the vocabulary.
 */
export function tokenizeGreedy(vocabulary: Vocabulary, bytes: Uint8Array): number[] {
  const { token } = vocabulary.trie;
  const tokens: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let found = -1;
    let next = at + 1;
    let node = vocabulary.child(-1, bytes[at]);
    for (let i = at + 1; node !== -1; i++) {
      if (token[node] !== -1) {
        found = token[node];
        next = i;
      }
      if (i === bytes.length) break;
      node = vocabulary.child(node, bytes[i]);
    }
    tokens.push(found);
    at = next;
  }
  return tokens;
}

/** The text token with exactly these bytes, or -1. */
export function findToken(vocabulary: Vocabulary, bytes: Uint8Array, from = 0, to = bytes.length): number {
  let node = -1;
  for (let i = from; i < to; i++) {
    node = vocabulary.child(node, bytes[i]);
    if (node === -1) return -1;
  }
  return node === -1 ? -1 : vocabulary.trie.token[node];
}
