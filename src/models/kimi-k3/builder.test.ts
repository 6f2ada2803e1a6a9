import { describe, expect, it } from "vitest";
import { acceptsText } from "../../../tests/support/format-oracle.ts";
import { outline } from "../../format/outline.ts";
import { buildOutputGrammar, buildOutputGrammarFromBody, type OutputGrammarOptions, safeBuildOutputGrammar } from "../build.ts";
import { resolveFamily } from "../registry.ts";

const WEATHER = {
  name: "get_weather",
  parameters: { type: "object", properties: { location: { type: "string" } }, required: ["location"] },
};
const ADD = {
  name: "add",
  parameters: { type: "object", properties: { y: { type: "number" }, x: { type: "number" } }, required: ["y", "x"] },
};
const tools = [WEATHER, ADD];

const RESPONSE = "<|open|>response<|sep|>Checking.<|close|>response<|sep|>";
const EMPTY = "<|open|>response<|sep|><|close|>response<|sep|>";
const END = "<|close|>message<|sep|>";
const call = (index: number): string =>
  `<|open|>call tool="get_weather" index="${index}"<|sep|><|open|>argument key="location" type="string"<|sep|>Oslo<|close|>argument<|sep|><|close|>call<|sep|>`;
const calls = (...indices: number[]): string => `<|open|>tools<|sep|>${indices.map(call).join("")}<|close|>tools<|sep|>`;
const THINK = "I think.<|close|>think<|sep|>";

function grammar(options: Partial<OutputGrammarOptions>) {
  return buildOutputGrammar({ model: "kimi-k3", tools, ...options });
}
function accepts(options: Partial<OutputGrammarOptions>, text: string): boolean {
  return acceptsText(grammar(options).format, text);
}
const named = { type: "function", name: "get_weather" };

describe("final_output_only", () => {
  const seed = { coverage: "final_output_only" };

  it("begins with the reasoning that its mode asks for", () => {
    const first = (reasoning: unknown): string[] =>
      outline(grammar({ ...seed, reasoning }).format)
        .split("\n")
        .slice(1, 4);
    expect(first("disabled")[0]).toBe("  optional `<|open|>response<|sep|>`");
    expect(first("enabled").slice(0, 2)).toEqual([
      "  tag `` text excluding [`<|close|>think<|sep|>`, `<|end_of_msg|>`] `<|close|>think<|sep|>`",
      "  `<|open|>response<|sep|>`",
    ]);
    expect(first("auto")[0]).toBe(
      "  optional tag `<|open|>think<|sep|>` text excluding [`<|close|>think<|sep|>`, `<|end_of_msg|>`] `<|close|>think<|sep|>`",
    );
    expect(first({ mode: "enabled", maxTokens: 9 })[0]).toContain("max_tokens=9");
  });

  it("lets a named tool be called again, unless calls are not parallel", () => {
    const text = `Ok.<|close|>response<|sep|>${calls(1, 2)}${END}`;
    expect(accepts({ ...seed, toolChoice: named }, text)).toBe(true);
    expect(accepts({ ...seed, toolChoice: named, parallelToolCalls: false }, text)).toBe(false);
    expect(accepts({ ...seed, toolChoice: { type: "any", disable_parallel_tool_use: true } }, text)).toBe(false);
  });

  it("needs a closed response before calls", () => {
    expect(accepts({ ...seed, toolChoice: "required" }, calls(1) + END)).toBe(false);
  });

  it("takes a constrained answer in the response, or an empty one before calls", () => {
    const answered = { ...seed, responseFormat: { type: "choice", choices: ["yes"] } };
    const closed = (text: string): string => `${text}<|close|>response<|sep|>`;
    for (const toolChoice of ["auto", "required"]) {
      expect(accepts({ ...answered, toolChoice }, closed("") + calls(1))).toBe(true);
      expect(accepts({ ...answered, toolChoice }, closed("yes") + calls(1))).toBe(true);
      expect(accepts({ ...answered, toolChoice }, closed("no") + calls(1))).toBe(false);
      expect(accepts({ ...answered, toolChoice }, closed("yes"))).toBe(toolChoice === "auto");
      expect(accepts({ ...answered, toolChoice }, closed(""))).toBe(false);
    }
    expect(accepts({ ...answered, toolChoice: "none" }, closed("yes"))).toBe(true);
    expect(accepts({ ...answered, toolChoice: "none" }, closed("yes") + calls(1))).toBe(false);
  });
});

