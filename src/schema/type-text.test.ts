import { describe, expect, test } from "vitest";
import type { Json } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";
import { schemaTypeText } from "./type-text.ts";

const text = (schema: string): string => schemaTypeText(readJson(schema));
const STRING = '{"type":"string"}';

const TABLE: readonly (readonly [schema: string, type: string])[] = [
  ["{}", "any"],
  ["true", "any"],
  ["false", "never"],
  ["[1, 2]", "[1,2]"],
  ['{"type":"string"}', "string"],
  ['{"type":"integer","minimum":1}', "integer(minimum=1)"],
  ['{"type":["integer","null"]}', "integer | null"],
  ['{"type":"array","items":{"type":"string"}}', "string[]"],
  ['{"type":"array"}', "any[]"],
  ['{"type":"array","items":true}', "any[]"],
  ['{"type":"array","items":false}', "never[]"],
  ['{"items":{"type":"string"}}', "string[]"],
  ['{"type":["array","null"]}', "array | null"],
  ['{"type":"array","items":{"type":["integer","null"]},"maxItems":3}', "(integer | null)[](maxItems=3)"],
  [`{"type":"array","items":{"anyOf":[${STRING},{"type":"number"}]}}`, "(string | number)[]"],
  ['{"type":"array","items":{"type":"array","items":{"type":"integer"}}}', "integer[][]"],
  ['{"type":"array","items":{"$ref":"#/$defs/p","type":"object"}}', "(p & object)[]"],
  ['{"type":"object"}', "object"],
  ['{"type":"object","properties":{}}', "{}"],
  ['{"type":"object","additionalProperties":true}', "{ ... }"],
  ['{"type":"object","additionalProperties":false}', "{}"],
  ['{"type":"object","additionalProperties":{"type":"number"}}', "{ ...: number }"],
  ['{"type":"object","required":["a"]}', 'object(required=["a"])'],
  [`{"type":"object","properties":{"a":${STRING},"b":{"type":"integer"}},"required":["a"]}`, "{ a: string, b?: integer }"],
  [
    `{"properties":{"b":${STRING},"10":${STRING},"2":${STRING}},"required":["t","b","s"],"additionalProperties":true}`,
    '{ b: string, "10"?: string, "2"?: string, t: any, s: any, ... }',
  ],
  ['{"type":"string","enum":["x","y"]}', '"x" | "y"'],
  ['{"enum":["a",1,null]}', '"a" | 1 | null'],
  ['{"type":["string","null"],"enum":["a",null]}', '("a" | null)(type=["string","null"])'],
  ['{"type":"integer","enum":[1,2.5]}', '(1 | 2.5)(type="integer")'],
  ['{"type":"integer","enum":[1,1.0]}', '(1 | 1.0)(type="integer")'],
  ['{"type":"number","enum":[1,2.5]}', "1 | 2.5"],
  ['{"const":1,"type":"string"}', '1(type="string")'],
  ['{"const":{"b":1,"a":[]},"type":"object"}', '{"b":1,"a":[]}'],
  [`{"anyOf":[${STRING},{"type":"null"}],"default":null}`, "string | null"],
  [`{"anyOf":[${STRING},{"type":"null"}],"nullable":true}`, "(string | null)(nullable=true)"],
  [`{"anyOf":[{"enum":["a","b"]},{"type":["integer","null"]}]}`, '"a" | "b" | integer | null'],
  [`{"oneOf":[${STRING},{"type":"integer"}]}`, "oneOf(string, integer)"],
  ['{"allOf":[{"$ref":"#/$defs/p"}]}', "allOf(p)"],
  ['{"$ref":"#/$defs/p"}', "p"],
  ['{"$ref":"#/$defs/p","type":"object"}', "p & object"],
  ['{"$ref":"#/$defs/p","type":["object","null"]}', "p & (object | null)"],
  ['{"$ref":"#/$defs/p","type":"object","minProperties":1}', "(p & object)(minProperties=1)"],
  ['{"$ref":"https://e.x/s.json"}', "https://e.x/s.json"],
  ['{"$ref":"#"}', "#"],
  [`{"definitions":{"z":${STRING}},"$ref":"#/definitions/z"}`, "z where z = string"],
  [
    `{"definitions":{"z":${STRING}},"$defs":{"y":{"$ref":"#/definitions/z"},"x":true},"type":"array","minItems":1}`,
    "any[](minItems=1) where y = z, x = any, z = string",
  ],
  ['{"$defs":{},"type":"string"}', "string"],
  ['{"type":"string","pattern":"[A-Z]{3}"}', 'string(pattern="[A-Z]{3}")'],
  ['{"type":"string","format":"date","minLength":2}', 'string(format="date", minLength=2)'],
  ['{"type":"object","additionalProperties":true,"patternProperties":{"^x":true}}', '{ ... }(patternProperties={"^x":true})'],
  ['{"not":{"type":"null"}}', 'any(not={"type":"null"})'],
  [
    '{"$comment":"c","$id":"i","$schema":"s","deprecated":true,"description":"d","examples":[1],"readOnly":true,"title":"t","writeOnly":true}',
    "any",
  ],
  [
    '{"properties":{"unit":{"enum":["a","b"]},"place":{"$ref":"#/$defs/place","type":"object"}},"required":["place"],"$defs":{"place":{"properties":{"city":{"type":"string"}}}}}',
    '{ unit?: "a" | "b", place: place & object } where place = { city?: string }',
  ],
];

