import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  buildOutputGrammar,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  outlineDocument,
  readJson,
  resolveFamily,
  safeBuildOutputGrammar,
  toNative,
} from "../src/index.ts";
import { acceptsText } from "./support/format-oracle.ts";
import { k3Close } from "./support/kimi-k3-markers.ts";

const SHARED = new URL("../../shared/", import.meta.url);
const has = (path: string): boolean => {
  const present = existsSync(new URL(path, SHARED));
  if (!present) console.log(`skipped: ../shared/${path} is absent`);
  return present;
};
const read = (path: string): string => {
  const bytes = readFileSync(new URL(path, SHARED));
  return path.endsWith(".gz") ? gunzipSync(bytes).toString("utf8") : bytes.toString("utf8");
};
const rowsOf = (path: string): JsonObject[] =>
  read(path)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => readJson(line) as JsonObject);
const strings = (value: Json | undefined): string[] => (isJsonArray(value) ? value.filter((item) => typeof item === "string") : []);

describe.runIf(has("seed/tools.json"))("the seed", () => {
  it("is reproduced byte for byte", () => {
    const tools = read("seed/tools.json");
    const blocks = [
      ["auto", "auto"],
      ["required", "required"],
      ["named", { type: "function", function: { name: "get_weather" } }],
    ].map(([name, toolChoice]) => {
      const grammar = buildOutputGrammar({
        model: "moonshotai/Kimi-K3",
        tools,
        toolChoice,
        reasoning: "disabled",
        coverage: "final_output_only",
      });
      expect(grammar.diagnostics).toEqual([]);
      return { cases: [name as string], coverage: grammar.coverage, format: grammar.format };
    });
    expect(outlineDocument(blocks)).toBe(read("seed/kimi-k3-structural-tag.txt"));
  });
});

describe.runIf(has("cases/reported-faults.jsonl"))("reported faults of builders", () => {
  const rows = rowsOf("cases/reported-faults.jsonl").filter((row) => row.get("kind") === "builder" && row.has("tools"));
  it.each(rows.map((row) => [`${row.get("id")} ${row.get("title")}`, row] as const))("%s", (_, row) => {
    const options = row.get("options");
    const option = (name: string): unknown => (isJsonObject(options) ? toNative(options.get(name) ?? null) : null);
    const fromStart = option("final_output_only") === false;
    const built = safeBuildOutputGrammar({
      model: "kimi-k3",
      tools: row.get("tools"),
      toolChoice: row.get("tool_choice"),
      parallelToolCalls: option("parallel_tool_calls") as boolean | null,
      reasoning: "disabled",
      coverage: fromStart ? "from_token_zero" : "final_output_only",
      promptOpens: (option("prompt_opens") as string | null) ?? "none",
    });
    const compile = row.get("compile");
    if (isJsonObject(compile) && compile.get("must") === "error") {
      expect(built.ok).toBe(false);
      for (const text of strings(compile.get("error_mentions"))) expect(!built.ok && built.error.message).toContain(text);
      return;
    }
    if (!built.ok) throw built.error;
    for (const text of strings(row.get("accept")))
      expect({ text, accepted: acceptsText(built.value.format, text) }).toEqual({ text, accepted: true });
    for (const text of strings(row.get("reject")))
      expect({ text, accepted: acceptsText(built.value.format, text) }).toEqual({ text, accepted: false });
  });
});

describe.runIf(has("data/bfcl-tool-calls.jsonl.gz"))("the calls of BFCL", () => {
  it("are accepted under required", () => {
    const refused: string[] = [];
    // Every seventh row: the whole file is what `npm run bfcl` is for.
    for (const row of rowsOf("data/bfcl-tool-calls.jsonl.gz").filter((_, index) => index % 7 === 0)) {
      const { format, request } = buildOutputGrammar({
        model: "kimi-k3",
        tools: row.get("tools"),
        toolChoice: "required",
        promptOpens: "response",
      });
      const calls = (row.get("calls") as readonly JsonObject[]).map((call) => {
        const name = call.get("name") as string;
        const schema = request.functions.find((tool) => tool.name === name)?.schema;
        const properties = isJsonObject(schema) ? schema.get("properties") : undefined;
        const order = isJsonObject(properties) ? [...properties.keys()] : [];
        const values = call.get("arguments") as JsonObject;
        const sorted = new Map([...values].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
        return { name, arguments: sorted };
      });
      const text = k3Close("response") + resolveFamily("kimi-k3").writeCalls(calls, {}) + k3Close("message");
      if (calls.length > 0 && !acceptsText(format, text)) refused.push(`${row.get("id")}: ${text}`);
    }
    expect(refused).toEqual([]);
  });
});
