import { describe, expect, it } from "vitest";
import { codeOf } from "../../../tests/support/error-code.ts";
import { toResult } from "../../core/errors.ts";
import { parseRegex } from "./parse.ts";

const chars = (low: string, high = low): unknown => ({ type: "chars", set: [[low.codePointAt(0), high.codePointAt(0)]] });

describe("parseRegex", () => {
  it("refuses what is no pattern, with code, path and place", () => {
    const bad = [
      "(",
      ")",
      "(a",
      "a)",
      "[z-a]",
      "[a",
      "a{3,1}",
      "(?<=x)*",
      "^*",
      "\\b+",
      "a**",
      "*a",
      "+",
      "a{2}{3}",
      "\\",
      "{2}",
      "(?a)",
      "(?<1>a)",
      "(?<n>a)(?<n>b)",
      "\\x1",
      "\\u12",
      "\\u{110000}",
      "\\p",
      "\\c1",
      "\\01",
      "\\9",
    ];
    for (const pattern of bad) expect([pattern, codeOf(() => parseRegex(pattern))]).toEqual([pattern, "regex-syntax"]);
    const result = toResult(() => parseRegex("ab[z-a]", { path: "/properties/q/pattern" }));
    expect(result.ok ? [] : result.error.issues).toEqual([
      expect.objectContaining({ code: "regex-syntax", path: "/properties/q/pattern", message: expect.stringContaining("character 4") }),
    ]);
  });

  it("refuses what dialects read differently", () => {
    for (const pattern of ["\\Aa", "a\\Z", "a\\z", "\\a", "[\\h]", "[[:alpha:]]", "a{,3}"]) {
      expect([pattern, codeOf(() => parseRegex(pattern))]).toEqual([pattern, "regex-ambiguous"]);
    }
    for (const flags of ["x", "ii"]) expect(codeOf(() => parseRegex("a", { flags }))).toBe("regex-flags");
    for (const pattern of ["\\p{Nonsense}", "\\p{RGI_Emoji}", "(a)\\1", "\\2(a)(b)"])
      expect(codeOf(() => parseRegex(pattern))).toBe("regex-unsupported");
  });

  it("reads older spellings that mean one thing only", () => {
    for (const spelled of ["\\-", "\\!", "\\_", "\\@", "\\/", "\\%", "\\&", "\\é"]) expect(parseRegex(spelled)).toEqual(chars(spelled[1]));
    for (const spelled of ["]", "}", "{"]) expect(parseRegex(spelled)).toEqual(chars(spelled));
    expect(parseRegex("{a}")).toEqual({ type: "seq", items: [chars("{"), chars("a"), chars("}")] });
    expect(parseRegex("[\\w-]")).toEqual(parseRegex("[\\-0-9A-Z_a-z]"));
    expect(parseRegex("[\\d-x]")).toEqual(parseRegex("[0-9x\\-]"));
    expect(parseRegex("[[a]")).toEqual(parseRegex("[a\\[]"));
    expect(parseRegex("(?=a)*b").type).toBe("seq");
    expect(parseRegex("(?<n>a)|(?<n>b)").type).toBe("alt");
  });

  it("has limits of depth, length and counts", () => {
    expect(codeOf(() => parseRegex(`${"(".repeat(40_000)}a${")".repeat(40_000)}`))).toBe("regex-too-deep");
    expect(codeOf(() => parseRegex("a".repeat(200_000)))).toBe("regex-too-long");
    expect(codeOf(() => parseRegex("a{99999999999}"))).toBe("regex-repeat-too-large");
    expect(codeOf(() => parseRegex(`${"[".repeat(5000)}a`, { flags: "v" }))).toBe("regex-unsupported");
    expect(parseRegex("a".repeat(99_000)).type).toBe("seq");
  });
});
