import { describe, expect, it } from "vitest";
import type { Json } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";
import { createValidator, type ValidationError, type ValidatorOptions } from "./validate.ts";

function errorsOf(schema: string | Json, value: string, options?: ValidatorOptions): readonly ValidationError[] {
  const outcome = createValidator(typeof schema === "string" ? readJson(schema) : schema, options).validate(readJson(value));
  return outcome.valid ? [] : outcome.errors;
}

function codes(schema: string, value: string, options?: ValidatorOptions): string[] {
  return errorsOf(schema, value, options).map((error) => error.code);
}

const isValid = (schema: string, value: string, options?: ValidatorOptions): boolean => errorsOf(schema, value, options).length === 0;

describe("createValidator", () => {
  it("says which keyword failed, where in the value and where in the schema", () => {
    const schema = `{"type": "object", "properties": {"a/b": {"$ref": "#/$defs/n"}, "list": {"items": {"type": "string"}}},
      "required": ["c"], "$defs": {"n": {"minimum": 3}}}`;
    expect(
      errorsOf(schema, '{"a/b": 2, "list": ["x", 1]}').map(({ keyword, instancePath, schemaPath }) => [keyword, instancePath, schemaPath]),
    ).toEqual([
      ["required", "", "/required"],
      ["minimum", "/a~1b", "/properties/a~1b/$ref/minimum"],
      ["type", "/list/1", "/properties/list/items/type"],
    ]);
  });

  it("compares numbers exactly", () => {
    expect(isValid('{"maximum": 9007199254740992}', "9007199254740993")).toBe(false);
    expect(isValid('{"const": 9007199254740993}', "9007199254740992")).toBe(false);
    expect(isValid('{"multipleOf": 0.01}', "19.99")).toBe(true);
    expect(isValid('{"multipleOf": 0.1}', "0.35")).toBe(false);
    expect(isValid('{"multipleOf": 3}', "1e999999999")).toBe(false);
    expect(isValid('{"type": "integer", "multipleOf": 5}', "1e999999999")).toBe(true);
    expect(isValid('{"exclusiveMinimum": -1e400}', "-1e400")).toBe(false);
    expect(isValid('{"minimum": -0.5, "maximum": 0}', "-0.25")).toBe(true);
    expect(isValid('{"uniqueItems": true}', "[1, 1.0]")).toBe(false);
  });

  it("takes what older and neighbouring dialects write, if no draft is named", () => {
    expect(isValid('{"type": "string", "nullable": true}', "null")).toBe(true);
    expect(isValid('{"type": "string", "nullable": true}', "null", { draft: "2020-12" })).toBe(false);
    expect(isValid('{"minimum": 1, "exclusiveMinimum": true}', "1")).toBe(false);
    expect(isValid('{"items": [{"type": "string"}], "additionalItems": false}', '["a", 1]')).toBe(false);
    expect(isValid('{"items": [{"type": "string"}]}', "[1]", { draft: "2019-09" })).toBe(false);
    expect(isValid('{"dependencies": {"a": ["b"]}}', '{"a": 1}')).toBe(false);
    expect(isValid('{"required": null, "properties": null, "enum": null}', "{}")).toBe(true);
  });

  it("reads draft 4 by its own names", () => {
    const schema = `{"$schema": "http://json-schema.org/draft-04/schema#", "definitions": {"a": {"id": "#a", "minimum": 1, "exclusiveMinimum": true}, "b": {"$id": "/b"}},
      "properties": {"x": {"$ref": "#a"}, "y": {"$ref": "#/definitions/b"}}}`;
    expect(isValid(schema, '{"x": 1.5, "y": 1}')).toBe(true);
    expect(isValid(schema, '{"x": 1}')).toBe(false);
    // What came later says nothing there, as in the grammar.
    expect(isValid('{"$schema": "http://json-schema.org/draft-04/schema#", "const": 1, "propertyNames": false}', '{"x": 2}')).toBe(true);
  });

  it("never takes a broken schema for an open one", () => {
    expect(codes('{"type": "text"}', "1")).toEqual(["validate-schema-malformed"]);
    expect(codes('{"not": {"minLength": "3"}}', '"ab"')).toEqual(["validate-schema-malformed"]);
    expect(codes('{"anyOf": [{"$ref": "#/nowhere"}, true]}', "1")).toEqual(["validate-ref-unresolved"]);
    expect(codes('{"pattern": "("}', '"a"')).toEqual(["validate-pattern-unsupported"]);
    expect(codes('{"properties": {"a": 3}}', '{"a": 1}')).toEqual(["validate-schema-malformed"]);
  });

  it("ends on schemas without an end and on values of any depth", () => {
    expect(codes('{"$ref": "#"}', "1")).toEqual(["validate-depth"]);
    const wide =
      '{"$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}, {"$ref": "#/$defs/b"}]}, "b": {"items": {"$ref": "#/$defs/a"}}}, "$ref": "#/$defs/a"}';
    expect(codes(wide, `${"[".repeat(100)}${"]".repeat(100)}`, { maxSteps: 10_000 })).toEqual(["validate-steps"]);
    const list = '{"type": "array", "items": {"$ref": "#"}}';
    expect(isValid(list, `${"[".repeat(350)}${"]".repeat(350)}`)).toBe(true);
    expect(isValid(list, `${"[".repeat(350)}1${"]".repeat(350)}`)).toBe(false);
    expect(codes(list, `${"[".repeat(500)}${"]".repeat(500)}`)).toEqual(["validate-depth"]);
    expect(codes('{"$ref": "#"}', "1", { maxDepth: 1e9 })).toEqual(["validate-depth"]);
  });

  it("reports each failing member, up to the limit", () => {
    expect(codes('{"items": {"type": "string"}}', "[1, 2, 3]")).toHaveLength(3);
    expect(codes('{"items": {"type": "string"}}', "[1, 2, 3]", { maxErrors: 2 })).toHaveLength(2);
  });

  it("measures in code points and searches patterns in Unicode mode", () => {
    expect(isValid('{"maxLength": 2, "minLength": 2}', '"💩💩"')).toBe(true);
    expect(isValid('{"pattern": "^\\\\p{Lu}.$"}', '"É💩"')).toBe(true);
    expect(isValid('{"pattern": "^[a-z\\\\-]+$"}', '"a-b"')).toBe(true);
    expect(isValid('{"pattern": "a\\\\-b"}', '"a-b"')).toBe(true);
  });

  it("asserts known formats, unless told not to", () => {
    expect(isValid('{"format": "date"}', '"2023-02-29"')).toBe(false);
    expect(isValid('{"format": "date"}', '"2023-02-29"', { assertFormats: false })).toBe(true);
    expect(isValid('{"format": "phone"}', '"x"')).toBe(true);
  });

  it("takes keys that every object inherits for what they are", () => {
    expect(isValid('{"required": ["toString"]}', "{}")).toBe(false);
    expect(isValid('{"properties": {"__proto__": {"type": "string"}}}', '{"__proto__": 1}')).toBe(false);
    expect(isValid('{"additionalProperties": false, "properties": {}}', '{"constructor": 1}')).toBe(false);
  });
});
