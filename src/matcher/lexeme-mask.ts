import type { TokenTrie } from "./suffix-trie.ts";

/** Up to this many tokens the inside of a lexeme is kept as a list; more are shared by reference as a bitset. */
export const MAX_LISTED = 100;

/** Subtrees of fewer nodes are walked, even where nothing in them changes an expression. */
export const MIN_SUBTREE = 4;

export const ALL_BYTES: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte);

/** What is known of a lexeme in one of its states, for one vocabulary. */
export interface LexemeMask {
  /** Tokens that stay inside the lexeme, as a bitset … */
  readonly words: Int32Array | null;
  /** … or as a list. */
  readonly list: Int32Array | null;
  /** First bytes of what may follow an end of the lexeme inside a token. */
  readonly exitBytes: readonly number[];
  /** What follows the lexeme's ends inside tokens, from this byte on. */
  exits(byte: number): TokenTrie | undefined;
}
