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
    ["moonshotai/Kimi-K2-Thinking", "kimi-k2"],
    ["moonshotai/Kimi-K2.5", "kimi-k2"],
    ["Qwen/Qwen3-Coder-480B-A35B-Instruct", "qwen3-coder"],
    ["Qwen/Qwen3.5-397B-A17B", "qwen3-5"],
    ["qwen3_5", "qwen3-5"],
    ["nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B", "nemotron3"],
    ["stepfun-ai/Step-3.5-Flash", "step3-5"],
    ["stepfun-ai/step3", "step3"],
    ["XiaomiMiMo/MiMo-V2-Flash", "mimo"],
    ["ByteDance-Seed/Seed-OSS-36B-Instruct", "seed-oss"],
    ["zai-org/GLM-4.5-Air", "glm4-5"],
    ["zai-org/GLM-4.6", "glm4-5"],
    ["zai-org/GLM-4.7", "glm4-7"],
    ["zai-org/GLM-5", "glm4-7"],
    ["MiniMaxAI/MiniMax-M1-80k", "minimax-m1"],
    ["MiniMaxAI/MiniMax-M2.5", "minimax-m2"],
    ["MiniMaxAI/MiniMax-M3", "minimax-m3"],
    ["deepseek-ai/DeepSeek-V3.2", "deepseek-v3-2"],
    ["deepseek-ai/DeepSeek-V4", "deepseek-v4"],
    ["deepseek-ai/DeepSeek-V4.1", "deepseek-v4-1"],
    ["openai/gpt-oss-20b", "harmony"],
    ["google/gemma-4-27b-it", "gemma4"],
    ["google/functiongemma-270m-it", "functiongemma"],
    ["meta-llama/Llama-4-Scout-17B-16E-Instruct", "llama4-pythonic"],
    ["allenai/Olmo-3-7B-Instruct", "olmo3"],
    ["LiquidAI/LFM2-1.2B", "lfm2"],
    ["mistralai/Mistral-7B-Instruct-v0.3", "mistral"],
    ["mistralai/Mistral-Small-3.2-24B-Instruct-2506", "mistral-v11"],
    ["mistralai/Magistral-Small-2507", "mistral-v11"],
    ["mistralai/Devstral-Small-2507", "mistral-v11"],
    ["ibm-granite/granite-4.0-h-small", "granite4"],
    ["ibm-granite/granite-3.3-8b-instruct", "granite3"],
    ["CohereLabs/c4ai-command-r7b-12-2024", "cohere-json"],
    ["baidu/ERNIE-4.5-21B-A3B-Thinking", "ernie4-5"],
    ["internlm/internlm3-8b-instruct", "internlm"],
    ["tencent/HY-3", "hy3"],
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
