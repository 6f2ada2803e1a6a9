import { describe, expect, it } from "vitest";
import { StructagError } from "../core/errors.ts";
import { readBody } from "./body.ts";
import { type RequestOptions, readRequest } from "./request.ts";

const f = (name: string, strict?: boolean): object => ({
  type: "function",
  function: { name, parameters: { type: "object", properties: { x: { type: "integer" } } }, ...(strict === undefined ? {} : { strict }) },
});
const tools = [f("a"), f("b"), { type: "web_search" }];

function issueOf(options: RequestOptions): string | undefined {
  try {
    readRequest(options);
  } catch (error) {
    if (error instanceof StructagError) return `${error.issues[0].code} ${error.issues[0].path}`;
    throw error;
  }
  return undefined;
}

describe("tool choice", () => {
  const choices: [unknown, string, string[]][] = [
    [undefined, "auto", ["a", "b"]],
    ["none", "none", []],
    ["required", "required", ["a", "b"]],
    ["any", "required", ["a", "b"]],
    [{ type: "any" }, "required", ["a", "b"]],
    [{ type: "function", function: { name: "b" } }, "forced", ["b"]],
    [{ type: "function", name: "b" }, "forced", ["b"]],
    [{ type: "tool", name: "b" }, "forced", ["b"]],
    [{ type: "tool", toolName: "b" }, "forced", ["b"]],
    ['{"type":"tool","toolName":"b"}', "forced", ["b"]],
    [{ type: "web_search" }, "forced", []],
    [{ type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "b" }] }, "auto", ["b"]],
    [
      {
        type: "allowed_tools",
        allowed_tools: {
          mode: "required",
          tools: [
            { type: "function", function: { name: "b" } },
            { type: "function", name: "a" },
          ],
        },
      },
      "required",
      ["a", "b"],
    ],
  ];
  it.each(choices)("%j gives %s of %j", (toolChoice, mode, names) => {
    const request = readRequest({ tools, toolChoice });
    expect([request.mode, request.functions.map((tool) => tool.name)]).toEqual([mode, names]);
  });

  const faults: [unknown, string][] = [
    ["always", "request-tool-choice /toolChoice"],
    [7, "request-tool-choice /toolChoice"],
    [{}, "request-tool-choice /toolChoice"],
    [{ type: "function" }, "request-tool-choice /toolChoice"],
    [{ type: "function", name: "zz" }, "request-tool-not-found /toolChoice"],
    [{ type: "file_search" }, "request-builtin-ambiguous /toolChoice"],
    [{ type: "allowed_tools", mode: "any", tools: [] }, "request-allowed-tools /toolChoice/mode"],
    [{ type: "allowed_tools", allowed_tools: { mode: "auto" } }, "request-allowed-tools /toolChoice/allowed_tools/tools"],
    [{ type: "allowed_tools", mode: "auto", tools: [{ type: "function" }] }, "request-allowed-tools /toolChoice/tools/0"],
    [{ type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "zz" }] }, "request-allowed-tools-missing /toolChoice"],
    [{ type: "allowed_tools", mode: "required", tools: [] }, "request-required-without-tools /toolChoice"],
  ];
  it.each(faults)("%j is refused with %s", (toolChoice, issue) => {
    expect(issueOf({ tools, toolChoice })).toBe(issue);
  });

  it("lists what is missing, functions first, each group sorted", () => {
    const wanted = [{ type: "mcp" }, { type: "function", name: "z" }, { type: "function", name: "y" }];
    expect(() => readRequest({ tools, toolChoice: { type: "allowed_tools", mode: "auto", tools: wanted } })).toThrow('"y", "z", "mcp"');
  });

  it("requires tools where it requires a call", () => {
    expect(issueOf({ tools: [], toolChoice: "required" })).toBe("request-required-without-tools /toolChoice");
    expect(issueOf({ toolChoice: "auto" })).toBeUndefined();
  });

  it("reads whether calls may be parallel from the option and from Anthropic's choice", () => {
    const parallel = (options: RequestOptions): boolean | undefined => readRequest({ tools, ...options }).parallelToolCalls;
    expect(parallel({})).toBeUndefined();
    expect(parallel({ parallelToolCalls: false })).toBe(false);
    expect(parallel({ toolChoice: { type: "auto", disable_parallel_tool_use: true } })).toBe(false);
    expect(issueOf({ parallelToolCalls: 1 as unknown as boolean })).toBe("request-option /parallelToolCalls");
  });
});

