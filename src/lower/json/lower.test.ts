import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acceptsText, matchText } from "../../../tests/support/accepts-text.ts";
import { readJson } from "../../core/json-read.ts";
import { ExprArena } from "../../expr/arena.ts";
import { normalizeSchema } from "../../schema/normalize.ts";
import { createValidator } from "../../schema/validate.ts";
import { jsonContext } from "./context.ts";
import { lowerJsonSchema } from "./lower.ts";
import type { JsonWriting } from "./options.ts";
import { SchemaGrammar } from "./schema-grammar.ts";

function lower(schema: unknown, writing: JsonWriting = {}): (text: string) => boolean {
  const arena = new ExprArena();
  const e = lowerJsonSchema(jsonContext(arena), normalizeSchema(readJson(JSON.stringify(schema))), writing);
  return (text) => acceptsText(arena, e, text);
}

function check(schema: unknown, accept: readonly string[], reject: readonly string[], writing: JsonWriting = {}): void {
  const accepts = lower(schema, writing);
  for (const text of accept) expect([text, accepts(text)]).toEqual([text, true]);
  for (const text of reject) expect([text, accepts(text)]).toEqual([text, false]);
}

describe("JSON texts", () => {
  it("say what they leave out because it has no text", () => {
    const schema = {
      properties: {
        a: { enum: ["x", "\ud800"] },
        b: { type: "string", minLength: 3, maxLength: 2 },
        c: { pattern: "^a$", type: "string", minLength: 2 },
      },
    };
    const grammar = new SchemaGrammar(readJson(JSON.stringify(schema)));
    const arena = new ExprArena();
    const e = grammar.lower(arena);
    grammar.lower(new ExprArena());
    expect(grammar.diagnostics).toMatchObject([
      { kind: "dropped", code: "lower-json-dropped", path: "/properties/c" },
      { kind: "dropped", code: "lower-json-dropped", path: "/properties/a" },
    ]);
    expect([acceptsText(arena, e, '{"a":"x"}'), acceptsText(arena, e, '{"c":"a"}')]).toEqual([true, false]);
    const closed = new SchemaGrammar(readJson('{"properties":{"a":{"type":"string"}},"additionalProperties":false}'));
    closed.lower(arena);
    expect(closed.diagnostics).toEqual([]);
  });

  it("of any value have no key twice, in whatever spelling", () => {
    const arena = new ExprArena();
    const any = lowerJsonSchema(jsonContext(arena), normalizeSchema(true));
    const yes = ['{"a":1,"b":{"a":1}}', '[{"a":1},{"a":1}]', '{"a\\"":1,"a\\\\":2}', "[ 1 ,\t-0.5e3 ]", '"\\ud83d\\ude00"', "{ }"];
    const no = [
      '{"a":1,"a":2}',
      '{"a":1,"\\u0061":2}',
      '{"é":1,"\\u00e9":2}',
      '{"x":{"a":1,"a":1}}',
      '"\\ud800"',
      "[1,]",
      " 1",
      '{"a":1,}',
    ];
    for (const text of yes) expect([text, acceptsText(arena, any, text)]).toEqual([text, true]);
    for (const text of no) expect([text, acceptsText(arena, any, text)]).toEqual([text, false]);
  });

  it("keep declared order, or any", () => {
    const schema = { properties: { a: { type: "integer" }, b: { type: "string" } }, required: ["b"], type: "object" };
    check(schema, ['{"a":1,"b":"x"}', '{"b":"x","c":[]}'], ['{"b":"x","a":1}', '{"c":1,"b":"x"}', '{"a":1}', '{"b":"x","\\u0061":1}']);
    check(schema, ['{"b":"x","a":1}', '{"c":1,"b":"x"}'], ['{"b":"x","a":"y"}', '{"a":1,"c":2}', '{"b":"x","a":1,"b":"y"}'], {
      anyOrder: true,
    });
  });

  it("follow the layout", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "array", items: { type: "integer" } }, b: { const: { x: [1] } } },
      required: ["a"],
    };
    const fixed = (more: object): JsonWriting => ({ layout: { type: "fixed", ...more } });
    check(schema, ['{"a":[1,2]}', '{ "a" : [ 1 ,\n 2 ] , "b" : {"x":[1]} }'], [` {"a":[]}`, `{"a":[${" ".repeat(300)}]}`]);
    check(schema, ['{"a":[1,2]}'], ['{"a": [1,2]}'], fixed({}));
    check(schema, ['{"a": [1, 2], "b": {"x": [1]}}', '{"a": []}'], ['{"a":[1,2]}'], fixed({ itemSeparator: ", ", keySeparator: ": " }));
    const value = { a: [1, 2], b: { x: [1] }, c: { d: [[], {}] } };
    const open = { ...schema, additionalProperties: true };
    for (const indent of [1, 2, 4])
      check(
        open,
        [JSON.stringify(value, null, indent), '{\n"a": []\n}'.replaceAll('\n"', `\n${" ".repeat(indent)}"`)],
        [JSON.stringify(value)],
        fixed({ indent }),
      );
    expect(() => lower(schema, fixed({ itemSeparator: ";" }))).toThrow(/lower-json-layout/);
  });

  it("hold strings by their decoded value", () => {
    check(
      { type: "string", minLength: 2, maxLength: 3, pattern: "b" },
      ['"ab"', '"\\u0062x"', '"b\\n"', '"😀b"'],
      ['"b"', '"abcd"', '"aa"'],
    );
    check({ type: "string", not: { const: "admin" } }, ['"user"', '"admin2"'], ['"admin"', '"\\u0061dmin"']);
    check({ type: "string" }, ['"<x>"', '"a"'], ['"</x>"', '"a\\u003c/x\\u003e"'], { excludes: ["</x>"] });
    check({ enum: ["a", "</x>"] }, ['"a"'], ['"</x>"'], { excludes: ["</x>"] });
    expect(() => lower({ type: "string", pattern: "^a", not: { pattern: "a" } })).toThrow(/lower-json-unsatisfiable/);
    expect(() => lower({ type: "object", properties: { a: { type: "string", pattern: "^a$", minLength: 2 } }, required: ["a"] })).toThrow(
      /unsatisfiable/,
    );
  });

  it("leave out what cannot be", () => {
    check(
      { type: "object", properties: { a: { type: "string", pattern: "^a$", minLength: 2 }, b: {} }, additionalProperties: false },
      ["{}", '{"b":1}'],
      ['{"a":"a"}', '{"a":"aa"}'],
    );
    check(
      { type: "array", prefixItems: [{}, { type: "string", pattern: "x", maxLength: 0 }], items: {} },
      ["[]", "[1]"],
      ['[1,""]', "[1,2]"],
    );
  });

  it("keep items apart by value", () => {
    check(
      { type: "array", uniqueItems: true },
      ["[1,2]", '[{"a":1},{"a":2}]', "[1,[1]]", "[1,10]"],
      ["[1,1.0]", '[{"a":1,"b":2},{"b":2,"a":1}]', '["a" , "\\u0061"]', "[1, 1 ]", "[[],[]]"],
    );
    check(
      { type: "array", items: { enum: ["a", "ab", "b"] }, uniqueItems: true },
      ['["a","ab","b"]', "[]"],
      ['["a","a"]', '["a","ab","b","a"]'],
    );
    const arena = new ExprArena();
    const booleans = lowerJsonSchema(
      jsonContext(arena),
      normalizeSchema(readJson('{"type":"array","items":{"type":"boolean"},"uniqueItems":true}')),
    );
    // Where no distinct item is left, no comma is let through.
    expect(matchText(arena, booleans, "[true,false,").length).toBe("[true,false".length);
    expect(matchText(arena, booleans, "[true,t").length).toBe("[true,".length);
  });

  it("count items that contain", () => {
    const schema = { type: "array", items: { type: "integer" }, contains: { minimum: 5 }, minContains: 2, maxContains: 3, maxItems: 4 };
    check(schema, ["[5,6]", "[1,5,6,7]", "[1,2,5,6]"], ["[]", "[5]", "[5,6,7,8]", "[1,2,3,5]", "[1,2,3,4,5]"]);
  });

  it("follow recursive schemas", () => {
    check(
      {
        type: "object",
        properties: { v: { type: "integer" }, next: { anyOf: [{ $ref: "#" }, { type: "null" }] } },
        required: ["v", "next"],
      },
      ['{"v":1,"next":{"v":2,"next":null}}'],
      ['{"v":1,"next":{"v":2}}'],
    );
  });
});

