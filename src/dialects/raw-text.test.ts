import { describe, expect, it } from "vitest";
import { fromNative, type JsonObject } from "../core/json.ts";
import type { Format } from "../format/types.ts";
import { Findings } from "./findings.ts";
import { readPattern } from "./pattern.ts";
import { takesKey } from "./pattern-text.ts";
import { rawText } from "./raw-text.ts";
import { STRING_FORMATS } from "./string-formats.ts";

const END = "<|close|>argument<|sep|>";
const CALL_END = "<|close|>call<|sep|>";

function build(schema: object): { format: Format | undefined; codes: string[] } {
  const findings = new Findings("t", "");
  const format = rawText(fromNative(schema) as JsonObject, "", { excludes: [], terminators: [END, CALL_END] }, findings);
  return { format, codes: findings.diagnostics.map((item) => item.code) };
}

/** Whether a value can be written, by JavaScript's own regular expressions. */
function writes(format: Format | undefined, value: string): boolean {
  const ends = (part: Format, at: number): number[] => {
    const all = Array.from({ length: value.length - at + 1 }, (_, index) => at + index);
    switch (part.type) {
      case "const_string":
        return value.startsWith(part.value, at) ? [at + part.value.length] : [];
      case "regex":
        return all.filter((end) => new RegExp(`^(?:${part.pattern})$`, "u").test(value.slice(at, end)));
      case "any_text":
        return all.filter((end) => {
          const slice = value.slice(at, end);
          return (
            [...slice].length <= (part.maxChars ?? Number.POSITIVE_INFINITY) && !(part.excludes ?? []).some((text) => slice.includes(text))
          );
        });
      case "sequence":
        return part.elements.reduce<number[]>((places, element) => [...new Set(places.flatMap((place) => ends(element, place)))], [at]);
      case "or":
        return part.elements.flatMap((element) => ends(element, at));
      default:
        throw new Error(part.type);
    }
  };
  return format !== undefined && ends(format, 0).includes(value.length);
}

const SAMPLES = [
  "",
  "a",
  "ab",
  "abc",
  "<",
  "<b",
  "<<<",
  "a<b",
  "a|b",
  "|",
  "<div>",
  "x".repeat(12),
  "😀😀",
  "a\nb",
  "foo",
  "xfoox",
  "AB",
  "<|",
];
const FORBIDDEN = [END, CALL_END, `a${END}`, `a${CALL_END}b`, `foo${END}`, `<${END}`];

describe("lengths", () => {
  const bounds: [object, number, number][] = [
    [{}, 0, 1e9],
    [{ maxLength: 3 }, 0, 3],
    [{ minLength: 1 }, 1, 1e9],
    [{ minLength: 2 }, 2, 1e9],
    [{ minLength: 1, maxLength: 3 }, 1, 3],
    [{ minLength: 2, maxLength: 2 }, 2, 2],
  ];
  it.each(bounds)("%j are held in code points", (schema, min, max) => {
    const { format } = build(schema);
    for (const value of SAMPLES) {
      const length = [...value].length;
      if (length < min || length > max) expect(writes(format, value), value).toBe(false);
      else if (!value.includes("<|")) expect(writes(format, value), value).toBe(true);
    }
    for (const value of FORBIDDEN) expect(writes(format, value), value).toBe(false);
  });

  it("that contradict leave no text, and those beyond reach are reported", () => {
    expect(build({ minLength: 3, maxLength: 2 }).format).toBeUndefined();
    expect(build({ minLength: 999999999999 }).codes).toEqual(["arguments-length"]);
    expect(build({ maxLength: 99999999999 })).toMatchObject({ codes: [], format: { type: "any_text" } });
  });
});

