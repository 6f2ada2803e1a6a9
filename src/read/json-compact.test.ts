import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactJson } from "./json-compact.ts";

describe("compactJson", () => {
  it("removes the whitespace between tokens and nothing else", () => {
    expect(compactJson(' { "a b" : [ 1.0 , 1e+05,"x \\" y\\\\" ] ,\n"\\u0041": null }\t')).toBe(
      '{"a b":[1.0,1e+05,"x \\" y\\\\"],"\\u0041":null}',
    );
  });

  it("undoes every indentation", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(compactJson(JSON.stringify(value, undefined, 3))).toBe(JSON.stringify(value));
      }),
    );
  });
});
