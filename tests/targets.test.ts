import { describe, expect, it } from "vitest";
import { buildOutputGrammar, FAMILIES, type Format, StructagError } from "../src/index.ts";
import { forTarget, printFormat } from "../src/targets.ts";
import { ebnfOfLark } from "./support/lark-reader.ts";
import { type MaskOracle, maskDifference, maskOracle, oracleTokens } from "./support/mask-agreement.ts";
import { byteCompiler, languageDifference } from "./support/same-language.ts";

const TOOLS = [
  {
    name: "get_weather",
    parameters: {
      type: "object",
      properties: { city: { type: "string" }, unit: { enum: ["c", "f"] }, days: { type: "integer", minimum: 1, maximum: 14 } },
      required: ["city"],
      additionalProperties: false,
    },
  },
  { name: "stop", parameters: { type: "object", properties: { notes: { type: "array", items: { type: "string", maxLength: 9 } } } } },
];

function tagOf(model: string, toolChoice: "auto" | "required"): Format {
  return buildOutputGrammar({ model, tools: TOOLS, toolChoice }).format;
}

describe("tags of every family", () => {
  const compiler = byteCompiler();

  it.each(FAMILIES.map(({ id }) => id))("of %s keep their language in all targets, or are refused with a code", (model) => {
    const format = tagOf(model, "auto");
    for (const target of ["xgrammar", "web-xgrammar", "llama.cpp"]) {
      try {
        const output = forTarget(format, target);
        const written: Format = output.kind === "grammar" ? { type: "grammar", grammar: output.text } : output.format;
        expect(languageDifference(compiler, format, written, { samples: 1, maxBytes: 80 })).toBeUndefined();
      } catch (error) {
        expect(error).toBeInstanceOf(StructagError);
        expect((error as StructagError).code).toBe("print-class");
        expect(target).toBe("web-xgrammar");
      }
    }
  });

  it.each(["kimi-k3", "qwen3-coder", "harmony", "deepseek-v3"])("of %s are the same language in Lark", (model) => {
    const format = tagOf(model, "required");
    const grammar = ebnfOfLark(printFormat(format, "lark").text);
    expect(languageDifference(compiler, format, { type: "grammar", grammar }, { samples: 2, maxBytes: 80 })).toBeUndefined();
  });
});

describe("web-xgrammar 0.1.27", () => {
  let oracle: Promise<MaskOracle> | undefined;

  it.each(["kimi-k3", "hermes", "qwen3-coder", "kimi-k2", "llama3-json", "glm4-7", "harmony", "mistral"])(
    "has the engine's masks for the tags of %s",
    async (model) => {
      oracle ??= maskOracle(
        oracleTokens(["<tool_call>", "</tool_call>", "<think>", "</think>", "<|close|>", "<|open|>", "name", "city", "get_"]),
      );
      const format = tagOf(model, "auto");
      const output = forTarget(format, "web-xgrammar");
      if (output.kind !== "structural_tag") throw new Error("no tag");
      expect(await maskDifference(await oracle, format, output.format, { walks: 2, maxTokens: 50 })).toBeUndefined();
    },
  );
});
