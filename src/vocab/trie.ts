import type { TokenTable } from "./token-table.ts";
import type { ByteTrie } from "./types.ts";

/** Nodes with more children than this get a child table; with fewer, a walk along the siblings is as fast. */
const FAN_THRESHOLD = 6;
/** `nodeFan` holds 16 bits; further nodes go without a table and are walked. */
const MAX_FANS = 0xffff;

/** Number of trie nodes for tokens whose ids stand in the order of their bytes. */
export function countNodes(table: TokenTable, sorted: Int32Array): number {
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    count += table.length[sorted[i]] - (i === 0 ? 0 : sharedPrefix(table, sorted[i - 1], sorted[i]));
  }
  return count;
}

/** Fills the arrays of a trie of {@link countNodes} nodes; returns the aliases: pairs of the lowest id and another one with the same bytes. */
export function fillTrie(table: TokenTable, sorted: Int32Array, trie: ByteTrie): number[] {
  const { byte, token, end, depth } = trie;
  const { pool, start, length } = table;
  const open: number[] = [];
  const aliases: number[] = [];
  let node = 0;
  for (let i = 0; i < sorted.length; i++) {
    const id = sorted[i];
    const shared = i === 0 ? 0 : sharedPrefix(table, sorted[i - 1], id);
    while (open.length > shared) end[open.pop()!] = node;
    if (shared === length[id]) {
      aliases.push(token[open[shared - 1]], id);
      continue;
    }
    for (let d = shared; d < length[id]; d++) {
      byte[node] = pool[start[id] + d];
      depth[node] = d;
      token[node] = -1;
      open.push(node++);
    }
    token[node - 1] = id;
  }
  while (open.length > 0) end[open.pop()!] = node;
  return aliases;
}

function sharedPrefix(table: TokenTable, a: number, b: number): number {
  const { pool, start, length } = table;
  const limit = Math.min(length[a], length[b]);
  const startA = start[a];
  const startB = start[b];
  let k = 0;
  while (k < limit && pool[startA + k] === pool[startB + k]) k++;
  return k;
}

/** The nodes that get a child table, the root level (-1) first, and how many slots the tables take together. */
export function planFans(trie: ByteTrie): { readonly nodes: readonly number[]; readonly slotCount: number } {
  const nodes = [-1];
  let slotCount = 256;
  for (let node = 0; node < trie.nodeCount && nodes.length < MAX_FANS; node++) {
    const stop = trie.end[node];
    let children = 0;
    let last = -1;
    for (let child = node + 1; child < stop; child = trie.end[child]) {
      children++;
      last = child;
    }
    if (children <= FAN_THRESHOLD) continue;
    nodes.push(node);
    slotCount += trie.byte[last] - trie.byte[node + 1] + 1;
  }
  return { nodes, slotCount };
}

/** The arrays of the child tables, as `image.ts` describes them. */
export interface FanTables {
  readonly nodeFan: Uint16Array;
  readonly fanStart: Int32Array;
  readonly fanSlots: Int32Array;
  readonly fanLow: Uint8Array;
  readonly fanHigh: Uint8Array;
}

export function fillFans(trie: ByteTrie, nodes: readonly number[], fans: FanTables): void {
  fans.fanSlots.fill(-1);
  let slot = 0;
  for (let t = 0; t < nodes.length; t++) {
    const node = nodes[t];
    const stop = node === -1 ? trie.nodeCount : trie.end[node];
    let low = 0;
    let high = 255;
    if (node !== -1) {
      fans.nodeFan[node] = t;
      low = trie.byte[node + 1];
      for (let child = node + 1; child < stop; child = trie.end[child]) high = trie.byte[child];
    }
    fans.fanLow[t] = low;
    fans.fanHigh[t] = high;
    fans.fanStart[t] = slot;
    for (let child = node + 1; child < stop; child = trie.end[child]) fans.fanSlots[slot + trie.byte[child] - low] = child;
    slot += high - low + 1;
  }
}
