import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MarkerSet } from "./marker-set.ts";

describe("MarkerSet", () => {
  it("finds the earliest marker, and the longest where several start", () => {
    const set = new MarkerSet(["<a>", "<a>b", "\n<x"]);
    expect(set.search("..<a>bc", 0)).toEqual({ at: 2, marker: "<a>b" });
    expect(set.search("..<a>c", 0)).toEqual({ at: 2, marker: "<a>" });
    expect(set.search("\n\n<x<a>", 0)).toEqual({ at: 1, marker: "\n<x" });
  });

  it("holds back what may become a marker, also a longer one, and nothing else", () => {
    const set = new MarkerSet(["<a>", "<a>b"]);
    expect(set.search("x<a>", 0)).toEqual({ at: 1, marker: undefined });
    expect(set.search("x<a", 0)).toEqual({ at: 1, marker: undefined });
    expect(set.search("x<b", 0)).toEqual({ at: 3, marker: undefined });
    expect(set.search("<<a", 0)).toEqual({ at: 1, marker: undefined });
  });

  it("gives the same markers however the text is cut", () => {
    const set = new MarkerSet(["<a>", "<ab>", "<a>b", "a<"]);
    const text = fc.array(fc.constantFrom("<", "a", "b", ">", "<a>", "<ab>"), { maxLength: 30 }).map((parts) => parts.join(""));
    const markersOf = (chunks: readonly string[]): string[] => {
      const found: string[] = [];
      let rest = "";
      for (const chunk of chunks) {
        rest += chunk;
        for (;;) {
          const { at, marker } = set.search(rest, 0);
          if (marker === undefined) {
            rest = rest.slice(at);
            break;
          }
          found.push(marker);
          rest = rest.slice(at + marker.length);
        }
      }
      return found;
    };
    // The end of the text is marked, so that the longest marker is decided in both.
    fc.assert(
      fc.property(text, (body) => {
        expect(markersOf([...`${body}.`])).toEqual(markersOf([`${body}.`]));
      }),
    );
  });

  it("refuses markers that could match nothing", () => {
    expect(() => new MarkerSet([])).toThrow(TypeError);
    expect(() => new MarkerSet([""])).toThrow(TypeError);
  });
});