describe("strictness", () => {
  const enforced = (strictLevel: string | undefined): boolean[] =>
    readRequest({ tools: [f("a"), f("b", true), f("c", false)], strictLevel }).functions.map((tool) => tool.schema !== true);

  it("without a level enforces everything but strict: false", () => expect(enforced(undefined)).toEqual([true, true, false]));
  it("follows the server's rule at a level", () => {
    expect(enforced("auto")).toEqual([false, true, false]);
    expect(enforced("Function")).toEqual([false, true, false]);
    expect(enforced("PARAMETER")).toEqual([true, true, true]);
    expect(issueOf({ strictLevel: "off" })).toBe("request-strict-level /strictLevel");
  });

  it("knows where a server would send no grammar", () => {
    const needed = (options: RequestOptions): boolean => readRequest(options).needsGrammar;
    const answer = { type: "json_object" };
    expect(needed({ toolChoice: "auto", tools: [f("a")], strictLevel: "auto" })).toBe(false);
    expect(needed({ toolChoice: "auto", tools: [f("a"), f("b", true)], strictLevel: "auto" })).toBe(true);
    expect(needed({ toolChoice: "auto", tools: [f("a")], strictLevel: "function" })).toBe(true);
    expect(needed({ toolChoice: "auto", tools: [f("a")], strictLevel: "auto", responseFormat: answer })).toBe(true);
    expect(needed({ toolChoice: "required", tools: [f("a")], strictLevel: "auto" })).toBe(true);
    expect(needed({ toolChoice: "none", tools: [f("a", true)], strictLevel: "parameter" })).toBe(false);
    expect(needed({})).toBe(false);
  });
});

describe("schemas of callable tools", () => {
  const withSchema = (parameters: unknown): RequestOptions => ({ tools: [{ name: "t", parameters }] });
  const faults: [unknown, string][] = [
    [{ properties: { foo: "bar" } }, "request-schema-invalid /tools/0/parameters/properties/foo"],
    [{ properties: [] }, "request-schema-invalid /tools/0/parameters/properties"],
    [{ required: "a" }, "request-schema-invalid /tools/0/parameters/required"],
    [{ properties: { a: { type: "string", required: true } } }, "request-schema-invalid /tools/0/parameters/properties/a/required"],
    [{ properties: { a: { items: [1] } } }, "request-schema-invalid /tools/0/parameters/properties/a/items/0"],
    [{ properties: { a: { minLength: -1 } } }, "request-schema-invalid /tools/0/parameters/properties/a/minLength"],
    [{ properties: { a: { maxLength: "5" } } }, "request-schema-invalid /tools/0/parameters/properties/a/maxLength"],
    [{ properties: { a: { type: "strin" } } }, "request-schema-type /tools/0/parameters/properties/a/type"],
    [{ properties: { a: { type: ["string", "x"] } } }, "request-schema-type /tools/0/parameters/properties/a/type/1"],
    [{ properties: { a: { type: 3 } } }, "request-schema-invalid /tools/0/parameters/properties/a/type"],
    [{ properties: { a: { anyOf: {} } } }, "request-schema-invalid /tools/0/parameters/properties/a/anyOf"],
    [{ properties: { a: { enum: "x" } } }, "request-schema-invalid /tools/0/parameters/properties/a/enum"],
    ...["(", "[z-a]", "a{3,1}", "(?<=x)*", "a**", "\\"].map((pattern): [unknown, string] => [
      { properties: { q: { pattern } } },
      "request-schema-pattern /tools/0/parameters/properties/q/pattern",
    ]),
  ];
  it.each(faults)("%j is refused", (parameters, issue) => {
    expect(issueOf(withSchema(parameters))).toBe(issue);
  });

  it("names the tool, and reports all faults", () => {
    const read = (): unknown => readRequest(withSchema({ properties: { x: { type: "strin" }, y: 3 } }));
    expect(read).toThrow(/"t".*strin[\s\S]*\/y/);
  });

  it("reads type names of other languages, and draft 4 bounds", () => {
    const properties = { a: { type: "dict" }, b: { type: "FLOAT" }, c: { type: "any", default: 1 }, d: { type: ["str", "none"] } };
    const [tool] = readRequest(
      withSchema({ type: "OBJECT", properties: { ...properties, e: { minimum: 1, exclusiveMinimum: true } } }),
    ).functions;
    expect(tool.schema).toEqual(
      readRequest(
        withSchema({
          type: "object",
          properties: {
            a: { type: "object" },
            b: { type: "number" },
            c: { default: 1 },
            d: { type: ["string", "null"] },
            e: { exclusiveMinimum: 1 },
          },
        }),
      ).functions[0].schema,
    );
  });

  it("leaves schemas alone that are not enforced", () => {
    expect(issueOf({ tools: [{ name: "t", strict: false, parameters: { type: "strin" } }] })).toBeUndefined();
  });
});

