import { describe, expect, it } from "vitest";
import { byteVocabulary } from "../../tests/support/byte-vocabulary.ts";
import { codeOf } from "../../tests/support/error-code.ts";
import { GrammarCompiler } from "./compiler.ts";

/** Each `a` may start the last stretch, so states grow with what was written. */
const EXPENSIVE = "[ab]*a[ab]{60}";

describe("limits of work", () => {
  it("refuses a grammar that takes more steps than allowed, at once or at its masks", () => {
    const strict = new GrammarCompiler(byteVocabulary(), { maxWork: { steps: 2_000 } });
    expect(codeOf(() => strict.compileRegex(`(?=.*${"a?".repeat(60)}b)(?=.*c).*`))).toBe("expr-too-much-work");
    const matcher = new GrammarCompiler(byteVocabulary(), { maxWork: { steps: 8_000 } }).compileRegex(EXPENSIVE).matcher();
    expect(codeOf(() => matcher.acceptString("ab".repeat(300)))).toBe("expr-too-much-work");
  });

  it("counts for the grammar that causes the work alone", () => {
    const compiler = new GrammarCompiler(byteVocabulary(), { maxWork: { steps: 8_000 } });
    const other = compiler.compileRegex("[a-z]+@[a-z]+");
    const spent = compiler.compileRegex(EXPENSIVE).matcher();
    expect(codeOf(() => spent.acceptString("ab".repeat(300)))).toBe("expr-too-much-work");
    const matcher = other.matcher();
    expect(matcher.acceptString("a@b")).toBe(true);
    expect(matcher.nextTokenMask().has(0x61)).toBe(true);
  });

  it("stops at a deadline and at a signal, and goes on afterwards", () => {
    const compiler = new GrammarCompiler(byteVocabulary());
    const passed = { deadline: performance.now() - 1 };
    expect(codeOf(() => compiler.compileRegex("a+", passed))).toBe("expr-deadline");
    expect(codeOf(() => compiler.compileJsonSchema({ type: "string" }, passed))).toBe("expr-deadline");
    expect(codeOf(() => compiler.compileStructuralTag({ type: "any_text" }, { signal: { aborted: true } }))).toBe("expr-aborted");
    const matcher = compiler.compileRegex("a+").matcher();
    expect(codeOf(() => matcher.nextTokenMask(passed))).toBe("expr-deadline");
    expect(codeOf(() => matcher.fillNextTokenBitmask(new Int32Array(9), 0, { signal: AbortSignal.abort() }))).toBe("expr-aborted");
    expect(matcher.nextTokenMask({ deadline: performance.now() + 10_000 }).has(0x61)).toBe(true);
  });
});
