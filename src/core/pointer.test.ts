import fc from "fast-check";
import { expect, it } from "vitest";
import { childPointer, pointerTokens } from "./pointer.ts";

it("gives back the tokens that a pointer was made of", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom("~", "/", "~1", "~01", ""))), (tokens) => {
      expect(pointerTokens(tokens.reduce((base, token) => childPointer(base, token), ""))).toEqual(tokens);
    }),
  );
  expect(childPointer("/a", 0)).toBe("/a/0");
  expect(pointerTokens("a/b")).toBeUndefined();
});
