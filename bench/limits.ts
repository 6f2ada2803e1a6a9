import type { Vocabulary } from "../src/vocab/vocabulary.ts";
import { median } from "./statistics.ts";

/** What the hardware gives at this moment, in microseconds. */
export interface Limits {
  /** Copying a mask of one bit for each id. */
  readonly maskCopy: number;
  /** A walk over the whole trie that lets every byte through. */
  readonly trieWalk: number;
  /** A walk that follows the body of a JSON string. */
  readonly stringWalk: number;
}

/** The mask copy, in microseconds, where the reference figures were taken. */
export const REFERENCE_MASK_COPY = 0.148;

const COPIES = 64;

export function measureLimits(vocabulary: Vocabulary): Limits {
  const words = (vocabulary.size + 31) >>> 5;
  const source = new Int32Array(words).fill(0x55555555);
  const target = new Int32Array(words);
  const copy = times(300, () => {
    for (let round = 0; round < COPIES; round += 1) target.set(source);
  });
  const any = new Uint8Array(256).fill(1);
  const string = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x20 && byte !== 0x22 && byte !== 0x5c ? 1 : 0));
  return {
    maskCopy: copy / COPIES,
    trieWalk: times(20, () => walk(vocabulary, any, target)),
    stringWalk: times(20, () => walk(vocabulary, string, target)),
  };
}

function times(rounds: number, body: () => void): number {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    body();
    samples.push((performance.now() - start) * 1000);
  }
  return median(samples);
}

/** The least that any mask without precomputed parts costs: every node that is reached is looked at once. */
function walk({ trie }: Vocabulary, open: Uint8Array, mask: Int32Array): void {
  const { nodeCount, byte, token, end } = trie;
  mask.fill(0);
  for (let node = 0; node < nodeCount; ) {
    if (open[byte[node]] === 0) {
      node = end[node];
      continue;
    }
    const id = token[node];
    if (id !== -1) mask[id >>> 5] |= 1 << (id & 31);
    node += 1;
  }
}
