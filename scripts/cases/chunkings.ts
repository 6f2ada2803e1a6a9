/** A named way of cutting a text. */
export interface Chunking {
  readonly name: string;
  readonly chunks: Iterable<string | Uint8Array>;
}

/** Whole, every chunk size from 1 to 8, every byte, and as many random cuts as asked for, the same ones for the same text. */
export function* chunkings(text: string, random: number): Generator<Chunking> {
  yield { name: "whole", chunks: [text] };
  for (let size = 1; size <= 8; size += 1) yield { name: `chunks of ${size}`, chunks: fixed(text, size) };
  yield { name: "every byte", chunks: everyByte(text) };
  for (let seed = 1; seed <= random; seed += 1) yield { name: `random cut ${seed}`, chunks: randomCuts(text, seed) };
}

function* fixed(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

export function* everyByte(text: string): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 1) yield bytes.subarray(at, at + 1);
}

export function everyCodePoint(text: string): string[] {
  return [...text];
}

/** Pieces of 0 to 30 code units. */
function* randomCuts(text: string, seed: number): Generator<string> {
  let state = seed;
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const longest = 1 + Math.floor(next() * 30);
  for (let at = 0; at < text.length; ) {
    const length = Math.floor(next() * (longest + 1));
    yield text.slice(at, at + length);
    at += length;
  }
}
