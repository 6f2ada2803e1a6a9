import { expect, it } from "vitest";
import { isPlainRegex } from "./plain-regex.ts";

it.each(["a", "[1-9][0-9]*", "\\d+", "(?:ab|c)?x{2,3}", "[^<>\\]\\-]+", "a\\.b\\/c", "[ \\t\\r\\n]*(?:[^ {\\[<]|<[^|])", "(a)(b){2,}"])(
  "%s means the same everywhere",
  (pattern) => {
    expect(isPlainRegex(pattern)).toBe(true);
  },
);

it.each([
  ...["", ".", "\\s", "^a", "a$", "\\bx", "(?=a)b", "(?<n>a)", "a*?", "a|", "|a", "(|a)", "()", "(a", "a)", "*a", "a**", "a{2}{3}"],
  ...["\\p{L}", "é", "[a-é]", "\\u0041", "[]", "[b-A]", "a{1000}", "\\1"],
])("%j may not", (pattern) => {
  expect(isPlainRegex(pattern)).toBe(false);
});
