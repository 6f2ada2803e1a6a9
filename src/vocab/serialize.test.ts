import { describe, expect, it } from "vitest";
import { codeOf } from "../../tests/support/error-code.ts";
import { vocabularyFromTokens } from "./from-tokens.ts";
import { attachVocabulary, deserializeVocabulary, serializeVocabulary, shareVocabulary } from "./serialize.ts";
import type { Vocabulary } from "./vocabulary.ts";

const words = Array.from({ length: 500 }, (_, i) => `w${(i * 131) % 499}`);
const vocabulary = vocabularyFromTokens(["a", "ab", "a", "", "é", "</s>", ...words], {
  size: 600,
  specialTokens: { "<|open|>": 520 },
  stopTokenIds: [5],
});

/** Everything that a vocabulary shows. */
function contents(of: Vocabulary) {
  const { size, trie, maxTokenBytes, stopTokenIds, specialTokens, aliases, missingBytes, fingerprint } = of;
  const tokens = Array.from({ length: size }, (_, id) => [of.textOf(id), [...of.bytesOf(id)], of.isSpecial(id), of.isText(id)]);
  const children = Array.from({ length: 256 }, (_, byte) => [of.child(-1, byte), of.child(0, byte), of.child(of.child(-1, 0x77), byte)]);
  return { size, trie, maxTokenBytes, stopTokenIds, specialTokens, aliases, missingBytes, fingerprint, tokens, children };
}

describe("a saved vocabulary", () => {
  const saved = serializeVocabulary(vocabulary);

  it("comes back equal, at any place of a buffer, and saves to the same bytes", () => {
    for (const shift of [0, 1, 2, 4]) {
      const buffer = new Uint8Array(saved.length + 8);
      buffer.set(saved, shift);
      const loaded = deserializeVocabulary(buffer.subarray(shift, shift + saved.length));
      expect(contents(loaded)).toEqual(contents(vocabulary));
      expect(serializeVocabulary(loaded)).toEqual(saved);
    }
    expect(contents(deserializeVocabulary(saved, { verify: false }))).toEqual(contents(vocabulary));
  });

  it("is refused where it is cut off, foreign, of another version or of the other byte order", () => {
    for (const length of [0, 3, 63, 64, saved.length - 1, saved.length - 4]) {
      expect(
        codeOf(() => deserializeVocabulary(saved.slice(0, length), { verify: false })),
        String(length),
      ).toBe("vocab-image-invalid");
    }
    expect(codeOf(() => deserializeVocabulary(new Uint8Array(1000)))).toBe("vocab-image-invalid");
    const version = saved.slice();
    version[4]++;
    expect(codeOf(() => deserializeVocabulary(version))).toBe("vocab-image-version");
    const swapped = saved.slice();
    swapped.subarray(0, 4).reverse();
    expect(codeOf(() => deserializeVocabulary(swapped))).toBe("vocab-image-byte-order");
  });

  it("is refused where any one bit is flipped", () => {
    for (let at = 0; at < saved.length; at += 1 + (at % 13)) {
      const flipped = saved.slice();
      flipped[at] ^= 1 << (at % 8);
      expect(
        codeOf(() => deserializeVocabulary(flipped)),
        `byte ${at}`,
      ).toMatch(/^vocab-image-/);
    }
  });
});

describe("a saved vocabulary whose checksum fits", () => {
  // Each case damages the arrays of a vocabulary before it is saved, so that the checksum is that of the damage.
  const damages: Record<string, (of: Vocabulary) => void> = {
    "a node that ends at itself": ({ trie }) => trie.end.set([0], 0),
    "a node that ends after its parent": ({ trie }) => trie.end.set([trie.nodeCount], 1),
    "a node that ends past the trie": ({ trie }) => trie.end.set([trie.nodeCount + 1], 0),
    "a wrong depth": ({ trie }) => trie.depth.set([3], 1),
    "a token past the vocabulary": ({ trie }) => trie.token.set([600], 2),
    "an alias past the vocabulary": ({ aliases }) => aliases.set([600], 0),
  };
  for (const [name, damage] of Object.entries(damages)) {
    it(`is refused: ${name}`, () => {
      const copy = deserializeVocabulary(serializeVocabulary(vocabulary));
      damage(copy);
      const saved = serializeVocabulary(copy);
      expect(() => deserializeVocabulary(saved)).toThrow(/damaged/);
    });
  }
});

describe("a shared vocabulary", () => {
  it("is equal, in the same memory, and shared again without a copy", () => {
    const shared = shareVocabulary(vocabulary);
    const attached = attachVocabulary(shared);
    expect(contents(attached)).toEqual(contents(vocabulary));
    expect(attached.trie.end.buffer).toBe(shared.memory);
    expect(shareVocabulary(attached).memory).toBe(shared.memory);
    expect(contents(deserializeVocabulary(serializeVocabulary(attached)))).toEqual(contents(vocabulary));
  });

  it("is refused where the memory holds none", () => {
    expect(codeOf(() => attachVocabulary({ kind: "structag-vocabulary", memory: new SharedArrayBuffer(128) }))).toBe("vocab-image-invalid");
  });
});
