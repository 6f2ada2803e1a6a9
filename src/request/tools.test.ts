import { describe, expect, it } from "vitest";
import { z } from "zod";
import { StructagError } from "../core/errors.ts";
import { isJsonObject, toNative } from "../core/json.ts";
import { writeJson } from "../core/json-write.ts";
import { readTools } from "./tools.ts";

const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

function codes(body: () => unknown): string[] {
  try {
    body();
  } catch (error) {
    if (error instanceof StructagError) return error.issues.map((issue) => `${issue.code} ${issue.path}`);
    throw error;
  }
  return [];
}

describe("reading tools", () => {
  const shapes: [string, unknown, string][] = [
    ["OpenAI Chat", [{ type: "function", function: { name: "w", parameters: schema } }], "/tools/0/function/parameters"],
    ["OpenAI Responses", [{ type: "function", name: "w", parameters: schema }], "/tools/0/parameters"],
    ["Anthropic", [{ name: "w", input_schema: schema }], "/tools/0/input_schema"],
    ["Anthropic with type", [{ type: "custom", name: "w", input_schema: schema }], "/tools/0/input_schema"],
    ["MCP", [{ name: "w", inputSchema: schema, annotations: {} }], "/tools/0/inputSchema"],
    ["an MCP result", { tools: [{ name: "w", inputSchema: schema }] }, "/tools/tools/0/inputSchema"],
    ["AI SDK list", [{ type: "function", name: "w", inputSchema: schema }], "/tools/0/inputSchema"],
    ["AI SDK record", { w: { description: "d", inputSchema: schema } }, "/tools/w/inputSchema"],
    ["AI SDK jsonSchema()", { w: { inputSchema: { jsonSchema: schema, validate: () => true } } }, "/tools/w/inputSchema"],
    ["Gemini", [{ functionDeclarations: [{ name: "w", parameters: schema }] }], "/tools/0/functionDeclarations/0/parameters"],
    ["JSON text", JSON.stringify([{ name: "w", parameters: schema }]), "/tools/0/parameters"],
  ];
  it.each(shapes)("takes %s", (_, input, path) => {
    const [tool] = readTools(input);
    expect(tool).toMatchObject({ kind: "function", name: "w", parametersPath: path });
    expect(tool.kind === "function" && toNative(tool.parameters)).toEqual(schema);
  });

  it("takes Zod schemas", () => {
    const [tool] = readTools({ w: { inputSchema: z.object({ city: z.string(), days: z.int().optional() }) } });
    const parameters = tool.kind === "function" ? (toNative(tool.parameters) as typeof schema) : undefined;
    expect(parameters?.type).toBe("object");
    expect(parameters?.required).toEqual(["city"]);
  });

  it("keeps integer-like keys in order and numbers as spelled when it reads text", () => {
    const [tool] = readTools('[{"name":"w","parameters":{"properties":{"10":{"minimum":1.0},"2":{"maximum":1152921504606846977}}}}]');
    expect(tool.kind === "function" && isJsonObject(tool.parameters) && writeJson(tool.parameters)).toBe(
      '{"properties":{"10":{"minimum":1.0},"2":{"maximum":1152921504606846977}}}',
    );
  });

  it("reads tools of the server", () => {
    expect(readTools([{ type: "web_search_20250305", name: "web_search" }, { type: "mcp" }])).toMatchObject([
      { kind: "builtin", type: "web_search_20250305", name: "web_search" },
      { kind: "builtin", type: "mcp" },
    ]);
  });

  it.each([undefined, null, {}])("takes any arguments where the schema is %s", (parameters) => {
    expect(readTools([{ type: "function", function: { name: "w", parameters } }])).toMatchObject([{ parameters: true }]);
  });

  it("reads strict inside and beside the function", () => {
    const tools = readTools([
      { type: "function", function: { name: "a", strict: true } },
      { type: "function", strict: false, function: { name: "b" } },
      { type: "function", name: "c", strict: null },
    ]);
    expect(tools.map((tool) => tool.kind === "function" && tool.strict)).toEqual([true, false, undefined]);
  });

  const faults: [string, unknown, string][] = [
    ["a number", 3, "request-tools-shape /tools"],
    ["an empty name", [{ name: "", parameters: {} }], "request-tool-name /tools/0/name"],
    ["no name", [{ type: "function", function: {} }], "request-tool-name /tools/0/function/name"],
    ["a text as tool", ["w"], "request-tool-shape /tools/0"],
    ["an empty object", [{}], "request-tool-shape /tools/0"],
    ["a text as schema", [{ name: "w", parameters: "{}" }], "request-schema-invalid /tools/0/parameters"],
    ["a list as schema", [{ name: "w", parameters: [] }], "request-schema-invalid /tools/0/parameters"],
    ["strict as text", [{ name: "w", parameters: {}, strict: "yes" }], "request-tool-shape /tools/0/strict"],
    ["a schema without a JSON form", { w: { inputSchema: z.object({ at: z.date() }) } }, "request-schema-conversion /tools/w/inputSchema"],
    ["broken text", "[", "json-syntax /tools/0"],
  ];
  it.each(faults)("refuses %s", (_, input, issue) => {
    expect(codes(() => readTools(input))).toEqual([issue]);
  });

  it("refuses duplicate names and reports every fault", () => {
    const tools = [{ name: "a" }, { name: "", parameters: {} }, { name: "a" }];
    expect(codes(() => readTools(tools))).toEqual(["request-tool-name /tools/1/name", "request-tool-duplicate /tools/2"]);
  });

  it("ends on cyclic and on shared schemas", () => {
    const cyclic: Record<string, unknown> = { type: "object" };
    cyclic.properties = { self: cyclic };
    expect(codes(() => readTools([{ name: "w", parameters: cyclic }]))).toEqual(["json-cyclic /tools/0/parameters"]);
    let shared: unknown = { type: "string" };
    for (let level = 0; level < 20; level += 1) shared = { anyOf: [shared, shared, shared] };
    expect(codes(() => readTools([{ name: "w", parameters: { properties: { a: shared } } }]))).toEqual([
      "request-size /tools/0/parameters",
    ]);
  });
});
