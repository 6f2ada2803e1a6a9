import { describe, expect, it } from "vitest";
import { codeOf } from "../../tests/support/error-code.ts";
import { vocabularyFromTokenStrings } from "./from-token-strings.ts";
import { vocabularyFromTokens } from "./from-tokens.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);

describe("vocabularyFromTokens", () => {
  it("keeps text, bytes, gaps, empty tokens and duplicates apart", () => {
    const vocabulary = vocabularyFromTokens(["a", "ab", bytes(0xff), "", null, "ab", "é", "ab"]);
    expect(vocabulary.size).toBe(8);
    expect([...vocabulary.bytesOf(6)]).toEqual([0xc3, 0xa9]);
    expect([...vocabulary.bytesOf(2)]).toEqual([0xff]);
    expect(vocabulary.textOf(2)).toBe("\ufffd");
    expect(vocabulary.bytesOf(3).length + vocabulary.bytesOf(4).length).toBe(0);
    expect(vocabulary.isText(3)).toBe(false);
    expect(vocabulary.isSpecial(3)).toBe(false);
    expect([...vocabulary.aliases]).toEqual([1, 5, 1, 7]);
    expect([...vocabulary.trie.token].filter((id) => id !== -1)).toEqual([0, 1, 6, 2]);
    expect(vocabulary.maxTokenBytes).toBe(2);
    expect(vocabulary.missingBytes).toHaveLength(254);
    expect(vocabulary.missingBytes).not.toContain(0x61);
    expect(vocabulary.missingBytes).toContain(0xc3);
  });

  it("knows ids that are no ids", () => {
    const vocabulary = vocabularyFromTokens(["a"], { size: 3 });
    for (const id of [-1, 1, 2, 3, 2 ** 32, 0.5, Number.NaN]) {
      expect(vocabulary.bytesOf(id).length).toBe(0);
      expect(vocabulary.isSpecial(id)).toBe(false);
      expect(vocabulary.isText(id)).toBe(false);
    }
  });

  it("leaves out tokens past narrower logits and pads wider ones", () => {
    const list = ["a", "b", "c", "<|x|>"];
    const narrow = vocabularyFromTokens(list, { size: 2, specialTokens: { "<|x|>": 3 } });
    expect(narrow.trie.nodeCount).toBe(2);
    expect(narrow.specialTokens.size).toBe(0);
    const wide = vocabularyFromTokens(list, { size: 70, specialTokens: new Map([["<|x|>", 3]]) });
    expect(wide.size).toBe(70);
    expect(wide.trie.nodeCount).toBe(3);
    expect(wide.bytesOf(69).length).toBe(0);
    expect(wide.specialTokens).toEqual(new Map([["<|x|>", 3]]));
  });

  it("takes given stop tokens, makes them special, and adds special tokens past the list", () => {
    const vocabulary = vocabularyFromTokens(["a", "</s>", "END"], { specialTokens: { "<|open|>": 4 }, stopTokenIds: [4, 2] });
    expect(vocabulary.size).toBe(5);
    expect(vocabulary.stopTokenIds).toEqual([2, 4]);
    expect(vocabulary.isSpecial(2)).toBe(true);
    expect(vocabulary.isText(1)).toBe(true);
    expect(vocabulary.specialTokens).toEqual(
      new Map([
        ["END", 2],
        ["<|open|>", 4],
      ]),
    );
    expect(vocabulary.textOf(4)).toBe("<|open|>");
  });

  it("detects stop tokens among special tokens only, where it is known which are special", () => {
    const list = ["a", "</s>", "<|im_end|>", "<|call|>", "<|endoftext|>"];
    expect(vocabularyFromTokens(list).stopTokenIds).toEqual([1, 4]);
    expect(vocabularyFromTokens(list, { specialTokenIds: [2, 3] }).stopTokenIds).toEqual([2]);
    expect(vocabularyFromTokens(list, { stopTokenIds: [] }).stopTokenIds).toEqual([]);
  });

  it("has an equal fingerprint for equal contents only", () => {
    const first = vocabularyFromTokens(["a", "b"]).fingerprint;
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    expect(vocabularyFromTokens(["a", "b"]).fingerprint).toBe(first);
    const others = [
      vocabularyFromTokens(["b", "a"]),
      vocabularyFromTokens(["ab", ""]),
      vocabularyFromTokens(["a", "b"], { size: 3 }),
      vocabularyFromTokens(["a", "b"], { specialTokenIds: [1] }),
      vocabularyFromTokens(["a", "b"], { stopTokenIds: [1] }),
    ];
    expect(new Set([first, ...others.map((other) => other.fingerprint)]).size).toBe(6);
  });

  it("refuses contradictions by code", () => {
    const list = ["a", "b"];
    expect(codeOf(() => vocabularyFromTokens([1 as unknown as string]))).toBe("vocab-entry-invalid");
    expect(codeOf(() => vocabularyFromTokens([]))).toBe("vocab-size-invalid");
    expect(codeOf(() => vocabularyFromTokens(list, { size: 1.5 }))).toBe("vocab-size-invalid");
    expect(codeOf(() => vocabularyFromTokens(list, { specialTokens: { x: 2 ** 31 } }))).toBe("vocab-size-invalid");
    expect(codeOf(() => vocabularyFromTokens(list, { specialTokens: { x: -1 } }))).toBe("vocab-token-id-invalid");
    expect(codeOf(() => vocabularyFromTokens(list, { specialTokens: { x: 1 } }))).toBe("vocab-special-token-conflict");
    expect(codeOf(() => vocabularyFromTokens(list, { specialTokens: { "": 2 } }))).toBe("vocab-special-token-empty");
    expect(codeOf(() => vocabularyFromTokens(list, { specialTokenIds: [2] }))).toBe("vocab-token-id-invalid");
    expect(codeOf(() => vocabularyFromTokens(list, { stopTokenIds: [2] }))).toBe("vocab-stop-token-invalid");
    expect(codeOf(() => vocabularyFromTokens(list, { size: 1, stopTokenIds: [1] }))).toBe("vocab-stop-token-invalid");
    expect(codeOf(() => vocabularyFromTokens(["x".repeat(65_536)]))).toBe("vocab-token-too-long");
    expect(vocabularyFromTokens(["x".repeat(65_535)]).trie.nodeCount).toBe(65_535);
  });
});

