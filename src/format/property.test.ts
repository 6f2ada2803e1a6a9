import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toResult } from "../core/errors.ts";
import { fromNative, type Json } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";
import * as build from "./builders.ts";
import { outline, outlineLines } from "./outline.ts";
import { readStructuralTag } from "./read.ts";
import { Findings } from "./read-fields.ts";
import { readFormat } from "./read-format.ts";
import type { Format, TagFormat } from "./types.ts";
import { JSON_SCHEMA_STYLES } from "./types.ts";
import { validateFormat } from "./validate.ts";
import { childFormats, walkFormat } from "./visit.ts";
import { writeFormat, writeStructuralTag, writeStructuralTagText } from "./write.ts";

const text = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom("<a>", "</a>", "\n", "`", "\\", "/", "é😀", "\ud800"));
const full = text.map((value) => `x${value}`);
const int = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 2 ** 31 - 1 }));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const tokenRef = fc.oneof(int, full);
const listed = <T>(member: fc.Arbitrary<T>) => fc.array(member, { minLength: 1, maxLength: 3 });
const boundary = fc.oneof(text, tokenRef.map(build.tokenBoundary));
const flags = fc.record({ atLeastOne: fc.boolean(), stopAfterFirst: fc.boolean() });
const schema: fc.Arbitrary<Json> = fc.oneof(
  fc.boolean(),
  fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 })).map((value) => fromNative(value)),
);

const { format } = fc.letrec<{ format: Format; tag: TagFormat }>((tie) => {
  const child = tie("format");
  const tags = fc.array(tie("tag"), { minLength: 1, maxLength: 3 });
  return {
    tag: fc.tuple(boundary, child, fc.oneof(boundary, listed(text))).map((parts) => build.tag(...parts)),
    format: fc.oneof(
      { depthSize: "small" },
      fc.oneof(
        text.map(build.constString),
        full.map(build.regex),
        full.map(build.grammar),
        tokenRef.map(build.token),
        fc.array(tokenRef, { maxLength: 2 }).map(build.excludeToken),
        fc.record({ excludeTokens: fc.array(tokenRef, { maxLength: 2 }), maxTokens: maybe(int) }).map(build.anyTokens),
        fc.record({ excludes: fc.array(text, { maxLength: 2 }), maxTokens: maybe(int), maxChars: maybe(int) }).map(build.anyText),
        fc
          .tuple(
            schema,
            fc.record({
              style: fc.constantFrom(...JSON_SCHEMA_STYLES),
              anyOrder: fc.boolean(),
              maxWhitespaceCount: maybe(int.map((value) => Math.max(1, value))),
              excludes: fc.array(full, { maxLength: 2 }),
            }),
          )
          .map((parts) => build.jsonSchema(...parts)),
      ),
      listed(child).map(build.sequence),
      listed(child).map(build.or),
      child.map(build.optional),
      child.map(build.plus),
      child.map(build.star),
      fc.tuple(int, fc.oneof(int, fc.constant(-1)), child).map((parts) => build.repeat(...parts)),
      tie("tag"),
      fc.tuple(listed(full), tags, flags).map((parts) => build.triggeredTags(...parts)),
      fc.tuple(listed(tokenRef), tags, flags).map((parts) => build.tokenTriggeredTags(...parts)),
      fc.tuple(tags, text, flags).map((parts) => build.tagsWithSeparator(...parts)),
      fc
        .tuple(
          fc.array(fc.tuple(full, child), { minLength: 1, maxLength: 3 }),
          fc.record({ loop: fc.boolean(), excludes: fc.array(full, { maxLength: 2 }) }),
        )
        .map((parts) => build.dispatch(...parts)),
      fc
        .tuple(fc.array(fc.tuple(tokenRef, child), { minLength: 1, maxLength: 3 }), fc.record({ loop: fc.boolean() }))
        .map((parts) => build.tokenDispatch(...parts)),
    ),
  };
});

/** The number of lines by the layout rules, counted on its own: a line for each format, grammar line and rule, but none for a leaf that is taken along. */
function countLines(node: Format): number {
  const children = childFormats(node).map((child) => child.format);
  const below = children.reduce((sum, child) => sum + countLines(child), 0);
  switch (node.type) {
    case "grammar":
      return 1 + node.grammar.split("\n").filter((line, index, all) => line !== "" || index < all.length - 1).length;
    case "optional":
    case "plus":
    case "star":
    case "repeat":
    case "tag":
      return below + (isLeaf(children[0]) ? 0 : 1);
    case "dispatch":
    case "token_dispatch":
      return 1 + below + children.filter((child) => !isLeaf(child)).length;
    default:
      return 1 + below;
  }
}

function isLeaf(node: Format): boolean {
  if (node.type === "tag") return isLeaf(node.content);
  return childFormats(node).length === 0 && node.type !== "grammar";
}

describe("any tree", () => {
  test("comes back equal from the wire", () => {
    fc.assert(
      fc.property(format, (tree) => {
        const wire = writeFormat(tree);
        const findings = new Findings("error");
        const back = readFormat(wire, "", findings);
        expect(findings).toMatchObject({ errors: [], warnings: [] });
        expect(back).toEqual(tree);
        expect(writeFormat(back)).toEqual(wire);
        expect(readJson(writeStructuralTagText(tree))).toEqual(writeStructuralTag(tree));
      }),
      { numRuns: 300 },
    );
  });

  test("is read where it is valid, and refused with the errors of its validation where it is not", () => {
    fc.assert(
      fc.property(format, (tree) => {
        const errors = validateFormat(tree).filter(({ severity }) => severity === "error");
        const read = toResult(() => readStructuralTag(writeStructuralTagText(tree)));
        if (read.ok) expect([read.value.format, errors]).toEqual([tree, []]);
        else expect(read.error.issues).toEqual(errors.map(({ severity: _, ...issue }) => issue));
      }),
      { numRuns: 300 },
    );
  });

  test("prints its lines by the rules", () => {
    fc.assert(
      fc.property(format, (tree) => {
        const lines = outlineLines(tree);
        expect(lines).toHaveLength(countLines(tree));
        const printed = outline(tree);
        expect(printed).toBe(lines.map((line) => `${"  ".repeat(line.depth)}${line.text}\n`).join(""));
        // A grammar's own text may hold other line breaks; nothing else may.
        if (![...walkFormat(tree)].some((node) => node.format.type === "grammar")) expect(printed).not.toMatch(/[^\n\P{Cc}]/u);
        const shown = lines.flatMap((line) => line.spans.map((span) => span.path));
        for (const { path } of walkFormat(tree)) expect(shown).toContain(path);
      }),
      { numRuns: 300 },
    );
  });

  test("is walked in the order and under the paths of its wire JSON", () => {
    fc.assert(
      fc.property(format, (tree) => {
        const wire = JSON.parse(writeStructuralTagText(tree));
        for (const node of walkFormat(tree)) {
          const found = node.path
            .slice(1)
            .split("/")
            .reduce((value, key) => value[key], wire);
          expect(found.type).toBe(node.format.type);
        }
      }),
      { numRuns: 200 },
    );
  });
});
