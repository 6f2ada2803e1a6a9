import { describe, expect, it } from "vitest";
import { GrammarCompiler, vocabularyFromTokens } from "../../src/engine.ts";
import { buildOutputGrammar, isJsonObject, type Json, type JsonObject, readJson, readTools } from "../../src/index.ts";
import { K3_TOKEN_IDS } from "../support/kimi-k3-markers.ts";
import { noiseCalls } from "../support/kimi-k3-noise.ts";
import { ArgumentJudge } from "../support/noise.ts";
import { readRows, sharedPath } from "../support/shared-data.ts";
import { checkWrittenCalls } from "../support/written-calls.ts";

const markers = Object.keys(K3_TOKEN_IDS).filter((text) => text.startsWith("<|"));
const words = ["call", "argument", "json", "tools", "response", "think", "true", "number", "string", '":', '","', "[]", "{}", "12"];
const entries = [...Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)), ...words, ...markers];
const vocabulary = vocabularyFromTokens(entries, {
  specialTokens: Object.fromEntries(markers.map((text, index) => [text, 256 + words.length + index])),
  stopTokenIds: [256 + words.length + markers.indexOf("<|end_of_msg|>")],
});
const compiler = new GrammarCompiler(vocabulary);

describe("noise under Kimi K3's masks", () => {
  const tools: readonly [string, string][] = [
    ["nothing", '{"type":"object","properties":{}}'],
    ["text", '{"type":"object","properties":{"s":{"type":"string","maxLength":9},"e":{"enum":["a","b",3,null]}},"required":["s"]}'],
    [
      "numbers",
      '{"type":"object","properties":{"n":{"type":"integer","minimum":-5,"maximum":70},"m":{"multipleOf":0.25}},"required":["n"]}',
    ],
    [
      "nested",
      '{"type":"object","properties":{"o":{"type":"object","properties":{"x":{"type":"boolean"}},"required":["x"]},"l":{"type":"array","items":{"type":"integer"},"uniqueItems":true}}}',
    ],
    ["open", '{"type":"object","additionalProperties":{"type":"number"},"maxProperties":3}'],
    [
      "either",
      '{"type":"object","properties":{"v":{"oneOf":[{"type":"string","pattern":"^[a-c]+$"},{"type":"array","minItems":1,"items":{"type":"null"}}]}},"required":["v"]}',
    ],
  ];

  it.each(tools)("reads back into valid calls: %s", (name, schema) => {
    const parameters = readJson(schema);
    const declared = readTools([
      new Map<string, Json>([
        ["name", name],
        ["parameters", parameters],
      ]),
    ]).filter((tool) => tool.kind === "function");
    const judges = new Map([[name, new ArgumentJudge(parameters)]]);
    let calls = 0;
    for (const [seed, promptOpens] of (["response", "think", "none", "response"] as const).entries()) {
      const { format } = buildOutputGrammar({ model: "kimi-k3", tools: declared, toolChoice: "required", promptOpens, reasoning: "auto" });
      const grammar = compiler.compileFormat(format);
      const outcome = noiseCalls(grammar, { seed, maxTokens: 300, promptOpens, tools: declared, mustCall: true, judges });
      if (outcome.kind === "refused") expect.fail(outcome.code);
      expect({ text: outcome.text, faults: outcome.faults }).toEqual({ text: outcome.text, faults: [] });
      expect(outcome.tokens).toBeLessThanOrEqual(300);
      calls += outcome.calls;
    }
    expect(calls).toBeGreaterThanOrEqual(4);
  });

  it("is refused with a code where no output fits into the tokens", () => {
    const tools = [{ name: "long", parameters: { properties: { l: { type: "array", minItems: 999_999_999_999 } }, required: ["l"] } }];
    const { format } = buildOutputGrammar({ model: "kimi-k3", tools, toolChoice: "required", promptOpens: "response" });
    const matcher = compiler.compileFormat(format).matcher();
    expect(matcher.minTokensToComplete()).toBe(Number.POSITIVE_INFINITY);
    expect(() => matcher.nextTokenMask({ tokensLeft: 200 })).toThrow("matcher-budget");
  });
});

const path = sharedPath("data/bfcl-tool-calls.jsonl.gz");
if (path === undefined) console.log("skipped: ../shared/data/bfcl-tool-calls.jsonl.gz is absent");

describe.runIf(path !== undefined)("written calls of BFCL", () => {
  // A few rows spread over the file, and those of the kinds that are told apart: the whole file is what `npm run bfcl -- FILE --engine` is for.
  const all = path === undefined ? [] : readRows(path);
  const check = (row: JsonObject) => {
    const calls = (row.get("calls") as readonly JsonObject[]).map((call) => ({
      name: call.get("name") as string,
      arguments: call.get("arguments") as JsonObject,
    }));
    return checkWrittenCalls(compiler, row.get("tools")!, calls);
  };

  it.each(all.filter((_, index) => index % 170 === 3).map((row) => [row.get("id") as string, row] as const))(
    "are accepted, and refused with a type broken: %s",
    (_, row) => {
      const report = check(row);
      expect(report).toMatchObject({ reordered: [], undeclared: [], faults: [] });
      expect(report.accepted).toBeGreaterThanOrEqual(4);
      expect(report.brokenRefused).toBeGreaterThan(0);
    },
  );

  it("are told apart where keys are out of order, or closed by a strict tool", () => {
    const row = (id: string): JsonObject => all.find((entry) => isJsonObject(entry) && entry.get("id") === id)!;
    const outOfOrder = check(row("live_simple_189-114-0"));
    expect(outOfOrder).toMatchObject({ accepted: 0, undeclared: [], faults: [] });
    expect(outOfOrder.reordered).toHaveLength(6);
    expect(check(row("live_multiple_189-83-0"))).toMatchObject({ reordered: [], undeclared: ["/data/name", "/data/email"], faults: [] });
  });
});
