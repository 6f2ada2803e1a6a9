import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeOf } from "../../../tests/support/error-code.ts";
import { acceptsText } from "../../../tests/support/regex-differential.ts";
import { StructagError } from "../../core/errors.ts";
import { ExprArena } from "../../expr/arena.ts";
import { type ExprId, NEVER } from "../../expr/kinds.ts";
import { Transitions } from "../../expr/transitions.ts";
import { utf8Spelling } from "../utf8.ts";
import { lowerRegex } from "./lower.ts";

function lower(
  pattern: string,
  mode: "whole" | "search" = "search",
  flags = "",
): { e: ExprId; accepts: (text: string) => boolean; arena: ExprArena } {
  const arena = new ExprArena();
  const e = lowerRegex(arena, pattern, { spelling: utf8Spelling(arena), mode, flags });
  const transitions = new Transitions(arena);
  return { e, arena, accepts: (text) => acceptsText(transitions, e, text) };
}

function agree(pattern: string, texts: readonly string[], flags = ""): void {
  const host = new RegExp(pattern, flags.includes("v") ? flags : `${flags}u`);
  const whole = new RegExp(`^(?:${pattern})$`, flags.replace("m", "") + (flags.includes("v") ? "" : "u"));
  const search = lower(pattern, "search", flags);
  const exact = flags.includes("m") ? undefined : lower(pattern, "whole", flags);
  for (const text of texts) {
    expect([pattern, flags, text, search.accepts(text)]).toEqual([pattern, flags, text, host.test(text)]);
    if (exact !== undefined) expect([pattern, "whole", text, exact.accepts(text)]).toEqual([pattern, "whole", text, whole.test(text)]);
  }
}

function textsOver(alphabet: string, length: number): string[] {
  let all = [""];
  let last = [""];
  for (let size = 0; size < length; size += 1) {
    last = last.flatMap((text) => [...alphabet].map((character) => text + character));
    all = all.concat(last);
  }
  return all;
}

const SHORT = textsOver("ab-\n", 4);

const atom = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "-", ".", "[ab]", "[^a]", "\\w", "\\W", "\\n") },
  {
    weight: 2,
    arbitrary: fc.constantFrom("^", "$", "\\b", "\\B", "(?<=a)", "(?<!b)", "(?<=^|-)", "(?=a)", "(?!b)", "(?=.*b)", "(?!.*-)", "(?!ab)"),
  },
);
const quantifier = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,3}", "*?");
const { pattern: randomPattern } = fc.letrec<{ pattern: string; item: string }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 1, withCrossShrink: true },
    fc.tuple(atom, quantifier).map(([one, times]) => (/^(\^|\$|\\[bB]|\(\?)/.test(one) ? one : one + times)),
    fc.tuple(tie("pattern"), quantifier).map(([inner, times]) => `(?:${inner})${times}`),
    fc.tuple(fc.constantFrom("?=", "?!"), tie("pattern")).map(([sign, inner]) => `(${sign}${inner})`),
  ),
  pattern: fc
    .array(fc.array(tie("item"), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
    .map((options) => options.map((items) => items.join("")).join("|")),
}));

