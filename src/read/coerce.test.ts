import { describe, expect, it } from "vitest";
import { fromNative } from "../core/json.ts";
import { coercionOf } from "./coerce.ts";
import { PythonReader } from "./python-literal.ts";
import { ToolChecks } from "./tool-checks.ts";

function read(schema: unknown, text: string): string {
  const parameters = fromNative({ type: "object", properties: { k: schema }, $defs: { shade: { enum: ["red", 3] } } });
  const checks = new ToolChecks([{ name: "f", parameters }]);
  const coercion = coercionOf(parameters, "k");
  return coercion.text ? `text ${text}` : coercion.value(text, (value) => checks.acceptsMember("f", "k", value));
}

describe("coercionOf", () => {
  it.each([
    [{ type: "string" }, "42", "text 42"],
    [{ type: "string" }, "null", "text null"],
    [{ enum: ["a", "b"] }, "a", "text a"],
    [{ type: "integer" }, " 3\n", "3"],
    [{ type: "integer" }, "1152921504606846977", "1152921504606846977"],
    [{ type: "integer" }, "many", '"many"'],
    [{ type: "number" }, "1.0", "1.0"],
    [{ type: "number" }, "+5.", "5"],
    [{ type: "boolean" }, "True", "true"],
    [{ type: "boolean" }, "0", "false"],
    [{ type: "null" }, "None", "null"],
    [{ type: ["string", "null"] }, "null", "null"],
    [{ type: ["string", "null"] }, "42", '"42"'],
    [{ type: ["integer", "string"] }, "42", "42"],
    [{ type: ["string", "integer"] }, "42", '"42"'],
    [{ anyOf: [{ type: "string", maxLength: 1 }, { type: "integer" }] }, "42", "42"],
    [{ $ref: "#/$defs/shade" }, "3", "3"],
    [{ $ref: "#/$defs/shade" }, "red", '"red"'],
    [{ type: "object" }, '{"a": 1,  "b": [1.0]}', '{"a":1,"b":[1.0]}'],
    [{ type: "object" }, "{'a': True}", '{"a":true}'],
    [{ type: "array" }, "", "[]"],
    [{ type: "dict" }, "{}", "{}"],
    [{}, "12", "12"],
    [{}, "twelve", '"twelve"'],
  ])("reads a text by %j: %j", (schema, text, expected) => {
    expect(read(schema, text)).toBe(expected);
  });

  it("takes what no schema names for text", () => {
    expect(coercionOf(undefined, "k").text).toBe(true);
    expect(coercionOf(fromNative({ type: "object" }), "k").text).toBe(true);
  });
});

describe("PythonReader", () => {
  it.each([
    ["'a\\'b'", '"a\'b"'],
    ['"a\\x41\\u00e9\\U0001F327"', '"aAé🌧"'],
    ["'a' \"b\"", '"ab"'],
    ["'a\nb'", '"a\\nb"'],
    ["007", "7"],
    ["-1.50", "-1.50"],
    ["1_000", "1000"],
    ["(1, 'a',)", '[1,"a"]'],
    ["{'k': [True, None, false]}", '{"k":[true,null,false]}'],
  ])("reads %s", (text, json) => {
    expect(new PythonReader(text).whole()).toBe(json);
  });

  it.each(["", "'a", "[1", "{1: 2}", "name", "1 2", "[".repeat(100_000)])("reads no value in %j", (text) => {
    expect(new PythonReader(text).whole()).toBeUndefined();
  });
});
