import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { vocabularyFromTokens } from "../vocab/from-tokens.ts";
import { batchAcceptString, batchAcceptToken, batchFillNextTokenBitmask, batchRollback } from "./batch.ts";
import { allocateTokenBitmask, applyTokenBitmask, applyTokenMask, bitmaskWidth } from "./bitmask.ts";
import { GrammarCompiler } from "./compiler.ts";
import { traverseDraftTree } from "./draft-tree.ts";
import { TokenMask } from "./token-mask.ts";

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

const vocabulary = vocabularyFromTokens(["a", "b", "ab", "c", "<end>"], { specialTokenIds: [4], stopTokenIds: [4] });
const compiler = new GrammarCompiler(vocabulary);
const grammar = compiler.compileStructuralTag({ type: "regex", pattern: "(ab)*c" });
const rowOf = (bitmask: Int32Array, row: number): number[] =>
  Array.from({ length: vocabulary.size }, (_, token) => token).filter((token) => ((bitmask[row] >>> token) & 1) === 1);

describe("allocateTokenBitmask", () => {
  it("allows every token of every row", () => {
    expect([...allocateTokenBitmask(2, 33)]).toEqual([-1, -1, -1, -1]);
    expect(bitmaskWidth(163_840)).toBe(5120);
    expect(codeOf(() => allocateTokenBitmask(0, 33))).toBe("matcher-bitmask-size");
    expect(codeOf(() => allocateTokenBitmask(1, 2.5))).toBe("matcher-bitmask-size");
  });
});

const anyWord = fc.oneof(fc.constantFrom(0, -1), fc.integer());

describe("applyTokenBitmask", () => {
  it("writes -Infinity exactly where the bit is 0 or missing", () => {
    const property = fc.property(fc.array(anyWord, { maxLength: 12 }), fc.nat(400), fc.nat(3), (words, size, offset) => {
      const bitmask = Int32Array.from([...Array<number>(offset).fill(5), ...words]);
      const logits = Float32Array.from({ length: size }, (_, token) => token + 1);
      applyTokenBitmask(logits, bitmask, { offset });
      const expected = Array.from({ length: size }, (_, token) =>
        token >>> 5 < words.length && ((words[token >>> 5] >>> (token & 31)) & 1) === 1 ? token + 1 : Number.NEGATIVE_INFINITY,
      );
      expect([...logits]).toEqual(expected);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("stays inside its row", () => {
    const bitmask = Int32Array.from([0b11, -1]);
    const logits = new Float32Array(40);
    applyTokenBitmask(logits, bitmask, { width: 1 });
    expect([...logits].filter((value) => value === 0)).toHaveLength(2);
    expect(codeOf(() => applyTokenBitmask(logits, bitmask, { offset: 1, width: 2 }))).toBe("matcher-bitmask-size");
    expect(codeOf(() => applyTokenBitmask(logits, bitmask, { offset: -1 }))).toBe("matcher-bitmask-size");
  });
});

describe("applyTokenMask", () => {
  it("agrees with the bitset of the mask, seldom and often", () => {
    const property = fc.property(
      fc.option(fc.array(anyWord, { minLength: 4, maxLength: 4 }), { nil: null }),
      fc.uniqueArray(fc.nat(127), { maxLength: 20 }),
      fc.constantFrom(100, 128, 150),
      (words, ids, size) => {
        const base = words === null ? null : Int32Array.from(words);
        const isIn = (token: number): boolean => base !== null && ((base[token >>> 5] >>> (token & 31)) & 1) === 1;
        const mask = new TokenMask(base, Int32Array.from(ids.filter((token) => !isIn(token))));
        const bitmask = new Int32Array(4);
        mask.copyTo(bitmask);
        for (let round = 0; round < 3; round += 1) {
          const logits = Float32Array.from({ length: size }, (_, token) => -token);
          const expected = logits.slice();
          applyTokenMask(logits, mask);
          applyTokenBitmask(expected, bitmask);
          expect([...logits]).toEqual([...expected]);
        }
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});

describe("batches", () => {
  it("fill, accept and take back", () => {
    const matchers = [grammar.matcher(), grammar.matcher()];
    const bitmask = new Int32Array(3);
    expect(batchAcceptToken(matchers, [2, 0])).toEqual([true, true]);
    expect(batchFillNextTokenBitmask(matchers, bitmask, [2, 0])).toBe(true);
    expect([rowOf(bitmask, 0), rowOf(bitmask, 1), rowOf(bitmask, 2)]).toEqual([[1], [], [0, 2, 3]]);
    expect(batchAcceptString(matchers, ["abc", "c"])).toEqual([true, false]);
    expect(codeOf(() => batchRollback(matchers, [1, 2]))).toBe("matcher-rollback");
    expect(matchers.map((matcher) => matcher.historyLength)).toEqual([2, 1]);
    batchRollback(matchers, [2, 1]);
    batchFillNextTokenBitmask(matchers, bitmask);
    expect([rowOf(bitmask, 0), rowOf(bitmask, 1)]).toEqual([
      [0, 2, 3],
      [0, 2, 3],
    ]);
    expect(codeOf(() => batchAcceptToken(matchers, [1]))).toBe("matcher-batch-size");
    expect(codeOf(() => batchFillNextTokenBitmask(matchers, bitmask, [0]))).toBe("matcher-batch-size");
  });
});

describe("traverseDraftTree", () => {
  // 0 ─┬─ 1 "ab" ─┬─ 2 "c" ── 3 <end>
  //    │          └─ 4 "b"
  //    └─ 5 "c"
  const tree = { nextChild: [1, 2, 3, -1, -1, -1], nextSibling: [-1, 5, 4, -1, -1, -1], tokens: [9, 2, 3, 4, 1, 3] };

  it("fills the rows of the nodes that are allowed and leaves the matcher as it was", () => {
    const matcher = grammar.matcher();
    matcher.acceptString("ab");
    const bitmask = new Int32Array(7).fill(-1);
    expect(traverseDraftTree(matcher, tree, bitmask)).toBe(true);
    expect([0, 1, 2, 3, 4, 5].map((row) => rowOf(bitmask, row))).toEqual([[0, 2, 3], [0, 2, 3], [4], [], [], [4]]);
    expect(bitmask[6]).toBe(-1);
    expect(matcher.historyLength).toBe(1);
    expect(matcher.isTerminated()).toBe(false);
  });

  it("stops at its deadline and refuses what is no tree", () => {
    const matcher = grammar.matcher();
    expect(traverseDraftTree(matcher, tree, new Int32Array(6), { deadline: performance.now() - 1 })).toBe(false);
    const cyclic = { nextChild: [1, 0], nextSibling: [-1, -1], tokens: [0, 2] };
    expect(codeOf(() => traverseDraftTree(matcher, cyclic, new Int32Array(2)))).toBe("matcher-draft-tree");
    expect(codeOf(() => traverseDraftTree(matcher, tree, new Int32Array(5)))).toBe("matcher-bitmask-size");
    expect(codeOf(() => traverseDraftTree(matcher, { ...tree, tokens: [1] }, new Int32Array(6)))).toBe("matcher-draft-tree");
    expect(matcher.historyLength).toBe(0);
    expect(traverseDraftTree(matcher, { nextChild: [], nextSibling: [], tokens: [] }, new Int32Array(0))).toBe(true);
  });
});