describe("vocabularyFromTokenStrings", () => {
  it("decodes each kind", () => {
    const list = ["Ġa", "▁a", "<0x0A>", "<0xfF>", "<0x0G>", "é"];
    const texts = (decoder: "raw" | "byte-level" | "byte-fallback" | "metaspace") => {
      const vocabulary = vocabularyFromTokenStrings(list, { decoder });
      return list.map((_, id) => Array.from(vocabulary.bytesOf(id), (byte) => String.fromCharCode(byte)).join(""));
    };
    const utf8 = (text: string) => Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
    expect(texts("raw")).toEqual([utf8("Ġa"), utf8("▁a"), "<0x0A>", "<0xfF>", "<0x0G>", utf8("é")]);
    expect(texts("byte-level")).toEqual([" a", utf8("▁a"), "<0x0A>", "<0xfF>", "<0x0G>", "\xe9"]);
    expect(texts("byte-fallback")).toEqual([utf8("Ġa"), " a", "\n", "\xff", "<0x0G>", utf8("é")]);
    expect(texts("metaspace")).toEqual([utf8("Ġa"), " a", "<0x0A>", "<0xfF>", "<0x0G>", utf8("é")]);
  });

  it("takes special tokens as they are, whatever the decoder", () => {
    const list = ["<｜end▁of▁sentence｜>", "▁x"];
    const vocabulary = vocabularyFromTokenStrings(list, { decoder: "byte-fallback", specialTokens: { "<｜end▁of▁sentence｜>": 0 } });
    expect(vocabulary.stopTokenIds).toEqual([0]);
    expect(vocabulary.specialTokens.get("<｜end▁of▁sentence｜>")).toBe(0);
    expect(vocabulary.textOf(1)).toBe(" x");
  });

  it("refuses entries that are no strings", () => {
    expect(codeOf(() => vocabularyFromTokenStrings([bytes(1) as unknown as string], { decoder: "raw" }))).toBe("vocab-entry-invalid");
  });
});