describe("from_token_zero", () => {
  const openings: [string, string][] = [
    ["think", THINK],
    ["none", `<|open|>think<|sep|>${THINK}`],
    ["none", ""],
  ];
  it.each(openings)("with %s open, behind %j", (promptOpens, before) => {
    const rows: [unknown, string, boolean][] = [
      ["auto", RESPONSE, true],
      ["auto", RESPONSE + calls(1, 2), true],
      ["auto", calls(1), true],
      ["auto", "", false],
      ["required", RESPONSE, false],
      ["required", RESPONSE + calls(1, 2), true],
      ["required", calls(1, 2), true],
      [named, calls(1), true],
      [named, RESPONSE + calls(1), true],
      [named, calls(1, 2), false],
      ["none", RESPONSE, true],
      ["none", RESPONSE + calls(1), false],
    ];
    for (const [toolChoice, text, expected] of rows) {
      expect({ toolChoice, text, ok: accepts({ promptOpens, toolChoice }, before + text + END) }).toEqual({
        toolChoice,
        text,
        ok: expected,
      });
      expect(accepts({ promptOpens, toolChoice }, before + text)).toBe(expected);
    }
    expect(accepts({ promptOpens, parallelToolCalls: false }, before + calls(1, 2) + END)).toBe(false);
    expect(accepts({ promptOpens, parallelToolCalls: false }, before + calls(2) + END)).toBe(true);
  });

  it("never lets reasoning hold a tag at which the reader would end it", () => {
    const markers = [
      "<|open|>tools<|sep|>",
      "<|open|> response <|sep|>",
      '<|open|>call tool="get_weather" index="1"<|sep|>',
      "<|close|>message<|sep|>",
    ];
    for (const marker of markers) {
      for (const [promptOpens, before] of openings.slice(0, 2)) {
        const text = before.replace("I think.", `I ${marker}.`);
        expect({ text, ok: accepts({ promptOpens }, text + RESPONSE) }).toEqual({ text, ok: false });
      }
    }
    expect(accepts({ promptOpens: "think" }, `I <|op < |> think.${THINK}${RESPONSE}`)).toBe(true);
  });

  it("with the response open goes on in it", () => {
    const inside = "Checking.<|close|>response<|sep|>";
    const opened = { promptOpens: "response" };
    expect(accepts(opened, inside + END)).toBe(true);
    expect(accepts(opened, inside + calls(1) + END)).toBe(true);
    expect(accepts({ ...opened, toolChoice: "required" }, inside + END)).toBe(false);
    expect(accepts({ ...opened, toolChoice: "required" }, calls(1) + END)).toBe(false);
    expect(accepts({ ...opened, toolChoice: named }, inside + calls(1, 2))).toBe(false);
  });

  it("puts a constrained answer in the place of the response's text", () => {
    const answered = { promptOpens: "think", responseFormat: { type: "json_schema", json_schema: { schema: { type: "integer" } } } };
    const answer = "<|open|>response<|sep|>42<|close|>response<|sep|>";
    const rows: [string, string, boolean][] = [
      ["auto", answer, true],
      ["auto", answer + calls(1), true],
      ["auto", EMPTY + calls(1), true],
      ["auto", calls(1), true],
      ["auto", RESPONSE, false],
      ["auto", EMPTY, false],
      ["required", EMPTY + calls(1), true],
      ["required", answer + calls(1), true],
      ["required", calls(1), true],
      ["required", RESPONSE + calls(1), false],
      ["required", answer, false],
      ["none", answer, true],
      ["none", EMPTY, false],
    ];
    for (const [toolChoice, text, expected] of rows) {
      expect({ toolChoice, text, ok: accepts({ ...answered, toolChoice }, THINK + text + END) }).toEqual({
        toolChoice,
        text,
        ok: expected,
      });
    }
    expect(accepts({ ...answered, promptOpens: "response" }, `<|close|>response<|sep|>${calls(1)}`)).toBe(true);
    expect(outline(grammar({ ...answered, toolChoice: "none" }).format)).toContain(
      "tag `<|open|>response<|sep|>` json(integer) excluding [`<|open|>`, `<|close|>`, `<|end_of_msg|>`] `<|close|>response<|sep|>`",
    );
  });

  it("is the default, and begins where the prompt leaves off", () => {
    expect(grammar({})).toMatchObject({ coverage: "from_token_zero", promptOpens: "think", needed: true });
    expect(grammar({ reasoning: false }).promptOpens).toBe("response");
    expect(grammar({ reasoning: "auto" }).promptOpens).toBe("none");
    expect(grammar({ prompt: 'x<|open|>message role="assistant"<|sep|><|open|>response<|sep|>' }).promptOpens).toBe("response");
  });
});

