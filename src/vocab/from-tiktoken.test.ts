import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeOf } from "../../tests/support/error-code.ts";
import { decodeBase64 } from "./base64.ts";
import { vocabularyFromTiktoken } from "./from-tiktoken.ts";

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64");

describe("decodeBase64", () => {
  it("gives back what was encoded, padded or not", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.boolean(), (bytes, isPadded) => {
        const text = new TextEncoder().encode(isPadded ? base64(bytes) : base64(bytes).replaceAll("=", ""));
        const into = new Uint8Array(64);
        const end = decodeBase64(text, 0, text.length, into, 2);
        expect(into.subarray(2, end)).toEqual(bytes);
      }),
    );
  });

  it("refuses what is none", () => {
    for (const text of ["A", "AA=", "A===", "AA-A", "AAAA=", "=AAA", "AAé=", "AAAAA"]) {
      const bytes = new TextEncoder().encode(text);
      expect(decodeBase64(bytes, 0, bytes.length, new Uint8Array(16), 0), text).toBe(-1);
    }
  });
});

describe("vocabularyFromTiktoken", () => {
  const ranks = `${base64("a")} 0\r\n\n${base64("ab")} 2\n${base64(new Uint8Array([0xff]))} 1 \n`;

  it("reads text and bytes, in any order and with any line ends", () => {
    for (const source of [ranks, new TextEncoder().encode(ranks)]) {
      const vocabulary = vocabularyFromTiktoken(source, { size: 8, specialTokens: { "<|end_of_msg|>": 3, "[X]": 5 } });
      expect(vocabulary.size).toBe(8);
      expect([0, 1, 2].map((id) => [...vocabulary.bytesOf(id)])).toEqual([[0x61], [0xff], [0x61, 0x62]]);
      expect(vocabulary.stopTokenIds).toEqual([3]);
      expect(vocabulary.isSpecial(5)).toBe(true);
      expect(vocabulary.bytesOf(4).length).toBe(0);
    }
  });

  it("reads the packed form", () => {
    const vocabulary = vocabularyFromTiktoken(`! 0 ${base64("a")} ${base64("b")}\n! 5 ${base64("abc")}\n`);
    expect(vocabulary.size).toBe(6);
    expect(["a", "b", "", "", "", "abc"].every((text, id) => vocabulary.textOf(id) === text)).toBe(true);
  });

  it("never takes a rank for a stop token by its text", () => {
    expect(vocabularyFromTiktoken(`${base64("</s>")} 0\n`).stopTokenIds).toEqual([]);
  });

  it("refuses damaged files by code, with the line", () => {
    for (const text of ["", "\n\n", "YQ==", "YQ== x", "YQ== 1 2", "Y$== 1", "YQ== 99999999999", "! 1x YQ=="]) {
      expect(
        codeOf(() => vocabularyFromTiktoken(text)),
        text,
      ).toBe("vocab-ranks-syntax");
    }
    expect(() => vocabularyFromTiktoken("YQ== 0\nYg== -1")).toThrow(/line 2/);
    expect(codeOf(() => vocabularyFromTiktoken("YQ== 0\nYg== 0"))).toBe("vocab-ranks-duplicate");
    expect(codeOf(() => vocabularyFromTiktoken("YQ== 0", { specialTokens: { x: 0 } }))).toBe("vocab-special-token-conflict");
    expect(codeOf(() => vocabularyFromTiktoken("YQ== 99999999"))).toBe("vocab-size-invalid");
  });
});
