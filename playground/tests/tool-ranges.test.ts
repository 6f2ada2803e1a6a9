import { expect, test } from "vitest";
import { toolRanges } from "../src/views/tool-ranges.ts";

const shown = (text: string) =>
  toolRanges(text).map(({ tool, from, to, keys }) => ({
    tool,
    text: text.slice(from, to),
    keys: keys.map((range) => text.slice(range.from, range.to)),
  }));

test("a tool and its parameters, in each shape", () => {
  const chat =
    '[{"type": "function", "function": {"name": "f", "parameters": {"properties": {"a": {"type": "object", "properties": {"deep": {}}}, "b": 1 }}}}]';
  expect(shown(chat)).toEqual([
    { tool: "f", text: chat.slice(1, -1), keys: ['"a": {"type": "object", "properties": {"deep": {}}}', '"b": 1'] },
  ]);
  const mcp = '{"tools": [{"name": "g", "inputSchema": {"properties": {"name": {"type": "string"}}}}]}';
  expect(shown(mcp)).toEqual([{ tool: "g", text: mcp.slice(11, -2), keys: ['"name": {"type": "string"}'] }]);
});

test("text that is not whole gives what is", () => {
  expect(shown('[{"name": "f"}, {"name": "g"').map(({ tool }) => tool)).toEqual(["f"]);
  expect(shown("")).toEqual([]);
  expect(shown('}]{"name"')).toEqual([]);
});

test("Zod schemas", () => {
  const code = 'tool("a", z.object({\n  x: z.string(),\n  y: z.int(),\n}))\n\ntool("b", z.object({}))\n';
  expect(shown(code).map(({ tool, keys }) => [tool, keys])).toEqual([
    ["a", ["x: z.string(),", "y: z.int(),"]],
    ["b", []],
  ]);
});
