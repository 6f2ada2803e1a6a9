import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeOf } from "../../tests/support/error-code.ts";
import { DEEPEST, fromNative, isJsonObject, type Json, JsonNumber, jsonNumber, jsonTypeOf, toNative } from "./json.ts";
import { canonicalText, jsonEquals, parseDecimal } from "./json-compare.ts";
import { isDeeperThan } from "./json-depth.ts";
import { readJson } from "./json-read.ts";
import { writeJson } from "./json-write.ts";

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

describe("reading and writing", () => {
  it("keeps what JSON.parse loses", () => {
    const text = '{"10":1.0,"2":1152921504606846977,"__proto__":{"a":-0},"constructor":1E400,"":[1e2,0.10]}';
    expect(writeJson(readJson(text))).toBe(text);
  });

  it("agrees with JSON.parse on values and on what is no JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: "medium" }), (value) => {
        const text = JSON.stringify(value);
        expect(toNative(readJson(text))).toEqual(JSON.parse(text));
        expect(JSON.parse(writeJson(readJson(text), { indent: 2 }))).toEqual(JSON.parse(text));
        expect(JSON.parse(writeJson(fromNative(JSON.parse(text))))).toEqual(JSON.parse(text));
      }),
    );
    const near = fc.array(fc.constantFrom("{", "}", "[", "]", ",", ":", '"a"', "1", "-", "0", ".5", "e1", "true", "nul", " ", "\\", '"'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(near, (pieces) => {
        const text = pieces.join("");
        let expected: unknown;
        try {
          expected = { value: JSON.parse(text) };
        } catch {
          expected = "json-syntax";
        }
        let actual: unknown;
        try {
          actual = { value: toNative(readJson(text)) };
        } catch (error) {
          actual = (error as { code: string }).code;
        }
        expect(actual).toEqual(expected);
      }),
      { numRuns: 3000 },
    );
  });

  it("says where the text stops being JSON", () => {
    expect(() => readJson('{"a": [1,\n  x]}')).toThrow('json-syntax at /a/1: expected a JSON value, found "x" at line 2, column 3');
    expect(() => readJson("[1] 2")).toThrow('text after the value: "2"');
    expect(() => readJson('"a\u0001"')).toThrow("raw control character");
    expect(() => readJson('"\\u12')).toThrow("incomplete \\u escape");
    expect(() => readJson("")).toThrow("found end of text");
  });

  it("refuses duplicate keys where it is asked to, else the later value wins at the first place", () => {
    expect(writeJson(readJson('{"a":1,"b":2,"a":3}'))).toBe('{"a":3,"b":2}');
    expect(() => readJson('{"x":[{"a":1,"\\u0061":3}]}', { duplicates: "error" })).toThrow("json-duplicate-key at /x/0/a");
  });

  it("keeps lone surrogates and lays out as asked", () => {
    expect(writeJson(readJson('"\\ud800\\ude00 \\ud800"'))).toBe('"\u{10200} \\ud800"');
    const value = readJson('{"b":[1,{}],"a":[]}');
    expect(writeJson(value, { indent: 2 })).toBe('{\n  "b": [\n    1,\n    {}\n  ],\n  "a": []\n}');
    expect(writeJson(value, { itemSeparator: ", ", keySeparator: ": ", sortKeys: true })).toBe('{"a": [], "b": [1, {}]}');
  });

  it("stops at a depth, with a code, wherever it recurses", () => {
    expect(codeOf(() => readJson(nested(513)))).toBe("json-depth");
    expect(writeJson(readJson(nested(512)))).toBe(nested(512));
    const deep = readJson(nested(100_000), { maxDepth: 100_000 });
    for (const recursive of [writeJson, canonicalText, toNative, (value: Json) => fromNative(value, { maxDepth: 200_000 })]) {
      expect(codeOf(() => recursive(deep))).toBe("json-depth");
      expect(() => recursive(readJson(nested(DEEPEST), { maxDepth: DEEPEST }))).not.toThrow();
    }
    expect([isDeeperThan(deep, 99_999), isDeeperThan(deep, 100_000)]).toEqual([true, false]);
  });
});

describe("values", () => {
  it("come from plain data, maps and what has toJSON", () => {
    const date = new Date(0);
    const value = fromNative({
      a: [1n << 60n, undefined, Number.MAX_VALUE],
      b: undefined,
      c: date,
      d: new Map([["10", null]]),
      e: () => 1,
    });
    expect(writeJson(value)).toBe('{"a":[1152921504606846976,null,1.7976931348623157e308],"c":"1970-01-01T00:00:00.000Z","d":{"10":null}}');
  });

  it("refuse what JSON has no form for", () => {
    const cycle: { self?: unknown } = {};
    cycle.self = [cycle];
    expect(codeOf(() => fromNative(cycle))).toBe("json-cyclic");
    expect(codeOf(() => fromNative([Number.NaN]))).toBe("json-not-finite");
    expect(codeOf(() => fromNative(undefined))).toBe("json-unsupported-value");
    const shared = { a: 1 };
    expect(writeJson(fromNative([shared, shared]))).toBe('[{"a":1},{"a":1}]');
  });

  it("have a type, and objects own members only", () => {
    expect(["null", "true", "1", '"a"', "[]", "{}"].map((text) => jsonTypeOf(readJson(text)))).toEqual([
      "null",
      "boolean",
      "number",
      "string",
      "array",
      "object",
    ]);
    expect(Object.getPrototypeOf(toNative(readJson('{"__proto__": {"polluted": true}}')))).toBe(Object.prototype);
    expect(isJsonObject(readJson("[]"))).toBe(false);
    expect([new JsonNumber("1").isIntegerSpelling, new JsonNumber("1.0").isIntegerSpelling, jsonNumber(-0).text]).toEqual([
      true,
      false,
      "-0",
    ]);
  });
});

describe("comparing", () => {
  it.each([
    ["1", "1.0", true],
    ["1", "10e-1", true],
    ["0", "-0.00e99", true],
    ["1e999999999", "10e999999998", true],
    ["9007199254740993", "9007199254740992", false],
    ['{"a":1,"b":[2]}', '{"b":[2.0],"a":1}', true],
    ["[1,2]", "[2,1]", false],
    ['"1"', "1", false],
    ['{"a":null}', "{}", false],
    ['"\\u0061"', '"a"', true],
  ])("%s and %s: %s", (a, b, equal) => {
    expect(jsonEquals(readJson(a), readJson(b))).toBe(equal);
  });

  it("is exact on decimals", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(20), (digits, shift) => {
        const { digits: read, exponent } = parseDecimal(`${digits}e-${shift}`);
        expect(read * 10n ** (exponent + BigInt(shift))).toBe(digits);
      }),
    );
    expect(() => parseDecimal("1.")).toThrow(TypeError);
  });
});
