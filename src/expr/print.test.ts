import { describe, expect, it } from "vitest";
import { ExprArena } from "./arena.ts";
import { byteSet } from "./byte-set.ts";
import { EMPTY, type ExprId, NEVER } from "./kinds.ts";
import { printExpr } from "./print.ts";
import { arenaStatistics } from "./statistics.ts";

const arena = new ExprArena();
const digit = arena.range(0x30, 0x39);
const letter = arena.range(0x61, 0x7a);
const a = arena.byte(0x61);

describe("printExpr", () => {
  it.each<[string, ExprId]>([
    ["∅", NEVER],
    ["ε", EMPTY],
    ["Σ*", arena.all],
    ['"a\\"b"', arena.literal('a"b')],
    ['"é"', arena.literal("é")],
    ['"\\xc3"', arena.byte(0xc3)],
    ["[0-9]", digit],
    ["[\\-\\]^a]".replace("^", "\\^"), arena.bytes(byteSet(0x2d, 0x5d, 0x5e, 0x61))],
    ['[^"\\\\]', arena.bytes(byteSet(0x22, 0x5c).map((word) => ~word))],
    ['"a"?', arena.optional(a)],
    ['"a"* [0-9]+', arena.seq(arena.star(a), arena.plus(digit))],
    ["[a-z]{2,5} [0-9]{3} [a-z]{4,}", arena.seq(arena.repeat(letter, 2, 5), arena.repeat(digit, 3, 3), arena.repeat(letter, 4, -1))],
    ['([0-9]{2} | "ab")*', arena.star(arena.alt([arena.repeat(digit, 2, 2), arena.literal("ab")]))],
    ['([0-9]{2} | "ab")?', arena.optional(arena.alt([arena.repeat(digit, 2, 2), arena.literal("ab")]))],
    ["⟦[a-z]+⟧", arena.lexeme(arena.plus(letter))],
    ["key@3 name", arena.seq(arena.rule({ name: "key", unfold: () => a }, 3), arena.rule({ name: "name", unfold: () => a }))],
    [
      "token{1,7} ¬token{2}",
      arena.seq(arena.tokens({ ids: new Set([1, 7]), negated: false }), arena.tokens({ ids: new Set([2]), negated: true })),
    ],
    ['"a" !seen', arena.seq(a, arena.effect({ name: "seen", apply: (register) => register, mayRefuse: () => false }))],
    ["[a-z]*≤4t", arena.tokenBudget(arena.star(letter), 4)],
    ["[a-z]*≤4c", arena.charLimit(arena.star(letter), 4)],
  ])("writes %s", (text, e) => {
    expect(printExpr(arena, e)).toBe(text);
  });

  it("writes intersections and complements", () => {
    const e = arena.and(arena.star(letter), arena.not(arena.seq(arena.all, arena.literal("ab"), arena.all)));
    expect(['[a-z]* ∩ ¬(Σ* "ab" Σ*)', '¬(Σ* "ab" Σ*) ∩ [a-z]*']).toContain(printExpr(arena, e));
  });

  it("cuts off what is deep or long", () => {
    let nested: ExprId = a;
    for (let level = 0; level < 50_000; level += 1) nested = arena.alt2(digit, arena.seq(arena.byte(0x28), nested, arena.byte(0x29)));
    const text = printExpr(arena, nested, { maxDepth: 6 });
    expect(text.length).toBeLessThan(200);
    expect(text).toContain("…");
    const many = arena.alt(Array.from({ length: 40 }, (_, index) => arena.literal(`${String.fromCharCode(0x41 + index)}x${index}`)));
    expect(printExpr(arena, many, { maxMembers: 3 })).toMatch(/^"[^"]+" \| "[^"]+" \| "[^"]+" \| … 37 more$/);
  });
});

describe("arenaStatistics", () => {
  it("counts nodes by kind", () => {
    const own = new ExprArena();
    const before = arenaStatistics(own);
    own.literal("abc");
    own.plus(own.range(0x30, 0x39));
    const after = arenaStatistics(own);
    expect(after.nodes - before.nodes).toBe(7);
    expect(after.nodesByKind.sequence - before.nodesByKind.sequence).toBe(2);
    expect(after.nodesByKind.bytes - before.nodesByKind.bytes).toBe(4);
    expect(after.nodesByKind.repeat - before.nodesByKind.repeat).toBe(1);
    expect(Object.values(after.nodesByKind).reduce((x, y) => x + y)).toBe(after.nodes);
    expect(after).toMatchObject({ rules: 0, effects: 0, tokenSets: 0, undecided: 0 });
  });
});
