import type { TokenTable } from "./token-table.ts";

/** Buckets up to this size are sorted by insertion; larger ones are split by their next byte. */
const SMALL_BUCKET = 24;

/**
 * The given ids in the order of their bytes (a prefix before what continues it), equal bytes in the order given: a most-significant-byte radix sort that
 * ends in insertion sorts. `ids` is sorted in place.
 */
export function sortByBytes(table: TokenTable, ids: Int32Array): void {
  const scratch = new Int32Array(ids.length);
  const counts = new Uint32Array(257);
  // Open buckets as triples from, to, depth. Each split pushes at most 256, and depth is bounded by the longest token.
  const stack: number[] = [0, ids.length, 0];
  const { pool, start, length } = table;
  while (stack.length > 0) {
    const depth = stack.pop()!;
    const to = stack.pop()!;
    const from = stack.pop()!;
    if (to - from <= SMALL_BUCKET) {
      insertionSort(table, ids, from, to, depth);
      continue;
    }
    counts.fill(0);
    for (let i = from; i < to; i++) {
      const id = ids[i];
      counts[length[id] > depth ? pool[start[id] + depth] + 1 : 0]++;
    }
    // Counts become the first place of each bucket; bucket 0 holds the tokens that end here.
    let place = from;
    for (let b = 0; b <= 256; b++) {
      const count = counts[b];
      counts[b] = place;
      if (b > 0 && count > 1) stack.push(place, place + count, depth + 1);
      place += count;
    }
    for (let i = from; i < to; i++) {
      const id = ids[i];
      scratch[counts[length[id] > depth ? pool[start[id] + depth] + 1 : 0]++] = id;
    }
    ids.set(scratch.subarray(from, to), from);
  }
}

function insertionSort(table: TokenTable, ids: Int32Array, from: number, to: number, depth: number): void {
  const { pool, start, length } = table;
  for (let i = from + 1; i < to; i++) {
    const id = ids[i];
    const idStart = start[id];
    const idLength = length[id];
    let j = i - 1;
    while (j >= from) {
      const other = ids[j];
      const otherStart = start[other];
      const shared = Math.min(idLength, length[other]);
      let k = depth;
      while (k < shared && pool[idStart + k] === pool[otherStart + k]) k++;
      const isBefore = k < shared ? pool[idStart + k] < pool[otherStart + k] : idLength < length[other];
      if (!isBefore) break;
      ids[j + 1] = other;
      j--;
    }
    ids[j + 1] = id;
  }
}
