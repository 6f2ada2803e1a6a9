import { describe, expect, it } from "vitest";
import { codeOf } from "../../tests/support/error-code.ts";
import { readGgufMetadata } from "./gguf-metadata.ts";
import { readVocabulary } from "./read-vocabulary.ts";

const little = (bytes: number, value: number) => Array.from({ length: bytes }, (_, i) => Number((BigInt(value) >> BigInt(8 * i)) & 255n));
const text = (value: string) => {
  const bytes = new TextEncoder().encode(value);
  return [...little(8, bytes.length), ...bytes];
};
const entry = (key: string, type: number, ...value: number[]) => [...text(key), ...little(4, type), ...value];
const array = (type: number, items: number[][]) => [...little(4, type), ...little(8, items.length), ...items.flat()];
const file = (...entries: number[][]) =>
  Uint8Array.from([0x47, 0x47, 0x55, 0x46, ...little(4, 3), ...little(8, 0), ...little(8, entries.length), ...entries.flat()]);

const tokenizer = file(
  entry("general.name", 8, ...text("a model")),
  entry("general.tags", 9, ...array(8, [text("x"), text("y")])),
  entry("tokenizer.ggml.model", 8, ...text("llama")),
  entry("tokenizer.ggml.tokens", 9, ...array(8, [text("</s>"), text("▁a"), text("<0x0A>")])),
  entry("tokenizer.ggml.scores", 9, ...array(6, [little(4, 0), little(4, 0), little(4, 0)])),
  entry("tokenizer.ggml.token_type", 9, ...array(5, [little(4, 3), little(4, 1), little(4, 6)])),
  entry("tokenizer.ggml.eos_token_id", 4, ...little(4, 0)),
);

describe("readGgufMetadata", () => {
  it("reads each type", () => {
    const all = file(
      entry("u8", 0, 255),
      entry("i8", 1, 255),
      entry("u16", 2, 255, 255),
      entry("i16", 3, 255, 255),
      entry("u32", 4, ...little(4, 7)),
      entry("i32", 5, 254, 255, 255, 255),
      entry("f32", 6, 0, 0, 0x80, 0x3f),
      entry("bool", 7, 1),
      entry("u64", 10, ...little(8, 9)),
      entry("i64", 11, ...little(8, 9)),
      entry("f64", 12, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f),
      entry("list", 9, ...array(9, [array(0, [[1], [2]]), array(0, [])])),
    );
    expect(readGgufMetadata(all)).toEqual({
      u8: 255,
      i8: -1,
      u16: 65535,
      i16: -1,
      u32: 7,
      i32: -2,
      f32: 1,
      bool: true,
      u64: 9n,
      i64: 9n,
      f64: 1,
      list: [[1, 2], []],
    });
    expect(readGgufMetadata(all, "u")).toEqual({ u8: 255, u16: 65535, u32: 7, u64: 9n });
  });

  it("gives a vocabulary through readVocabulary", () => {
    const vocabulary = readVocabulary(tokenizer);
    expect([1, 2].map((id) => vocabulary.textOf(id))).toEqual([" a", "\n"]);
    expect(vocabulary.stopTokenIds).toEqual([0]);
  });

  it("refuses cut and damaged files by code, at every place", () => {
    for (let length = 4; length < tokenizer.length; length++)
      expect(
        codeOf(() => readGgufMetadata(tokenizer.slice(0, length))),
        String(length),
      ).toBe("vocab-gguf-invalid");
    expect(codeOf(() => readGgufMetadata(file(entry("a", 13, 0))))).toBe("vocab-gguf-invalid");
    expect(codeOf(() => readGgufMetadata(file(entry("a", 9, ...little(4, 0), ...little(8, 2 ** 50)))))).toBe("vocab-gguf-invalid");
    let nested = array(0, []);
    for (let depth = 0; depth < 10; depth++) nested = array(9, [nested]);
    expect(codeOf(() => readGgufMetadata(file(entry("a", 9, ...nested))))).toBe("vocab-gguf-invalid");
    const old = tokenizer.slice();
    old[4] = 1;
    expect(codeOf(() => readGgufMetadata(old))).toBe("vocab-gguf-invalid");
  });
});