describe("lowerRegex", () => {
  it("agrees with the host on random patterns full of assertions", () => {
    let refused = 0;
    let tried = 0;
    fc.assert(
      fc.property(randomPattern, fc.constantFrom("", "m", "s"), (pattern, flags) => {
        tried += 1;
        try {
          agree(pattern, SHORT, flags);
        } catch (error) {
          if (!(error instanceof StructagError)) throw error;
          expect(["regex-unsupported", "regex-too-complex"]).toContain(error.code);
          refused += 1;
        }
      }),
      { numRuns: Number(process.env.REGEX_RUNS ?? 120) },
    );
    expect(refused).toBeLessThan(Math.max(5, tried / 10));
  });

  it("agrees with the host on assertions anywhere", () => {
    const texts = [
      ...SHORT,
      "foo",
      "xfoo",
      "foo bar",
      "bar",
      "a_b",
      "a.b",
      "USD 12",
      "12",
      "x12",
      "mode",
      "a mode",
      "Abc1",
      "abc",
      "ab1C",
      "--",
      "é",
      "aé",
      "😀",
    ];
    const patterns = [
      "^(?!.*foo)(?=.{3,}).*$",
      "a(?!b).*",
      "(?<=USD )\\d+",
      "(?<!USD )\\d+$",
      "^(?:(?!mode).)*$",
      "(?=.*[A-Z])(?=.*\\d)(?=.*[a-z])^.{4,}$",
      "\\bfoo\\b",
      "\\Bfoo",
      "a^b$c",
      "^$|^a",
      "(?<=^|-)a",
      "(?<!^)a",
      "(a|b(?=-))+",
      "^a|b$|(?!.)-",
      "(?:\\b[ab]*)*$",
      "(?<=a.)b",
      "(?<!-|ab)a(?=b|$)",
      "(?=(?=a)ab)a",
      "(?:a(?=b)|b(?=a|$)){2,}$",
    ];
    for (const pattern of patterns) for (const flags of ["", "s", "m"]) agree(pattern, texts, flags);
  });

  it("agrees with the host on classes, properties and case", () => {
    const texts = [..."aAbBkKsSßẞſ\u212aéÉσςΣµΜ1٣_- \n\u2028ǅǆiIİıﬅﬆ中😀&[]", "ab", "AB"];
    const cases: [string, string][] = [
      ["^[k-s]$", "i"],
      ["^[^k]$", "i"],
      ["^\\w$", "i"],
      ["^\\W$", "i"],
      ["^[\\W]$", "i"],
      ["^ß$", "i"],
      ["^[Σ]$", "i"],
      ["^\\p{Lu}$", ""],
      ["^\\p{Lu}$", "i"],
      ["^\\P{Lu}$", "i"],
      ["^[^\\P{Lu}]$", "i"],
      ["^\\p{Script=Greek}$", ""],
      ["^\\p{scx=Grek}$", ""],
      ["^\\p{Emoji}$", ""],
      ["^[\\p{L}\\d_]+$", ""],
      ["^\\u{1F600}$|^\\ud83d\\ude00$", ""],
      ["^[\\u{1F5FF}-\\u{1F601}]$", ""],
      ["^.$", ""],
      ["^.$", "s"],
      ["^\\S$", ""],
      ["^[\\p{L}--[a-z]]$", "v"],
      ["^[\\w&&[^b]]$", "v"],
      ["^[\\q{ab|k}a]$", "v"],
      ["^[\\q{ab|k}]$", "vi"],
      ["^\\P{Lu}$", "vi"],
      ["^[^\\P{Ll}]$", "vi"],
    ];
    for (const [pattern, flags] of cases) agree(pattern, texts, flags);
  });

  it("reads inline flags", () => {
    const { accepts } = lower("^a(?i:b(?-i:c))(?s:.)$", "whole");
    expect(["abcx", "aBc\n", "aBCx", "Abcx"].map(accepts)).toEqual([true, true, false, false]);
  });

  it("keeps counters as counters and folds nested ones", () => {
    const arena = new ExprArena();
    const of = (pattern: string): ExprId => lowerRegex(arena, pattern, { spelling: utf8Spelling(arena), mode: "whole" });
    const letter = arena.range(97, 122);
    expect(of("[a-z]{3,500}")).toBe(arena.repeat(letter, 3, 500));
    expect(of("([a-z]{1,100}){1,100}")).toBe(arena.repeat(letter, 1, 10_000));
    expect(of("(([a-z]{0,1000}){0,1000}){0,1000}")).toBe(arena.repeat(letter, 0, 1_000_000_000));
    expect(of("([a-z]*)*")).toBe(arena.star(letter));
    expect(of("([a-z]|[a-z])*")).toBe(arena.star(letter));
    expect(of("([a-z]{3}){2}")).not.toBe(arena.repeat(letter, 6, 6));
    expect(lower("([a-z]{3}){2}", "whole").accepts("abcdef")).toBe(true);
    expect(arena.store.nodeCount).toBeLessThan(200);
  });

  it("stops looking once a search has matched", () => {
    const arena = new ExprArena();
    const spelling = utf8Spelling(arena);
    const transitions = new Transitions(arena);
    let e = lowerRegex(arena, "a.*b|foo", { spelling, mode: "search" });
    for (const byte of new TextEncoder().encode("xfoo")) e = transitions.step(e, byte);
    expect(e).toBe(arena.star(spelling.any));
    expect(lowerRegex(arena, "a|", { spelling, mode: "search" })).toBe(arena.star(spelling.any));
    expect(lowerRegex(arena, "a^b", { spelling, mode: "search" })).toBe(NEVER);
    expect(lowerRegex(arena, "(?:a(?!.*)){2}", { spelling, mode: "search" })).toBe(NEVER);
  });

  it("refuses what it can not hold exactly", () => {
    const codes: [string, string][] = [
      ["(a)\\1", "regex-unsupported"],
      ["(?<n>a)\\k<n>", "regex-unsupported"],
      ["(?:x(?<=ab)){2}", "regex-unsupported"],
      ["(?=a)b(?<=ab)", "regex-unsupported"],
      ["(?:(?!.*foo)[a-z]*-)*(?:(?=.*a)[a-z]*_)*(?:(?=.*b)[a-z]*:)*[a-z:_-]*x", "regex-too-complex"],
      [`^${"a?".repeat(5000)}$`, "regex-too-complex"],
      ["(a{1,60000}){1,60000}", "regex-repeat-too-large"],
    ];
    for (const [pattern, code] of codes) {
      expect([pattern, codeOf(() => lower(pattern))]).toEqual([pattern, code]);
    }
  });

  it("refuses what an emptiness check can not decide", () => {
    const arena = new ExprArena({ emptinessBudget: 2000 });
    const pattern = "(?=.*a.{12}$)(?=.*b.{12}$)(?!.*[ab].{12}$)^.*$";
    expect(codeOf(() => lowerRegex(arena, pattern, { spelling: utf8Spelling(arena), mode: "search" }))).toBe("regex-too-complex");
  });
});
