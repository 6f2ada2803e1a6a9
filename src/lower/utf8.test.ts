import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExprArena } from "../expr/arena.ts";
import { NEVER } from "../expr/kinds.ts";
import { ALL_CODE_POINTS, complementRanges, inRanges, intersectRanges, normalRanges, subtractRanges } from "./code-points.ts";
import { utf8Spelling } from "./utf8.ts";

const encoder = new TextEncoder();

function acceptsBytes(arena: ExprArena, e: number, bytes: Iterable<number>): boolean {
  let state = e;
  for (const byte of bytes) state = arena.derivative(state, byte, new Uint32Array(8).fill(0xffffffff));
  return arena.isNullable(state);
}

const someRanges = fc.array(
  fc.tuple(
    fc.oneof(fc.nat(0x10ffff), fc.nat(0x2ff), fc.constantFrom(0x7f, 0x7ff, 0xffff, 0xd7ff, 0xe000)),
    fc.oneof(fc.nat(80), fc.nat(70000)),
  ),
  { maxLength: 6 },
);

describe("utf8Spelling", () => {
  it("spells exactly the characters of the ranges", () => {
    const arena = new ExprArena();
    const spelling = utf8Spelling(arena);
    fc.assert(
      fc.property(someRanges, fc.array(fc.nat(0x10ffff), { minLength: 5, maxLength: 5 }), (raw, others) => {
        const ranges = normalRanges(raw.map(([low, length]) => [low, Math.min(0x10ffff, low + length)]));
        const e = spelling.chars(ranges);
        const edges = ranges.flatMap(([low, high]) => [low - 1, low, high, high + 1]);
        for (const codePoint of [...edges, ...others]) {
          if (codePoint < 0 || codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) continue;
          expect(acceptsBytes(arena, e, encoder.encode(String.fromCodePoint(codePoint)))).toBe(inRanges(ranges, codePoint));
        }
      }),
    );
  });

  it("is valid UTF-8 only, small, and one expression for equal ranges", () => {
    const arena = new ExprArena();
    const spelling = utf8Spelling(arena);
    expect(utf8Spelling(arena)).toBe(spelling);
    expect(spelling.chars([])).toBe(NEVER);
    expect(spelling.chars([[97, 122]])).toBe(arena.range(97, 122));
    expect(spelling.chars(ALL_CODE_POINTS)).toBe(spelling.any);
    for (const bad of [[0x80], [0xc0, 0x80], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf0, 0x80, 0x80, 0x80]]) {
      expect(acceptsBytes(arena, spelling.any, bad)).toBe(false);
    }
    expect(arena.operands(spelling.any).length).toBeLessThanOrEqual(8);
  });
});

describe("code point ranges", () => {
  it("obey the laws of sets", () => {
    fc.assert(
      fc.property(someRanges, someRanges, fc.nat(0x10ffff), (a, b, probe) => {
        const x = normalRanges(a.map(([low, length]) => [low, Math.min(0x10ffff, low + length)]));
        const y = normalRanges(b.map(([low, length]) => [low, Math.min(0x10ffff, low + length)]));
        const character = probe < 0xd800 || probe > 0xdfff;
        expect(inRanges(complementRanges(x), probe)).toBe(character && !inRanges(x, probe));
        expect(inRanges(intersectRanges(x, y), probe)).toBe(inRanges(x, probe) && inRanges(y, probe));
        expect(inRanges(subtractRanges(x, y), probe)).toBe(inRanges(x, probe) && !inRanges(y, probe));
        expect(complementRanges(complementRanges(x))).toEqual(x);
      }),
    );
  });
});