/** Objects over few keys: every choice and order of members is tried. */
const KEYS = ["a", "b", "c", "x"];

function* memberLists(keys: readonly string[]): Generator<readonly string[]> {
  yield [];
  for (const key of keys) for (const rest of memberLists(keys.filter((other) => other !== key))) yield [key, ...rest];
}

const keyList = fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 });

const objectSchema = fc.record({
  declared: keyList,
  required: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 2 }),
  minProperties: fc.integer({ min: 0, max: 3 }),
  maxProperties: fc.integer({ min: 1, max: 4 }),
  dependentRequired: fc.dictionary(fc.constantFrom("a", "b"), fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 2 }), { maxKeys: 2 }),
  additionalProperties: fc.constantFrom<unknown>(true, false, { type: "integer" }),
  patternProperties: fc.constantFrom<Record<string, unknown>>({}, { "^x": { type: "integer" } }),
  not: fc.constantFrom<unknown>(false, { required: ["a", "b"] }, { properties: { a: { const: 1 } }, required: ["a"] }),
});

describe("objects", () => {
  it("have exactly the members that validate, in declared order or in any", () => {
    fc.assert(
      fc.property(objectSchema, fc.array(fc.constantFrom("1", '"s"'), { minLength: 4, maxLength: 4 }), ({ declared, ...rest }, values) => {
        const schema = { type: "object", properties: Object.fromEntries(declared.map((key) => [key, {}])), ...rest };
        const validator = createValidator(readJson(JSON.stringify(schema)));
        let accepts: (text: string) => boolean;
        let any: (text: string) => boolean;
        try {
          accepts = lower(schema);
          any = lower(schema, { anyOrder: true });
        } catch (error) {
          expect(String(error)).toMatch(/unsatisfiable/);
          accepts = any = () => false;
        }
        const arranged = new Map<string, boolean>();
        for (const keys of memberLists(KEYS)) {
          const text = `{${keys.map((key) => `"${key}":${values[KEYS.indexOf(key)]}`).join()}}`;
          const valid = validator.validate(readJson(text)).valid;
          expect([text, any(text)]).toEqual([text, valid]);
          if (accepts(text)) {
            expect([text, valid]).toEqual([text, true]);
            arranged.set([...keys].sort().join(), true);
          } else if (valid && !arranged.has([...keys].sort().join())) arranged.set([...keys].sort().join(), false);
        }
        // Every set of members that validates can be written in some order.
        for (const [keys, written] of arranged) expect([keys, written]).toEqual([keys, true]);
      }),
      { seed: 11, numRuns: 150 },
    );
  });
});
