import { describe, expect, it } from "vitest";
import { codeOf } from "../../tests/support/error-code.ts";
import { vocabularyFromGguf } from "./from-gguf.ts";

describe("vocabularyFromGguf", () => {
  it("reads a gpt2 vocabulary: control tokens are special, user-defined ones are text as they stand", () => {
    const vocabulary = vocabularyFromGguf({
      "tokenizer.ggml.model": "gpt2",
      "tokenizer.ggml.tokens": ["a", "Ġb", "<|endoftext|>", "<think>", "[PAD3]", "Ġ"],
      "tokenizer.ggml.token_type": Int32Array.from([1, 1, 3, 4, 5, 4]),
    });
    expect([0, 1, 3, 5].map((id) => vocabulary.textOf(id))).toEqual(["a", " b", "<think>", "Ġ"]);
    expect(vocabulary.stopTokenIds).toEqual([2]);
    expect(vocabulary.bytesOf(4).length).toBe(0);
    expect(vocabulary.isText(3)).toBe(true);
  });

  it("reads a llama vocabulary and takes the end tokens that the metadata names", () => {
    const vocabulary = vocabularyFromGguf({
      "tokenizer.ggml.model": "llama",
      "tokenizer.ggml.tokens": ["<unk>", "<s>", "</s>", "<0x0A>", "▁the", "<end>"],
      "tokenizer.ggml.token_type": [2, 3, 3, 6, 1, 3],
      "tokenizer.ggml.eos_token_id": 2,
      "tokenizer.ggml.eot_token_id": 5n,
    });
    expect(vocabulary.textOf(3)).toBe("\n");
    expect(vocabulary.textOf(4)).toBe(" the");
    expect(vocabulary.stopTokenIds).toEqual([2, 5]);
    expect([...vocabulary.specialTokens.keys()]).toEqual(["<unk>", "<s>", "</s>", "<end>"]);
  });

  it("refuses what it can't know by code", () => {
    const tokens = { "tokenizer.ggml.tokens": ["a"] };
    expect(codeOf(() => vocabularyFromGguf({ ...tokens, "tokenizer.ggml.model": "bert" }))).toBe("vocab-decoder-unsupported");
    expect(vocabularyFromGguf({ ...tokens, "tokenizer.ggml.model": "bert" }, { decoder: "raw" }).textOf(0)).toBe("a");
    expect(codeOf(() => vocabularyFromGguf({ "tokenizer.ggml.model": "gpt2" } as never))).toBe("vocab-gguf-invalid");
    expect(codeOf(() => vocabularyFromGguf({ ...tokens, "tokenizer.ggml.model": "gpt2", "tokenizer.ggml.token_type": [1, 1] }))).toBe(
      "vocab-gguf-invalid",
    );
    expect(codeOf(() => vocabularyFromGguf({ "tokenizer.ggml.tokens": [1 as never], "tokenizer.ggml.model": "gpt2" }))).toBe(
      "vocab-entry-invalid",
    );
  });
});
