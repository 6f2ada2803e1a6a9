import { describe, expect, it } from "vitest";
import { ExprArena } from "./arena.ts";
import { byteRange } from "./byte-set.ts";
import { EMPTY, NEVER } from "./kinds.ts";

function accepts(arena: ExprArena, e: number, text: string): boolean {
  let state = e;
  for (const byte of new TextEncoder().encode(text)) state = arena.derivative(state, byte, new Uint32Array(8).fill(0xffffffff));
  return arena.isNullable(state);
}

describe("ExprArena", () => {
  it("gives equal expressions equal ids", () => {
    const arena = new ExprArena();
    const a = arena.byte(97);
    const b = arena.byte(98);
    expect(arena.seq(arena.seq(a, b), a)).toBe(arena.seq(a, arena.seq(b, a)));
    expect(arena.alt([a, b, NEVER, a])).toBe(arena.range(97, 98));
    expect(arena.alt([arena.literal("ax"), arena.literal("ay")])).toBe(arena.seq(a, arena.range(120, 121)));
    expect(arena.alt([arena.repeat(a, 1, 3), arena.repeat(a, 2, 5)])).toBe(arena.repeat(a, 1, 5));
    expect(arena.not(arena.not(a))).toBe(a);
    expect(arena.seq(a, NEVER)).toBe(NEVER);
    expect(arena.repeat(a, 0, 0)).toBe(EMPTY);
    // Counters are 32 bits wide; what is past them must not come round to a small count.
    expect(arena.repeat(a, 0, 2 ** 32 + 3)).toBe(arena.star(a));
    expect(arena.derivative(arena.repeat(a, 2 ** 40, 2 ** 41), 97, new Uint32Array(8))).toBe(arena.repeat(a, 2 ** 31 - 2, -1));
  });

  it("finds empty intersections", () => {
    const arena = new ExprArena();
    const digit = arena.bytes(byteRange(48, 57));
    const letters = arena.plus(arena.range(97, 122));
    expect(arena.and(arena.plus(digit), letters)).toBe(NEVER);
    expect(arena.and(arena.repeat(digit, 3, 5), arena.repeat(digit, 6, -1))).toBe(NEVER);
    const both = arena.and(arena.repeat(digit, 3, 5), arena.not(arena.literal("123")));
    expect(accepts(arena, both, "123")).toBe(false);
    expect(accepts(arena, both, "1234")).toBe(true);
    expect(accepts(arena, both, "124")).toBe(true);
    expect(accepts(arena, both, "12")).toBe(false);
  });

  it("matches literal sets, counters and rules", () => {
    const arena = new ExprArena();
    const set = arena.literals(["in", "int", "integer", "string", ""]);
    for (const text of ["in", "int", "integer", "string", ""]) expect(accepts(arena, set, text)).toBe(true);
    for (const text of ["i", "inte", "strings"]) expect(accepts(arena, set, text)).toBe(false);
    const nested: { name: string; unfold(): number } = {
      name: "nested",
      unfold: () => arena.seq(arena.byte(40), arena.optional(arena.rule(nested)), arena.byte(41)),
    };
    expect(accepts(arena, arena.rule(nested), "((()))")).toBe(true);
    expect(accepts(arena, arena.rule(nested), "((())")).toBe(false);
  });
});
