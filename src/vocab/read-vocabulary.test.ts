import { describe, expect, it } from "vitest";
import { codeOf } from "../../tests/support/error-code.ts";
import { vocabularyFromTokens } from "./from-tokens.ts";
import { readVocabulary } from "./read-vocabulary.ts";
import { serializeVocabulary } from "./serialize.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

describe("readVocabulary", () => {
  it("tells each form by its first bytes", () => {
    const saved = serializeVocabulary(vocabularyFromTokens(["a", "b"]));
    const files: Record<string, Uint8Array> = {
      saved,
      "tokenizer.json": utf8('\ufeff{"model":{"vocab":{"a":0,"b":1}}}'),
      list: utf8(' ["a","b"]'),
      ranks: utf8("YQ== 0\nYg== 1\n"),
      "packed ranks": utf8("! 0 YQ== Yg=="),
    };
    for (const [name, file] of Object.entries(files)) {
      const vocabulary = readVocabulary(file);
      expect([vocabulary.size, vocabulary.textOf(0), vocabulary.textOf(1)], name).toEqual([2, "a", "b"]);
      if (file !== saved) expect(readVocabulary(file, { size: 9 }).size, name).toBe(9);
    }
    expect(codeOf(() => readVocabulary(saved, { size: 9 }))).toBe("vocab-options-unused");
    expect(codeOf(() => readVocabulary(saved.subarray(0, 100)))).toBe("vocab-image-invalid");
  });

  it("refuses other files by code", () => {
    for (const text of ["", "GGU", "hello world", "[1", "a,b,c"])
      expect(
        codeOf(() => readVocabulary(utf8(text))),
        text,
      ).toBe("vocab-file-unknown");
    expect(codeOf(() => readVocabulary(utf8("[1]")))).toBe("vocab-entry-invalid");
    expect(codeOf(() => readVocabulary(utf8("{}")))).toBe("vocab-tokenizer-json-invalid");
  });
});
