import { expect, it } from "vitest";
import { byteVocabulary } from "../../../tests/support/byte-vocabulary.ts";
import { SeededRandom } from "../../core/random.ts";
import { GrammarCompiler } from "../../engine.ts";

const compiler = new GrammarCompiler(byteVocabulary());

/** The first beginning of a random text behind which nothing is allowed; texts go on as long as they can. */
function deadEnd(schema: unknown, walks: number, anyOrder = false): string | undefined {
  const grammar = compiler.compileJsonSchema(schema, { writing: { layout: { type: "flexible", maxWhitespaceCount: 0 }, anyOrder } });
  for (let seed = 0; seed < walks; seed += 1) {
    const random = new SeededRandom(seed);
    const matcher = grammar.matcher();
    let text = "";
    for (let step = 0; step < 120 && !matcher.isCompleted(); step += 1) {
      const tokens = [...matcher.nextTokenMask().toArray()];
      if (tokens.length === 0) return text;
      // Letters and digits, and what was written before: repetitions are what is looked for.
      const [plain, again] = [
        tokens.filter((token) => token >= 0x2c && token < 0x7b),
        tokens.filter((token) => text.includes(String.fromCharCode(token))),
      ];
      const token = random.pick(random.below(3) > 0 && again.length > 0 ? again : plain.length > 0 ? plain : tokens);
      expect(matcher.acceptToken(token)).toBe(true);
      text += String.fromCharCode(token);
    }
  }
  return undefined;
}

const list = (items: unknown, more: object = {}): object => ({ type: "array", items, uniqueItems: true, ...more });

it.each<[string, object]>([
  ["integers of a long range", list({ type: "integer", minimum: 0, maximum: 5000 }, { minItems: 20 })],
  ["integers bounded on one side", list({ type: "integer", maximum: 12 }, { minItems: 15 })],
  ["fractions between bounds", list({ type: "number", minimum: 0, maximum: 1 }, { minItems: 8 })],
  ["multiples of a fraction", list({ type: "number", minimum: 0, maximum: 2, multipleOf: 0.5 }, { minItems: 5 })],
  ["any numbers", list({ type: "number" }, { minItems: 30 })],
  ["years", list({ type: "string", pattern: "^20[0-9]{2}$" }, { minItems: 12 })],
  ["short texts", list({ type: "string", pattern: "^[ab]{1,2}$" }, { minItems: 6 })],
  ["dates", list({ type: "string", format: "date" }, { minItems: 6 })],
  ["booleans beside texts", list({ anyOf: [{ type: "boolean" }, { pattern: "^[ab]$", type: "string" }] }, { minItems: 4 })],
  ["anything", list(true, { minItems: 25 })],
  [
    "items after a list",
    {
      type: "array",
      prefixItems: [{ type: "boolean" }, { type: "boolean" }],
      items: { pattern: "^a?$", type: "string" },
      uniqueItems: true,
      minItems: 3,
    },
  ],
  ["keys of a pattern", { type: "object", patternProperties: { "^k[0-9]$": true }, additionalProperties: false, minProperties: 8 }],
  ["one possible key", { type: "object", propertyNames: { maxLength: 0 }, additionalProperties: { type: "boolean" } }],
  [
    "few keys of several kinds",
    {
      type: "object",
      properties: { a: true },
      patternProperties: { "^[ab]$": { type: "null" }, "^[bc]$": { type: "null" } },
      additionalProperties: false,
      minProperties: 2,
    },
  ],
])("leaves no dead end in %s", (_, schema) => {
  expect(deadEnd(schema, 80)).toBeUndefined();
  expect(deadEnd(schema, 30, true)).toBeUndefined();
});

const accepts = (schema: unknown, text: string): boolean => {
  const matcher = compiler.compileJsonSchema(schema).matcher();
  return matcher.acceptString(text) && matcher.isCompleted();
};

it("refuses the last byte of what is used, and nothing else", () => {
  const years = list({ type: "string", pattern: "^20[0-9]{2}$" });
  expect(accepts(years, '["2024", "2025"]')).toBe(true);
  const matcher = compiler.compileJsonSchema(years).matcher();
  expect(matcher.acceptString('["2024","202')).toBe(true);
  expect(matcher.acceptString("4")).toBe(false);
  expect(matcher.acceptString("\\u0034")).toBe(false);
  expect(matcher.acceptString("\\u0035")).toBe(true);
  const numbers = compiler.compileJsonSchema(list({ type: "integer", minimum: 0, maximum: 5000 })).matcher();
  expect(numbers.acceptString("[5000,500")).toBe(true);
  expect(numbers.acceptString("0")).toBe(false);
  expect(numbers.acceptString(",50,5,0,1")).toBe(true);
});

it("refuses more items than there are values", () => {
  expect(() => compiler.compileJsonSchema(list({ type: "string", pattern: "^[ab]$" }, { minItems: 3 }))).toThrow();
  expect(accepts(list({ type: "string", pattern: "^[ab]$" }, { minItems: 2 }), '["b","a"]')).toBe(true);
});
