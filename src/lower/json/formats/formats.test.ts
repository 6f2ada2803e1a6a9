import { describe, expect, it } from "vitest";
import { acceptsText } from "../../../../tests/support/accepts-text.ts";
import { ExprArena } from "../../../expr/arena.ts";
import { FORMATS } from "../../../schema/validate/formats/formats.ts";
import { utf8Spelling } from "../../utf8.ts";
import { lowerFormat } from "./formats.ts";

/** Texts near the edges of every format. Each is tried on each format. */
const TEXTS = [
  "",
  "a",
  "1",
  "2024-02-29",
  "2023-02-29",
  "2100-02-29",
  "2000-02-29",
  "0000-02-29",
  "2024-04-31",
  "2024-13-01",
  "2024-1-1",
  "2024-12-31",
  "12:00:00Z",
  "23:59:60Z",
  "23:59:60z",
  "22:59:60Z",
  "01:29:60+01:30",
  "15:59:60-08:00",
  "15:59:60-08:01",
  "00:00:60+00:01",
  "23:59:60.123+00:00",
  "24:00:00Z",
  "12:00:00",
  "12:00:00.5+05:30",
  "12:00:00+24:00",
  "2024-02-29T12:00:00Z",
  "2024-02-29t12:00:00.25z",
  "1998-12-31T23:59:60Z",
  "1998-12-31T15:59:60.123-08:00",
  "2024-02-30T12:00:00Z",
  "2024-02-29 12:00:00Z",
  "P1Y",
  "P1Y2M3DT4H5M6S",
  "P",
  "PT",
  "P1W",
  "P1WT1H",
  "P1D2H",
  "PT0S",
  "P1YT",
  "P1MT2M",
  "joe@example.com",
  '"joe bloggs"@example.com',
  '"joe@bloggs"@example.com',
  "joe@[127.0.0.1]",
  "joe@[IPv6:::1]",
  ".joe@a.b",
  "joe.@a.b",
  "jo..e@a.b",
  "@a",
  "joe@",
  "j@a_b.c",
  "example.com",
  "a-b.c",
  "-a",
  "a-",
  "a..b",
  ".",
  "a.",
  "XN--",
  "xn--",
  "ab--cd",
  "a--b",
  "a1-.b",
  `${"a".repeat(63)}.b`,
  `${"a".repeat(64)}`,
  `${"abcdefghi.".repeat(25)}abc`,
  `${"abcdefghi.".repeat(25)}abcd`,
  "127.0.0.1",
  "256.1.1.1",
  "01.1.1.1",
  "1.1.1",
  "1.1.1.1.1",
  "::",
  "::1",
  "1::",
  "1:2:3:4:5:6:7:8",
  "1:2:3:4:5:6:7::",
  "::2:3:4:5:6:7:8",
  "1:2:3:4:5:6:7:8:9",
  "1::2::3",
  ":1",
  "1:",
  "::1.2.3.4",
  "1:2:3:4:5:6:1.2.3.4",
  "1.2.3.4::",
  "1:2:3:4:5:6:7:1.2.3.4",
  "::12345",
  "fe80::1%eth0",
  "http://a.b/c?d#e",
  "http://[::1]:80/",
  "http://[v1.x]/",
  "http://a@b:c/",
  "urn:x:y",
  "//a/b",
  "/a",
  "a/b",
  "a:b",
  "1:b",
  "#f",
  "?q",
  "http://a b",
  "http://a/%zz",
  "http://a/%41",
  "mailto:x@y",
  "http:",
  "http:///x",
  "\\\\WINDOWS",
  "http://ƒøø.ßår/?∂éœ=πîx",
  "tel:+1-816-555-1212",
  "http://example.com/{id}",
  "{a}",
  "{+a,b:3}",
  "{a*}",
  "{",
  "{}",
  "a{?b}c",
  "{a:0}",
  "x%4x",
  "http://a/<>",
  "2eb8aa08-aa98-11ea-b4aa-73b441d16380",
  "2eb8aa08aa9811eab4aa73b441d16380",
  "2eb8aa08-aa98-11ea-b4aa-73b441d1638g",
  "/a/b",
  "/a~0b",
  "/a~2",
  "/",
  "~",
  "0",
  "0#",
  "1/a",
  "01/a",
  "-1/a",
  "0##",
  "^[a-z]+$",
  "(a|b)*",
  "[",
  "(",
  "a{2,1}",
  "a{1,2}",
  "\\d+",
  "\\p",
  "\\a",
  "(?:x)",
  "(?=x)*",
  "[z-a]",
  "[a-z0-9_-]",
  "a**",
  "^(?:(a)|b)?$",
  "x{",
  "mañana",
  "例え.テスト",
  "日本語。com",
  "café@例え.jp",
  "a·b",
  "ـ",
  "пример.рф",
];

describe("formats", () => {
  const arena = new ExprArena();
  const spelling = utf8Spelling(arena);
  const narrowed = new Set(["regex", "idn-hostname", "idn-email", "hostname", "email"]);

  it.each([...FORMATS])("%s agrees with the test of values", (name, test) => {
    const e = lowerFormat(arena, spelling, { source: name, negated: false, path: "" });
    const negated = name === "regex" ? undefined : lowerFormat(arena, spelling, { source: name, negated: true, path: "" });
    for (const text of TEXTS) {
      const valid = test(text);
      const written = acceptsText(arena, e, text);
      if (narrowed.has(name)) expect([text, written && !valid]).toEqual([text, false]);
      else expect([text, written]).toEqual([text, valid]);
      if (negated !== undefined && valid) expect([text, acceptsText(arena, negated, text)]).toEqual([text, false]);
    }
  });

  it("write what is usual in the formats that are narrowed", () => {
    const usual: Record<string, string[]> = {
      regex: ["^[a-z]+$", "(a|b)*", "a{1,2}", "\\d+", "[a-z0-9_-]", "^(?:(a)|b)?$", ".*", ""],
      "idn-hostname": ["example.com", "mañana", "пример.рф", "日本語。com"],
      "idn-email": ["café@例え.jp", "joe@example.com"],
      hostname: ["example.com", "a-b.c", `${"a".repeat(63)}.b`],
      email: ["joe@example.com", '"joe bloggs"@example.com', "joe@[127.0.0.1]"],
    };
    for (const [name, texts] of Object.entries(usual)) {
      const e = lowerFormat(arena, spelling, { source: name, negated: false, path: "" });
      for (const text of texts) expect([name, text, acceptsText(arena, e, text)]).toEqual([name, text, true]);
    }
  });

  it("refuse what can't be told", () => {
    expect(() => lowerFormat(arena, spelling, { source: "regex", negated: true, path: "/not/format" })).toThrow(/lower-json-format/);
    expect(() => lowerFormat(arena, spelling, { source: "color", negated: false, path: "/format" })).toThrow(/lower-json-format/);
  });
});
