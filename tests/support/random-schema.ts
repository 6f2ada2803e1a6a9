import fc from "fast-check";

/** Values small enough that random schemas say yes and no about them. */
export type PlainValue = null | boolean | number | string | PlainValue[] | { [key: string]: PlainValue };
export type PlainSchema = boolean | { [keyword: string]: unknown };

const KEYS = ["a", "b", "ab", "x-1"] as const;
const PATTERNS = ["^a", "b$", "^x-", "^[ab]+$", "a"] as const;
const key = fc.constantFrom(...KEYS);
const pattern = fc.constantFrom(...PATTERNS);
const count = fc.integer({ min: 0, max: 3 });
const scalar: fc.Arbitrary<PlainValue> = fc.oneof(
  fc.constantFrom<PlainValue>(null, true, false),
  fc.constantFrom<PlainValue>(0, 1, 2, 3, 1.5, -1, 2.5),
  fc.constantFrom<PlainValue>("", "a", "b", "ab", "abb"),
);

/** Random values out of few keys, numbers and strings. */
export const randomValue: fc.Arbitrary<PlainValue> = fc.letrec<{ value: PlainValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

function keyword(name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  return value.map((made) => ({ [name]: made }));
}

/**
 * Random schemas of draft 2020-12 with keywords of every kind, also in combinations that nobody would write. References go to `$defs` and stand where a member is meant, so they may be
 * recursive but never run in circles.
 */
export const randomSchema: fc.Arbitrary<PlainSchema> = fc
  .tuple(schemaArbitrary(3), schemaArbitrary(2), schemaArbitrary(2))
  .map(([root, one, two]) => (typeof root === "boolean" ? root : { ...root, $defs: { one, two } }));

function schemaArbitrary(depth: number): fc.Arbitrary<PlainSchema> {
  const types = fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object");
  const own = fc.oneof(
    keyword("type", fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 }))),
    keyword("const", scalar),
    keyword(
      "enum",
      fc.uniqueArray(fc.oneof({ weight: 4, arbitrary: scalar }, { weight: 1, arbitrary: randomValue }), {
        minLength: 1,
        maxLength: 4,
        selector: (value) => JSON.stringify(value),
      }),
    ),
    fc
      .constantFrom("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
      .chain((name) => keyword(name, fc.integer({ min: -1, max: 3 }))),
    keyword("multipleOf", fc.constantFrom(1, 2, 0.5, 1.5)),
    fc
      .constantFrom("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")
      .chain((name) => keyword(name, count)),
    keyword("pattern", pattern),
    keyword("uniqueItems", fc.boolean()),
    keyword("required", fc.uniqueArray(key, { maxLength: 2 })),
    keyword("dependentRequired", fc.dictionary(key, fc.uniqueArray(key, { maxLength: 2 }), { maxKeys: 2, noNullPrototype: true })),
  );
  if (depth === 0) return fc.oneof({ weight: 1, arbitrary: fc.boolean() }, { weight: 5, arbitrary: own });
  const inner = schemaArbitrary(depth - 1);
  const member = fc.oneof(
    { weight: 4, arbitrary: inner },
    { weight: 1, arbitrary: fc.constantFrom<PlainSchema>({ $ref: "#/$defs/one" }, { $ref: "#/$defs/two" }) },
  );
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  const applied = fc.oneof(
    keyword("properties", fc.dictionary(key, member, { maxKeys: 3, noNullPrototype: true })),
    keyword("patternProperties", fc.dictionary(pattern, member, { maxKeys: 2, noNullPrototype: true })),
    keyword("additionalProperties", member),
    keyword(
      "propertyNames",
      fc.oneof(
        keyword("pattern", pattern),
        keyword("enum", fc.uniqueArray(key, { minLength: 1, maxLength: 2 })),
        keyword("maxLength", count),
      ),
    ),
    keyword("dependentSchemas", fc.dictionary(key, inner, { maxKeys: 1, noNullPrototype: true })),
    keyword("unevaluatedProperties", inner),
    keyword("items", member),
    keyword("prefixItems", fc.array(member, { minLength: 1, maxLength: 2 })),
    fc
      .tuple(inner, fc.option(count, { nil: undefined }), fc.option(count, { nil: undefined }))
      .map(([contains, minContains, maxContains]) => ({
        contains,
        ...(minContains === undefined ? {} : { minContains }),
        ...(maxContains === undefined ? {} : { maxContains }),
      })),
    keyword("unevaluatedItems", inner),
    keyword("allOf", list),
    keyword("anyOf", list),
    keyword("oneOf", list),
    keyword("not", inner),
    fc.tuple(inner, inner, fc.option(inner, { nil: undefined })).map(([condition, consequence, otherwise]) => ({
      if: condition,
      // biome-ignore lint/suspicious/noThenProperty: it is the keyword
      then: consequence,
      ...(otherwise === undefined ? {} : { else: otherwise }),
    })),
  );
  return fc
    .array(fc.oneof({ weight: 2, arbitrary: own }, { weight: 3, arbitrary: applied }), { minLength: 1, maxLength: 3 })
    .map((parts) => Object.assign({}, ...parts) as PlainSchema);
}