describe("tools", () => {
  it("appear only where the choice leaves them callable", () => {
    const text = outline(grammar({ toolChoice: { type: "function", name: "add" } }).format);
    expect(text).toContain('tool="add"');
    expect(text).not.toContain("get_weather");
    expect(outline(grammar({ toolChoice: "none" }).format)).not.toContain("tools");
  });

  it("without parameters have an empty form and an empty object", () => {
    const text = outline(grammar({ tools: [{ name: "now", parameters: { type: "object", properties: {} } }] }).format);
    expect(text).toMatch(/or\n\s+``\n\s+tag `<\|open\|>json type="object"<\|sep\|>` json\(\{\}\)/);
  });

  it("that are not strict take any arguments, but only an object", () => {
    const free = { tools: [{ ...WEATHER, strict: false }], promptOpens: "response" };
    const body = (args: string): string =>
      `<|close|>response<|sep|><|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|>${args}<|close|>call<|sep|><|close|>tools<|sep|>`;
    const json = (value: string): string => `<|open|>json type="object"<|sep|>${value}<|close|>json<|sep|>`;
    expect(accepts(free, body(json('{"other":1}')))).toBe(true);
    expect(accepts(free, body(json("[]")))).toBe(false);
    expect(accepts(free, body('<|open|>argument key="x-y" type="null"<|sep|>null<|close|>argument<|sep|>'))).toBe(true);
    expect(accepts({ ...free, tools: [WEATHER] }, body(json('{"other":1}')))).toBe(false);
  });

  it("have names and keys that are escaped, and refused where they hold a marker", () => {
    const odd = { tools: [{ name: 'a"&b', parameters: { properties: { 'a"b&c': { type: "null" } } } }] };
    const text = outline(grammar(odd).format);
    expect(text).toContain('tool="a&quot;&amp;b"');
    expect(text).toContain('key="a&quot;b&amp;c"');
    const refused = (tool: object): string | undefined => {
      const result = safeBuildOutputGrammar({ model: "kimi-k3", tools: [tool] });
      return result.ok ? undefined : `${result.error.code} ${result.error.issues[0].path}`;
    };
    expect(refused({ name: "a<|sep|>b", parameters: {} })).toBe("kimi-k3-tool-name /tools/0/name");
    expect(refused({ name: "t", parameters: { properties: { "a<|sep|>b": true } } })).toBe(
      "arguments-key /tools/0/parameters/properties/a<|sep|>b",
    );
  });

  it("of the server cannot be called, which is reported or refused", () => {
    const both = [...tools, { type: "web_search" }];
    expect(grammar({ tools: both }).diagnostics).toMatchObject([{ kind: "unrepresentable", code: "kimi-k3-builtin", tool: "web_search" }]);
    expect(() => grammar({ tools: both, toolChoice: { type: "web_search" } })).toThrow("kimi-k3-builtin");
  });

  it("may be made of the same arguments in any order", () => {
    const body = (x: string): string =>
      `<|close|>response<|sep|><|open|>tools<|sep|><|open|>call tool="add" index="1"<|sep|>${x}<|close|>call<|sep|><|close|>tools<|sep|>`;
    const arg = (key: string): string => `<|open|>argument key="${key}" type="number"<|sep|>1<|close|>argument<|sep|>`;
    const opened = { promptOpens: "response" };
    expect(accepts(opened, body(arg("x") + arg("y")))).toBe(false);
    expect(accepts({ ...opened, anyOrder: true }, body(arg("x") + arg("y")))).toBe(true);
  });
});

describe("options, bodies and families", () => {
  it.each([
    [{ coverage: "all" }, "/coverage"],
    [{ promptOpens: "tools" }, "/promptOpens"],
    [{ maxWhitespaceCount: 0 }, "/maxWhitespaceCount"],
    [{ excludes: [""] }, "/excludes"],
  ])("%j is refused", (options, path) => {
    expect(() => grammar(options as Partial<OutputGrammarOptions>)).toThrow(`request-option at ${path}`);
  });

  it("answers that cannot be written are refused", () => {
    expect(() => grammar({ responseFormat: { type: "choice", choices: ["a<|close|>"] } })).toThrow(
      "request-answer-marker at /responseFormat/choices/0",
    );
    expect(() => grammar({ responseFormat: { type: "structural_tag", format: { type: "nope" } } })).toThrow("at /responseFormat/format");
  });

  it("a request body gives the same grammar as its parts", () => {
    const body = {
      model: "moonshotai/Kimi-K3",
      tools: [{ type: "function", function: WEATHER }],
      tool_choice: "required",
      parallel_tool_calls: false,
    };
    const parts = grammar({ tools: [WEATHER], toolChoice: "required", parallelToolCalls: false });
    expect(buildOutputGrammarFromBody(body).format).toEqual(parts.format);
    expect(buildOutputGrammarFromBody(JSON.stringify(body), { toolChoice: "none" }).request.mode).toBe("none");
    expect(() => buildOutputGrammarFromBody({ ...body, tool_choice: "maybe" })).toThrow("request-tool-choice at /tool_choice");
  });

  it("models are found by id, alias and owner, and unknown ones get a hint", () => {
    for (const id of ["kimi-k3", "Kimi_K3", "moonshotai/Kimi-K3", "someone/kimi-k3-instruct-fp8"])
      expect(resolveFamily(id).id).toBe("kimi-k3");
    expect(() => resolveFamily("kimi-k33")).toThrow("did you mean kimi-k3");
    expect(() => resolveFamily("")).toThrow("known families: kimi-k3");
  });
});
