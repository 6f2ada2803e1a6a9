import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonTracker } from "./json-tracker.ts";

function track(text: string, size = text.length || 1): JsonTracker {
  const tracker = new JsonTracker();
  for (let at = 0; at < text.length; at += size) tracker.feed(text, at, Math.min(text.length, at + size));
  return tracker;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("JsonTracker", () => {
  it("agrees with JSON.parse on texts that are JSON and on texts that almost are", () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", "}", '"', "\\", "1", "-", ".", "e", " ", "\n", "t"))
      .map(([text, at, insert]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + insert + text.slice(place + (at % 2));
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged), fc.integer({ min: 1, max: 5 }), (text, size) => {
        expect(track(text, size).complete).toBe(parses(text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each(["0", "-0", "1.50", "1e5", "1E+05", "-1.5e-3", " [ ] ", '{"a":{}}', '"\\ud83d\\ude00"', "true", "null "])("takes %s", (text) => {
    expect(track(text).complete).toBe(true);
  });

  it.each([
    "",
    "01",
    "1.",
    "-",
    "1e",
    "+1",
    ".5",
    "tru",
    "nul l",
    "[1,]",
    '{"a":1,}',
    "{a:1}",
    "[1 2]",
    '"\\x"',
    '"\\u12g4"',
    '"a\nb"',
    "1 2",
    "]",
  ])("does not take %s", (text) => {
    expect(track(text).complete).toBe(false);
  });

  it("knows strings from structure, and objects from other values", () => {
    expect(track('{"a": "x').inString).toBe(true);
    expect(track('{"a": "x\\"').inString).toBe(true);
    expect(track('{"a": "x"').inString).toBe(false);
    expect(track(" {").rootIsObject).toBe(true);
    expect(track("[{}]").rootIsObject).toBe(false);
  });

  it("gives the place of the first character that can't be right", () => {
    expect(new JsonTracker().feed('{"a" 1}', 0, 7)).toBe(5);
  });
});
