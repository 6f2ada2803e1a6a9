import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeRanks } from "./encode-ranks.ts";
import { vocabularyFromTokens } from "./from-tokens.ts";
import { findToken, tokenizeGreedy } from "./tokenize.ts";
import type { Vocabulary } from "./vocabulary.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

/** The definition of byte-pair encoding, step by step. */
function naiveEncode(vocabulary: Vocabulary, piece: Uint8Array): number[] {
  if (piece.length === 0) return [];
  if (findToken(vocabulary, piece) !== -1) return [findToken(vocabulary, piece)];
  const bounds = Array.from({ length: piece.length + 1 }, (_, i) => i);
  for (;;) {
    let best = -1;
    let place = -1;
    for (let i = 0; i + 2 < bounds.length; i++) {
      const rank = findToken(vocabulary, piece, bounds[i], bounds[i + 2]);
      if (rank !== -1 && (best === -1 || rank < best)) {
        best = rank;
        place = i;
      }
    }
    if (place === -1) break;
    bounds.splice(place + 1, 1);
  }
  return bounds.slice(1).map((bound, i) => findToken(vocabulary, piece, bounds[i], bound));
}

describe("tokenizeGreedy", () => {
  const vocabulary = vocabularyFromTokens(["a", "b", "abc", "abcde", "<x>"], { specialTokenIds: [4] });

  it("takes the longest token at each place, and goes back where a longer one fails", () => {
    expect(tokenizeGreedy(vocabulary, utf8("abcdabcdea"))).toEqual([2, -1, 3, 0]);
    expect(tokenizeGreedy(vocabulary, utf8("abab"))).toEqual([0, 1, 0, 1]);
    expect(tokenizeGreedy(vocabulary, utf8(""))).toEqual([]);
  });

  it("knows no special token", () => {
    expect(tokenizeGreedy(vocabulary, utf8("<x>"))).toEqual([-1, -1, -1]);
    expect(findToken(vocabulary, utf8("<x>"))).toBe(-1);
    expect(findToken(vocabulary, utf8(""))).toBe(-1);
  });
});

describe("encodeRanks", () => {
  it("is byte-pair encoding", () => {
    const merges = fc.uniqueArray(fc.stringMatching(/^[abc]{2,5}$/), { maxLength: 25 });
    fc.assert(
      fc.property(merges, fc.stringMatching(/^[abcd]{0,30}$/), (tokens, text) => {
        const vocabulary = vocabularyFromTokens(["a", "b", "c", ...tokens]);
        expect(encodeRanks(vocabulary, utf8(text))).toEqual(naiveEncode(vocabulary, utf8(text)));
      }),
      { numRuns: 1000 },
    );
  });

  it("joins the lower rank first", () => {
    const vocabulary = vocabularyFromTokens(["a", "b", "c", "bc", "ab", "abc"]);
    expect(encodeRanks(vocabulary, utf8("abcab"))).toEqual([5, 4]);
    expect(encodeRanks(vocabularyFromTokens(["a", "b", "c", "bc", "ab"]), utf8("abc"))).toEqual([0, 3]);
  });
});