describe("patterns", () => {
  it("that are anchored and cannot spell an end marker stay as they are", () => {
    expect(build({ pattern: "^[A-Z]{2}$" })).toEqual({ format: { type: "regex", pattern: "^[A-Z]{2}$" }, codes: [] });
    expect(build({ pattern: "^(?<a>x|y)+\\d$" }).format).toEqual({ type: "regex", pattern: "^(?<a>x|y)+\\d$" });
  });

  const patterns = [
    "foo",
    "^foo",
    "foo$",
    "^.*$",
    "^a|b$",
    "^\\S+$",
    "^[!-~]+$",
    '^[^"]*$',
    "^[\\s\\S]{2,}$",
    "o{2}",
    "^(?:f|x)",
    "^\\w+\\W\\w$",
    "^<[a-z]+>$",
  ];
  it.each(patterns)("%s is searched in the value, and spells no end marker", (pattern) => {
    const { format } = build({ pattern });
    const test = new RegExp(pattern, "u");
    for (const value of SAMPLES) {
      const possible = test.test(value) && !(value.includes("<") && value.includes("|"));
      expect(writes(format, value), value).toBe(possible);
    }
    for (const value of FORBIDDEN) expect(writes(format, value), value).toBe(false);
  });

  it("of one class take lengths into their count; others report them", () => {
    expect(build({ pattern: "^[a-z]+$", minLength: 1, maxLength: 9 })).toEqual({
      format: { type: "regex", pattern: "[a-z]{1,9}" },
      codes: [],
    });
    expect(build({ pattern: "^[A-Z]{2}$", maxLength: 2 }).codes).toEqual([]);
    expect(build({ pattern: "^(?:ab)+$", maxLength: 4 }).codes).toEqual(["arguments-length"]);
  });

  it("with assertions are reported, lengths beside them are held", () => {
    expect(build({ pattern: "^(?=a).*$", maxLength: 3 })).toMatchObject({
      codes: ["arguments-pattern"],
      format: { type: "any_text", maxChars: 3 },
    });
    expect(build({ pattern: "^(a)\\1$" }).codes).toEqual(["arguments-pattern"]);
    expect(build({ pattern: "\\bword\\b" }).codes).toEqual(["arguments-pattern"]);
  });

  it("beside other patterns and formats are held first", () => {
    expect(build({ pattern: "^a$", format: "date" }).codes).toEqual(["arguments-pattern-combined"]);
    expect(build({ allOf: [{ pattern: "^a$" }] }).format).toEqual({ type: "regex", pattern: "^a$" });
  });

  it("are read without depth or time running away", () => {
    expect(readPattern("(".repeat(5000) + ")".repeat(5000))).toBeUndefined();
    expect(takesKey("^(a+)+$", `${"a".repeat(60)}!`)).toBe(false);
    expect(takesKey("b", "abc")).toBe(true);
  });
});

describe("formats", () => {
  const samples: Record<string, [string[], string[]]> = {
    date: [
      ["2024-02-29", "2000-02-29", "2023-12-31"],
      ["2023-02-29", "1900-02-29", "2023-04-31", "2023-1-1"],
    ],
    time: [
      ["10:00:00Z", "23:59:59.5+01:00"],
      ["10:00:00", "24:00:00Z"],
    ],
    "date-time": [["2024-02-29T10:00:00Z"], ["2024-02-29 10:00:00Z"]],
    duration: [
      ["P1Y2M3DT4H5M6S", "P3W", "PT5M", "P1D"],
      ["P", "PT", "P1S", "1D"],
    ],
    email: [["a.b+c@example.org"], ["a@", "@b", "a b@c"]],
    hostname: [["a-b.example"], ["-a", "a..b"]],
    ipv4: [
      ["127.0.0.1", "255.255.255.255"],
      ["256.1.1.1", "1.1.1", "01.1.1.1"],
    ],
    ipv6: [
      ["::", "::1", "1::", "1:2:3:4:5:6:7:8", "fe80::1:2", "::ffff:127.0.0.1", "1:2::3:127.0.0.1"],
      ["1:2:3", ":::", "1::2::3", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8:9"],
    ],
    uuid: [["123e4567-e89b-12d3-a456-426614174000"], ["123e4567e89b12d3a456426614174000"]],
    uri: [
      ["https://example.org/a?b=c#d", "urn:x"],
      ["/a", "a b:c"],
    ],
    "uri-reference": [
      ["/a/b", "", "x"],
      ["a b", "%zz"],
    ],
    "json-pointer": [
      ["", "/a/b~1c"],
      ["a", "/~2"],
    ],
  };
  it.each(Object.keys(samples))("%s", (name) => {
    const { format, codes } = build({ format: name });
    expect(codes.filter((code) => code !== "arguments-text-narrowed")).toEqual([]);
    for (const value of samples[name][0]) expect(writes(format, value), value).toBe(true);
    for (const value of samples[name][1]) expect(writes(format, value), value).toBe(false);
  });

  it("are all tried above, and unknown ones only describe", () => {
    expect(Object.keys(samples).sort()).toEqual([...STRING_FORMATS.keys()].sort());
    expect(build({ format: "phone" }).codes).toEqual(["arguments-format-unknown"]);
    expect(build({ format: "iri" }).codes).toEqual(["arguments-format"]);
  });
});
