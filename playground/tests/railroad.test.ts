import { expect, test } from "vitest";
import { anyText, constString, jsonSchema, optional, or, plus, regex, sequence, star, tag, tagsWithSeparator } from "../../src/index.ts";
import { formatTree } from "../src/engine/format-tree.ts";
import { railroad } from "../src/views/railroad-layout.ts";

const overlap = (a: { x: number; y: number; width: number; height: number }, b: typeof a): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test("boxes lie inside the drawing and do not overlap", () => {
  const call = (name: string) =>
    tag(`<call ${name}>`, sequence([regex("[0-9]+"), or([jsonSchema(true), anyText({ excludes: ["x"] })])]), "</call>");
  const root = sequence([
    optional(star(constString("a"))),
    plus(or([call("one"), call("two")])),
    tagsWithSeparator([call("three"), call("four")], "; ", { atLeastOne: true }),
    ...Array.from({ length: 12 }, (_, index) => constString(`a longer text, number ${index}`)),
  ]);
  const { boxes, frames, width, height } = railroad(formatTree(root));
  expect(boxes.length).toBeGreaterThan(20);
  for (const box of [...boxes, ...frames]) {
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
  }
  for (const [index, box] of boxes.entries())
    for (const other of boxes.slice(index + 1)) expect([box.text, other.text, overlap(box, other)]).toEqual([box.text, other.text, false]);
});
