import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Json, toNative } from "../../src/index.ts";
import { looksLikeZod, readZodLike } from "../src/engine/zod-like.ts";

function schemaOf(code: string): unknown {
  const [tool] = toNative(readZodLike(`tool("t", ${code})`) as Json) as [{ function: { parameters: unknown } }];
  return tool.function.parameters;
}

/** What Zod itself makes of it, without what says nothing about values. */
function zodOf(schema: z.ZodType): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input" }) as Record<string, unknown>;
  return rest;
}

describe("Zod without Zod", () => {
  test.each<[string, z.ZodType]>([
    ["z.string()", z.string()],
    ["z.string().min(2).max(5)", z.string().min(2).max(5)],
    ["z.string().regex(/^a[b/]+$/)", z.string().regex(/^a[b/]+$/)],
    ["z.number().gt(0).lte(10)", z.number().gt(0).lte(10)],
    ["z.boolean()", z.boolean()],
    ["z.array(z.string()).min(1)", z.array(z.string()).min(1)],
    ["z.string().describe('a text')", z.string().describe("a text")],
    ["z.object({ a: z.string(), b: z.number().optional() })", z.object({ a: z.string(), b: z.number().optional() })],
    ["z.object({ a: z.object({ b: z.array(z.boolean()) }) })", z.object({ a: z.object({ b: z.array(z.boolean()) }) })],
  ])("%s", (code, schema) => {
    const expected = zodOf(schema) as Record<string, unknown>;
    // Objects are closed here, as they are for values that Zod has parsed.
    expect(JSON.parse(JSON.stringify(schemaOf(code)).replaceAll(',"additionalProperties":false', ""))).toEqual(expected);
  });

  test("formats, enumerations and names are taken", () => {
    expect(schemaOf("z.iso.datetime()")).toEqual({ type: "string", format: "date-time" });
    expect(schemaOf("z.union([z.string(), z.null()])")).toEqual(schemaOf("z.string().nullable()"));
    expect(schemaOf('z.enum(["a", "b"])')).toEqual({ enum: ["a", "b"] });
    expect(toNative(readZodLike("const Point = z.object({ x: z.int() });\ntool('move', Point);"))).toMatchObject([
      { function: { name: "move", parameters: { properties: { x: { type: "integer" } } } } },
    ]);
  });

  test("JSON is not taken for code", () => {
    expect(looksLikeZod('[{"name": "z.string()"}]')).toBe(false);
    expect(looksLikeZod("z.object({})")).toBe(true);
  });

  test.each([
    ["z.object({ a: z.strin() })", /line 1, column 27: \.strin\(\) is not known/],
    ["z.object({ a: z.string( })", /line 1, column \d+/],
    ["z.object({ a: process.exit() })", /process is not known/],
    ["z.", /missing/],
    ["z.array(z.string()", /missing/],
  ])("%s is refused with its place", (code, message) => {
    expect(() => readZodLike(`tool("t", ${code})`)).toThrow(message);
  });
});