describe("answers", () => {
  const kind = (responseFormat: unknown): string | undefined => readRequest({ responseFormat }).answer?.kind;
  it.each([
    [{ type: "text" }, undefined],
    [{ type: "json_object" }, "json_schema"],
    [{ type: "json_schema", json_schema: { name: "n", schema: { type: "object" } } }, "json_schema"],
    [{ type: "json_schema", name: "n", schema: { type: "object" } }, "json_schema"],
    [{ type: "json", schema: { type: "object" } }, "json_schema"],
    [{ json: '{"type":"object"}' }, "json_schema"],
    [{ type: "regex", pattern: "a+" }, "regex"],
    [{ regex: "a+" }, "regex"],
    [{ type: "choice", choices: ["a"] }, "choice"],
    [{ type: "grammar", grammar: "root ::= [a]" }, "grammar"],
    [{ type: "structural_tag", format: { type: "any_text" } }, "structural_tag"],
  ])("%j is %s", (format, expected) => expect(kind(format)).toBe(expected));

  it.each([
    [3, "/responseFormat"],
    [{}, "/responseFormat"],
    [{ type: "xml" }, "/responseFormat/type"],
    [{ type: "json_schema" }, "/responseFormat/json_schema"],
    [{ type: "choice", choices: [] }, "/responseFormat/choices"],
    [{ type: "grammar", grammar: "start: A" }, "/responseFormat/grammar"],
  ])("%j is refused", (format, path) => expect(issueOf({ responseFormat: format })).toBe(`request-response-format ${path}`));
});

describe("reasoning and bodies", () => {
  it("reads modes and budgets", () => {
    const read = (reasoning: unknown): unknown => readRequest({ reasoning }).reasoning;
    expect(read(undefined)).toEqual({});
    expect(read(true)).toEqual({ mode: "enabled" });
    expect(read("off")).toEqual({ mode: "disabled" });
    expect(read({ mode: "auto", maxTokens: 5 })).toEqual({ mode: "auto", maxTokens: 5 });
    expect(read({ type: "enabled", budget_tokens: 5 })).toEqual({ mode: "enabled", maxTokens: 5 });
    expect(issueOf({ reasoning: "hard" })).toBe("request-reasoning /reasoning");
    expect(issueOf({ reasoning: { maxTokens: -1 } })).toBe("request-reasoning /reasoning/maxTokens");
  });

  it("takes what matters from request bodies", () => {
    const chat = readBody({ model: "m", tools, tool_choice: "required", parallel_tool_calls: false, response_format: { type: "text" } });
    expect(readRequest(chat.options, chat.paths)).toMatchObject({ mode: "required", parallelToolCalls: false });
    const responses = readBody({ tools: [{ type: "function", name: "a" }], text: { format: { type: "json_object" } } });
    expect(readRequest(responses.options, responses.paths).answer).toMatchObject({ kind: "json_schema", path: "/text/format" });
    const legacy = readBody({ functions: [{ name: "a" }], function_call: { name: "a" } });
    expect(readRequest(legacy.options, legacy.paths)).toMatchObject({ mode: "forced" });
    const anthropic = readBody('{"tools":[{"name":"a","input_schema":{}}],"tool_choice":{"type":"tool","name":"zz"}}');
    expect(() => readRequest(anthropic.options, anthropic.paths)).toThrow("request-tool-not-found at /tool_choice");
    expect(() => readBody([])).toThrow("request-body");
  });
});
