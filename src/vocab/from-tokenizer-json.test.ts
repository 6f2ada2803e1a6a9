import { describe, expect, it } from "vitest";
import { BYTE_ALPHABET } from "../../tests/support/byte-level-tokenizer.ts";
import { codeOf } from "../../tests/support/error-code.ts";
import { vocabularyFromTokenizerJson } from "./from-tokenizer-json.ts";

const bytePieces = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`);
const vocabOf = (tokens: readonly string[]) => Object.fromEntries(tokens.map((token, id) => [token, id]));
const added = (id: number, content: string, special: boolean) => ({
  id,
  content,
  special,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
});

describe("vocabularyFromTokenizerJson", () => {
  it("reads a byte-level tokenizer with added tokens", () => {
    const file = {
      model: { type: "BPE", vocab: vocabOf([...BYTE_ALPHABET, "Ġthe", "ĊĊ"]), merges: [] },
      decoder: { type: "ByteLevel" },
      added_tokens: [added(258, "<|im_end|>", true), added(259, "<tool_call>", false), added(262, "<|x y|>", true)],
    };
    for (const source of [file, JSON.stringify(file)]) {
      const vocabulary = vocabularyFromTokenizerJson(source, { size: 300 });
      expect(vocabulary.size).toBe(300);
      expect(Array.from({ length: 256 }, (_, id) => vocabulary.bytesOf(id)[0])).toEqual(Array.from({ length: 256 }, (_, byte) => byte));
      expect(vocabulary.missingBytes).toEqual([]);
      expect(vocabulary.textOf(256)).toBe(" the");
      expect(vocabulary.textOf(257)).toBe("\n\n");
      expect(vocabulary.stopTokenIds).toEqual([258]);
      expect(vocabulary.isText(259)).toBe(true);
      expect(vocabulary.textOf(262)).toBe("<|x y|>");
      expect(vocabulary.specialTokens.size).toBe(2);
    }
  });

  it("reads a byte-fallback tokenizer as Gemma and Llama 2 have it", () => {
    const vocabulary = vocabularyFromTokenizerJson({
      model: { type: "BPE", byte_fallback: true, vocab: vocabOf(["<pad>", "<eos>", ...bytePieces, "▁the", "▁▁"]) },
      decoder: {
        type: "Sequence",
        decoders: [{ type: "Replace", pattern: { String: "▁" }, content: " " }, { type: "ByteFallback" }, { type: "Fuse" }],
      },
      added_tokens: [added(0, "<pad>", true), added(1, "<eos>", true), added(259, "▁▁", false)],
    });
    expect(vocabulary.textOf(258)).toBe(" the");
    expect(vocabulary.textOf(259)).toBe("  ");
    expect([...vocabulary.bytesOf(2 + 0xe2)]).toEqual([0xe2]);
    expect(vocabulary.stopTokenIds).toEqual([1]);
  });

  it("reads a Unigram tokenizer with a metaspace of its own", () => {
    const vocabulary = vocabularyFromTokenizerJson({
      model: {
        type: "Unigram",
        vocab: [
          ["<unk>", 0],
          ["_the", -1.5],
          ["▁", -2],
        ],
      },
      decoder: { type: "Metaspace", replacement: "_", prepend_scheme: "always" },
      added_tokens: [added(0, "<unk>", true)],
    });
    expect([1, 2].map((id) => vocabulary.textOf(id))).toEqual([" the", "▁"]);
  });

  it("trusts the tokens over the file", () => {
    const model = { vocab: vocabOf([...BYTE_ALPHABET, "Ġa"]) };
    for (const decoder of [null, { type: "WordPiece" }, { type: "Metaspace" }])
      expect(vocabularyFromTokenizerJson({ model, decoder }).textOf(256)).toBe(" a");
    const fallback = { model: { vocab: vocabOf([...bytePieces, "▁a"]) }, decoder: { type: "ByteLevel" } };
    expect(vocabularyFromTokenizerJson(fallback).textOf(256)).toBe(" a");
    expect(vocabularyFromTokenizerJson({ model }, { decoder: "raw" }).textOf(256)).toBe("Ġa");
  });

  it("keeps tokens that are names of object members, and ids in any order", () => {
    const vocabulary = vocabularyFromTokenizerJson('{"model":{"vocab":{"constructor":2,"__proto__":1,"7":0}}}');
    expect([0, 1, 2].map((id) => vocabulary.textOf(id))).toEqual(["7", "__proto__", "constructor"]);
  });

  it("lets an added token stand at an id of the model's vocabulary", () => {
    const vocabulary = vocabularyFromTokenizerJson({
      model: { vocab: vocabOf(["a", "<unused0>"]) },
      added_tokens: [added(1, "<|im_end|>", false)],
    });
    expect(vocabulary.specialTokens).toEqual(new Map([["<|im_end|>", 1]]));
    expect(vocabulary.stopTokenIds).toEqual([1]);
  });

  it("takes an added token that is not special for a stop token only where no special one is", () => {
    const model = { vocab: vocabOf(["a", "<eos>", "</s>"]) };
    expect(vocabularyFromTokenizerJson({ model, added_tokens: [added(1, "<eos>", true), added(2, "</s>", false)] }).stopTokenIds).toEqual([
      1,
    ]);
    expect(vocabularyFromTokenizerJson({ model, added_tokens: [added(1, "<eos>", false)] }).stopTokenIds).toEqual([1]);
  });

  it("refuses by code, with the path", () => {
    const load = (file: unknown) => codeOf(() => vocabularyFromTokenizerJson(file as object));
    expect(load("{")).toBe("vocab-tokenizer-json-syntax");
    for (const file of [
      [],
      "[]",
      {},
      { model: {} },
      { model: { vocab: { a: -1 } } },
      { model: { vocab: { a: 1.5 } } },
      { model: { vocab: { a: "0" } } },
      { model: { vocab: { a: 0, b: 0 } } },
      { model: { vocab: [["a"], "b"] } },
      { model: { vocab: { a: 0 } }, added_tokens: {} },
      { model: { vocab: { a: 0 } }, added_tokens: [{ id: 1 }] },
      { model: { vocab: { a: 0 } }, added_tokens: [{ content: "x" }] },
    ]) {
      expect(load(file), JSON.stringify(file)).toBe("vocab-tokenizer-json-invalid");
    }
    expect(load({ model: { vocab: { a: 99_999_999 } } })).toBe("vocab-size-invalid");
    for (const decoder of [
      { type: "WordPiece", prefix: "##" },
      { type: "BPEDecoder", suffix: "</w>" },
      { type: "Replace", pattern: { Regex: "x" }, content: " " },
      { type: "Replace", pattern: { String: "x" }, content: "y" },
      { type: "Sequence", decoders: [{ type: "CTC" }] },
      "ByteLevel",
    ]) {
      expect(load({ model: { vocab: { a: 0 } }, decoder }), JSON.stringify(decoder)).toBe("vocab-decoder-unsupported");
    }
  });
});
