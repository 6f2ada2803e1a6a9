import fc from "fast-check";
import type { NaiveFormat, NaiveTag } from "./naive-format.ts";

/** Letters of the texts in tests of formats: few, so that markers meet by chance. */
export const LETTERS = ["a", "b", "<"] as const;

export const shortText = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...LETTERS), { minLength, maxLength }).map((letters) => letters.join(""));

const leaf: fc.Arbitrary<NaiveFormat> = fc.oneof(
  shortText(1, 3).map((value): NaiveFormat => ({ type: "const_string", value })),
  fc.constant<NaiveFormat>({ type: "any_text" }),
  fc.array(shortText(1, 3), { minLength: 1, maxLength: 2 }).map((excludes): NaiveFormat => ({ type: "any_text", excludes })),
  fc.nat(4).map((max_chars): NaiveFormat => ({ type: "any_text", max_chars })),
);

function tagOf(content: fc.Arbitrary<NaiveFormat>): fc.Arbitrary<NaiveTag> {
  const end = fc.oneof(shortText(1, 2), fc.array(shortText(0, 2), { minLength: 1, maxLength: 2 }));
  return fc.record({ type: fc.constant("tag" as const), begin: shortText(0, 2), content, end });
}

function triggered(content: fc.Arbitrary<NaiveFormat>): fc.Arbitrary<NaiveFormat> {
  const named = fc.record({ trigger: shortText(1, 2), tag: tagOf(content) });
  return fc
    .record({
      tags: fc.array(named, { minLength: 1, maxLength: 2 }),
      excludes: fc.array(shortText(1, 3), { maxLength: 1 }),
      at_least_one: fc.boolean(),
      stop_after_first: fc.boolean(),
    })
    .map(({ tags, ...flags }): NaiveFormat => {
      const triggers = [...new Set(tags.map(({ trigger }) => trigger))];
      return { type: "triggered_tags", triggers, tags: tags.map(({ trigger, tag }) => ({ ...tag, begin: trigger + tag.begin })), ...flags };
    });
}

/** Trees of formats over {@link LETTERS}; some of them are refused as ambiguous or impossible. */
export const randomFormat: fc.Arbitrary<NaiveFormat> = fc.letrec<{ format: NaiveFormat }>((tie) => {
  const part = tie("format");
  return {
    format: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.record({ type: fc.constantFrom("sequence" as const, "or" as const), elements: fc.array(part, { minLength: 1, maxLength: 3 }) }),
      fc.record({ type: fc.constantFrom("optional" as const, "star" as const, "plus" as const), content: part }),
      fc
        .record({ min: fc.nat(2), more: fc.nat(2), content: part })
        .map(({ min, more, content }): NaiveFormat => ({ type: "repeat", min, max: min + more, content })),
      tagOf(part),
      fc
        .record({
          tags: fc.array(tagOf(part), { minLength: 1, maxLength: 2 }),
          separator: shortText(0, 1),
          at_least_one: fc.boolean(),
          stop_after_first: fc.boolean(),
        })
        .map((fields): NaiveFormat => ({ type: "tags_with_separator", ...fields })),
      triggered(part),
      fc
        .record({
          rules: fc.array(fc.tuple(shortText(1, 2), part), { minLength: 1, maxLength: 2 }),
          loop: fc.boolean(),
          excludes: fc.array(shortText(1, 3), { maxLength: 1 }),
        })
        .map((fields): NaiveFormat => ({ type: "dispatch", ...fields })),
    ),
  };
}).format;
