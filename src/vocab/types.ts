/**
 * A byte trie over the text tokens of a vocabulary, flat and depth-first: the subtree of node `n` is the index range `[n, end[n])`, its first child is `n + 1`,
 * the next sibling of `n` is `end[n]`. There is no root node: the nodes of depth 0 are the roots, from index 0 on. Siblings are in ascending byte order.
 */
export interface ByteTrie {
  readonly nodeCount: number;
  /** The byte on the edge into each node. */
  readonly byte: Uint8Array;
  /** The token that ends at each node, or -1. Where several tokens have the same bytes it is the lowest id; the others are aliases. */
  readonly token: Int32Array;
  /** One past the last node of each subtree. */
  readonly end: Int32Array;
  /** Depth of each node: 0 for a token's first byte. */
  readonly depth: Uint16Array;
}
