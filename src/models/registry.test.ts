import { describe, expect, it } from "vitest";
import { FAMILIES, resolveFamily } from "./registry.ts";

describe("resolveFamily", () => {
  it.each([
    ["moonshotai/Kimi-K3-Instruct", "kimi-k3"],
    ["kimi_k3", "kimi-k3"],
    ["Qwen/Qwen3-8B", "qwen3"],
    ["qwen3:8b", "qwen3"],
    ["Qwen/Qwen2.5-7B-Instruct", "qwen3"],
    ["NousResearch/Hermes-3-Llama-3.1-8B", "hermes"],
    ["NousResearch/DeepHermes-3-Mistral-24B-Preview", "hermes"],
    ["deepseek-ai/DeepSeek-R1-0528", "deepseek-r1"],
    ["deepseek-ai/DeepSeek-V3-0324", "deepseek-v3"],
    ["deepseek-ai/DeepSeek-V3.1-Terminus", "deepseek-v3-1"],
    ["deepseek-ai/DeepSeek-V3.2-Exp", "deepseek-v3-1"],
    ["meta-llama/Llama-3.3-70B-Instruct", "llama3-json"],
    ["meta-llama/Meta-Llama-3.1-8B-Instruct", "llama3-json"],
    ["llama3.1:8b", "llama3-json"],
    ["nvidia/Llama-3_3-Nemotron-Super-49B-v1_5", "nemotron-nano-v2"],
    ["nvidia/NVIDIA-Nemotron-Nano-9B-v2", "nemotron-nano-v2"],
    ["Salesforce/Llama-xLAM-2-8b-fc-r", "xlam"],
    ["tencent/Hunyuan-A13B-Instruct", "hunyuan-a13b"],
    ["microsoft/Phi-4-mini-instruct", "phi4-mini"],
    ["LGAI-EXAONE/EXAONE-4.0-32B", "exaone4"],
    ["swiss-ai/Apertus-8B-Instruct-2509", "apertus"],
  ])("finds the family of %s", (model, family) => {
    expect(resolveFamily(model).id).toBe(family);
  });

  it("finds every family by its own names, and no name twice", () => {
    const seen = new Set<string>();
    for (const family of FAMILIES) {
      for (const name of [family.id, ...family.aliases]) {
        expect(resolveFamily(name).id, name).toBe(family.id);
        expect(seen.has(name), name).toBe(false);
        seen.add(name);
      }
    }
  });

  it("suggests the nearest where it knows none", () => {
    expect(() => resolveFamily("gwen3")).toThrow("did you mean qwen3");
    expect(() => resolveFamily("")).toThrow("known families: kimi-k3");
    expect(() => resolveFamily("x".repeat(100_000))).toThrow("known families");
  });
});
