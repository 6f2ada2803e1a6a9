import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern } from "./pattern.ts";
import { PatternProgram } from "./pattern-program.ts";

const BUDGET = 10_000_000;

describe("PatternProgram", () => {
  const atom = fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "\\d", "\\w", "\\u0062", "\\p{L}", "\\.", "[\\]b-]", "💩");
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      atom,
      fc.tuple(tie("pattern"), tie("pattern")).map(([x, y]) => x + y),
      fc.tuple(tie("pattern"), tie("pattern")).map(([x, y]) => `(?:${x}|${y})`),
      fc.tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{1,}", "{0,2}", "*?")).map(([x, sign]) => `(${x})${sign}`),
      tie("pattern").map((x) => `^${x}`),
      tie("pattern").map((x) => `(?:${x}$)`),
      tie("pattern").map((x) => `\\b${x}\\B|${x}`),
    ),
  }));

  it("finds what the engine finds", () => {
    const text = fc.array(fc.constantFrom("a", "b", "1", " ", "\n", ".", "💩"), { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        const program = PatternProgram.of(source);
        if (program === undefined || program.simple) return;
        expect(program.search(subject, BUDGET)).toBe(new RegExp(source, "u").test(subject));
      }),
      { numRuns: 3000 },
    );
  });
});

describe("compilePattern", () => {
  it.each(["^(a+)+$", "^(a|a)*$", "(x+x+)+y", "^(\\w+\\s?)*$", "^([a-z]+-)*[a-z]+$"])("ends on %s, whatever the text", (source) => {
    const text = `${"a".repeat(20_000)}!${"x".repeat(200)}`;
    expect(compilePattern(source)?.search(text, BUDGET)).toBe(false);
  });

  it("gives up at the budget", () => {
    expect(compilePattern("(a?){500}b")?.search("a".repeat(10_000), 100_000)).toBeUndefined();
  });

  it("leaves to the engine what only it can do", () => {
    expect(compilePattern("^(?=.*\\d)(?=.*[a-z]).{8,}$")?.search(`abc123${"x".repeat(20)}`, BUDGET)).toBe(true);
    expect(compilePattern("^(a+)-\\1$")?.search(`${"a".repeat(20)}-${"a".repeat(20)}`, BUDGET)).toBe(true);
    expect(compilePattern("^[a-z\\-_]+\\-$")?.search(`${"a_".repeat(20)}-`, BUDGET)).toBe(true);
  });
});
