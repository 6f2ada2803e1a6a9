import { expect, it } from "vitest";
import { fromNative } from "../../core/json.ts";
import { plainReading } from "./plain-schema.ts";

const reading = (schema: unknown, more: object = {}): string =>
  plainReading({ type: "json_schema", jsonSchema: fromNative(schema), ...more });
const closed = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });

it.each([
  { type: "string", description: "x" },
  { type: ["integer", "null"] },
  { enum: ["a", 3, null] },
  { const: "größe", type: "string" },
  { type: "integer", minimum: -5, maximum: 10 },
  { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 3 },
  closed({ a: { type: "string" }, b: { anyOf: [{ type: "null" }, { type: "number" }] } }, { required: ["a"], additionalProperties: false }),
  { $ref: "#/$defs/n", $defs: { n: closed({ next: { $ref: "#/$defs/n" }, v: { type: "null" } }) } },
])("%j is read alike", (schema) => {
  expect(reading(schema)).toBe("same");
});

it.each([true, {}, { type: "object" }, { type: "array" }, closed({ a: {} })])("%j only lets keys be repeated", (schema) => {
  expect(reading(schema)).toBe("repeats");
});

it.each([
  false,
  { type: "string", minLength: 2 },
  { type: "string", format: "date" },
  { minimum: 3 },
  { type: "number", minimum: 0 },
  { enum: ["a"], type: "integer" },
  { const: 1.5 },
  { const: { a: 1 } },
  { anyOf: [{ type: "string" }], type: "string" },
  { allOf: [{ type: "string" }, { type: "string" }] },
  { type: ["object", "null"] },
  { type: "array", items: { type: "null" }, uniqueItems: true },
  closed({}),
  closed({ a: false }),
  closed({ a: { type: "null" } }, { required: ["b"] }),
  closed({ a: { type: "null" } }, { additionalProperties: { type: "null" } }),
  closed({ a: { type: "null" } }, { patternProperties: {} }),
  { $ref: "other.json" },
  { $ref: "#/$defs/none" },
])("%j may be read otherwise", (schema) => {
  expect(reading(schema)).toBe("other");
});

it("takes no style, order or excludes", () => {
  for (const more of [{ style: "qwen_xml" }, { anyOrder: true }, { excludes: ["x"] }])
    expect(reading({ type: "string" }, more)).toBe("other");
});
