import type { ByteTrie } from "../vocab/types.ts";

/**
 * A byte trie in which a node may end several tokens. Same layout as {@link ByteTrie}, but `token[n]` below -1 stands for the list `lists[-2 - token[n]]`.
 */
export interface TokenTrie extends ByteTrie {
  readonly lists: readonly Int32Array[];
}

/** The vocabulary's trie in the shape that walks take. */
export function asTokenTrie(trie: ByteTrie): TokenTrie {
  return { nodeCount: trie.nodeCount, byte: trie.byte, token: trie.token, end: trie.end, depth: trie.depth, lists: [] };
}

/**
 * The subtrees of several nodes of a trie, which all lie behind the same byte, laid over each other: what may follow a lexeme's end inside one token. Tokens keep their ids; the byte
 * itself is the single root.
 */
export function mergeSubtrees(trie: ByteTrie, roots: readonly number[]): TokenTrie {
  const bytes: number[] = [];
  const depths: number[] = [];
  const ends: number[] = [];
  const tokens: number[] = [];
  const lists: Int32Array[] = [];
  const add = (sources: readonly number[], depth: number): void => {
    const node = bytes.length;
    bytes.push(trie.byte[sources[0]]);
    depths.push(depth);
    ends.push(0);
    const ending: number[] = [];
    for (const source of sources) if (trie.token[source] >= 0) ending.push(trie.token[source]);
    if (ending.length > 1) lists.push(Int32Array.from(ending));
    tokens.push(ending.length === 0 ? -1 : ending.length === 1 ? ending[0] : -1 - lists.length);
    if (sources.length === 1) copyChildren(sources[0], depth);
    else {
      const groups = new Map<number, number[]>();
      for (const source of sources) {
        for (let child = source + 1; child < trie.end[source]; child = trie.end[child]) {
          const group = groups.get(trie.byte[child]);
          if (group === undefined) groups.set(trie.byte[child], [child]);
          else group.push(child);
        }
      }
      for (const byte of [...groups.keys()].sort((x, y) => x - y)) add(groups.get(byte)!, depth + 1);
    }
    ends[node] = bytes.length;
  };
  const copyChildren = (source: number, depth: number): void => {
    const shift = bytes.length - (source + 1);
    const lift = depth - trie.depth[source];
    for (let at = source + 1; at < trie.end[source]; at += 1) {
      bytes.push(trie.byte[at]);
      depths.push(trie.depth[at] + lift);
      ends.push(trie.end[at] + shift);
      tokens.push(trie.token[at]);
    }
  };
  add(roots, 0);
  return {
    nodeCount: bytes.length,
    byte: Uint8Array.from(bytes),
    depth: Uint16Array.from(depths),
    end: Int32Array.from(ends),
    token: Int32Array.from(tokens),
    lists,
  };
}
