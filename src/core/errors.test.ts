import { expect, it } from "vitest";
import { fail, formatIssue, StructagError, toResult } from "./errors.ts";

it("carries every issue, and the first one's code", () => {
  const error = new StructagError([
    { code: "a-b", path: "/x", message: "wrong", hint: "mend it" },
    { code: "c-d", path: "", message: "also wrong" },
  ]);
  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.code, error.message]).toEqual(["StructagError", "a-b", "a-b at /x: wrong (mend it)\nc-d: also wrong"]);
  expect(() => new StructagError([])).toThrow(TypeError);
  expect(formatIssue(error.issues[0])).toBe("a-b at /x: wrong (mend it)");
});

it("turns its own errors into results, and no others", () => {
  expect(toResult(() => 1)).toEqual({ ok: true, value: 1 });
  const refused = toResult(() => fail("a-b", "", "no"));
  expect(refused.ok ? undefined : refused.error.code).toBe("a-b");
  expect(() =>
    toResult(() => {
      throw new RangeError("other");
    }),
  ).toThrow(RangeError);
});