/** Where the text says more than the original renderer does. */
const IMPROVED: typeof TABLE = [
  ['{"enum":[]}', "never"],
  ['{"anyOf":[]}', "never"],
  ['{"type":[]}', "never"],
  ['{"type":"string","enum":"a"}', 'string(enum="a")'],
  ['{"$ref":5,"type":"string"}', "string($ref=5)"],
  ['{"type":"object","properties":5}', "object(properties=5)"],
  ['{"properties":{},"required":true}', "{}(required=true)"],
  ['{"anyOf":{},"oneOf":1}', "any(anyOf={}, oneOf=1)"],
  ['{"$defs":3}', "any($defs=3)"],
  ['{"type":"array","items":[{"type":"string"}]}', 'any[](items=[{"type":"string"}])'],
  [
    '{"properties":{"a b":true,"x-y":true,"é":true,"$s":true,"":true,"a\\nb":true}}',
    '{ "a b"?: any, "x-y"?: any, é?: any, $s?: any, ""?: any, "a\\nb"?: any }',
  ],
  [`{"anyOf":[{"$defs":{"b":${STRING}},"$ref":"#/$defs/b"},{"type":"null"}]}`, "(b where b = string) | null"],
  [`{"type":"array","items":{"$defs":{"b":${STRING}},"$ref":"#/$defs/b"}}`, "(b where b = string)[]"],
  [`{"$defs":{"a":{"$defs":{"b":${STRING}},"$ref":"#/$defs/b"},"c":true}}`, "any where a = (b where b = string), c = any"],
  [
    `{"$defs":{"a/b":${STRING},"string":true,"x y":true},"anyOf":[{"$ref":"#/$defs/a~1b"},{"$ref":"#/$defs/string"}]}`,
    '#"a/b" | #"string" where #"a/b" = string, #"string" = any, #"x y" = any',
  ],
  ['{"a b":1,"type":"string"}', 'string("a b"=1)'],
];

describe("a schema as a type", () => {
  test.each(TABLE)("%s", (schema, type) => expect(text(schema)).toBe(type));
  test.each(IMPROVED)("%s, better than the original", (schema, type) => expect(text(schema)).toBe(type));

  test("keeps the spelling of numbers", () => {
    expect(text('{"enum":[1.0,1152921504606846977]}')).toBe("1.0 | 1152921504606846977");
  });

  test("is one line whatever the schema", () => {
    expect(text('{"properties":{"a\\nb":{"const":"c\\nd","x\\ny":1}},"$ref":7}')).not.toContain("\n");
  });

  test("ends in a coded error for a schema that is too deep", () => {
    let schema: Json = true;
    for (let level = 0; level < 10_000; level += 1) schema = new Map([["items", schema]]);
    expect(() => schemaTypeText(schema)).toThrow(expect.objectContaining({ code: "json-depth" }));
  });

  test("a schema at the depth limit has its text", () => {
    let schema: Json = true;
    for (let level = 0; level < 512; level += 1) schema = new Map([["items", schema]]);
    expect(schemaTypeText(schema)).toBe(`any${"[]".repeat(512)}`);
  });
});
