import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { vocabularyFromTokens } from "./from-tokens.ts";
import type { ByteTrie } from "./types.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Each token that a walk over the trie meets, with the bytes on its path. */
function walk(trie: ByteTrie): Map<string, number> {
  const found = new Map<string, number>();
  const path: number[] = [];
  for (let node = 0; node < trie.nodeCount; node++) {
    path.length = trie.depth[node];
    path.push(trie.byte[node]);
    if (trie.token[node] !== -1) found.set(path.join(), trie.token[node]);
  }
  return found;
}

/** Checks the order of siblings, the ranges and the depths, and that `child` finds each edge and no other. */
function checkShape(vocabulary: Vocabulary): void {
  const { trie } = vocabulary;
  const level = (from: number, to: number, depth: number, parent: number) => {
    const children = new Map<number, number>();
    let last = -1;
    for (let node = from; node < to; node = trie.end[node]) {
      expect(trie.byte[node]).toBeGreaterThan(last);
      expect(trie.end[node]).toBeGreaterThan(node);
      expect(trie.end[node]).toBeLessThanOrEqual(to);
      expect(trie.depth[node]).toBe(depth);
      last = trie.byte[node];
      children.set(last, node);
      level(node + 1, trie.end[node], depth + 1, node);
    }
    if (parent !== -1 && children.size === 0) expect(trie.token[parent]).not.toBe(-1);
    for (let byte = 0; byte < 256; byte++) {
      if (vocabulary.child(parent, byte) !== (children.get(byte) ?? -1)) expect.fail(`child(${parent}, ${byte})`);
    }
  };
  level(0, trie.nodeCount, 0, -1);
}

// A few byte values make shared prefixes and duplicates likely; whole bytes make wide levels.
const narrowToken = fc.uint8Array({ maxLength: 6, max: 2 });
const anyToken = fc.uint8Array({ maxLength: 3 });

describe("the byte trie", () => {
  it("holds exactly the byte strings of the list, the lowest id of each, and lists the others as aliases", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(narrowToken, anyToken), { minLength: 1, maxLength: 120 }), (tokens) => {
        const vocabulary = vocabularyFromTokens(tokens);
        const expected = new Map<string, number>();
        const aliases = new Map<number, number>();
        tokens.forEach((token, id) => {
          if (token.length === 0) return;
          const key = token.join();
          const first = expected.get(key);
          if (first === undefined) expected.set(key, id);
          else aliases.set(id, first);
        });
        expect(walk(vocabulary.trie)).toEqual(expected);
        const found = new Map<number, number>();
        for (let i = 0; i < vocabulary.aliases.length; i += 2) found.set(vocabulary.aliases[i + 1], vocabulary.aliases[i]);
        expect(found).toEqual(aliases);
        tokens.forEach((token, id) => {
          expect(vocabulary.bytesOf(id)).toEqual(token);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("keeps its shape, and finds children with and without tables", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(narrowToken, anyToken), { minLength: 1, maxLength: 200 }), (tokens) => {
        checkShape(vocabularyFromTokens(tokens));
      }),
      { numRuns: 30 },
    );
  });

  it("sorts buckets that are wider than an insertion sort", () => {
    const tokens = Array.from({ length: 3000 }, (_, i) => `shared prefix ${(i * 7919) % 3000}`);
    const vocabulary = vocabularyFromTokens(tokens);
    expect(walk(vocabulary.trie).size).toBe(3000);
    checkShape(vocabulary);
  });

  it("is empty where every token is special", () => {
    const vocabulary = vocabularyFromTokens(["<a>"], { specialTokenIds: [0] });
    expect(vocabulary.trie.nodeCount).toBe(0);
    expect(vocabulary.child(-1, 0x3c)).toBe(-1);
    expect(vocabulary.missingBytes).toHaveLength(256);
  });
});
