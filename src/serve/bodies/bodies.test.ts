import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, toNative } from "../../core/json.ts";
import { readJson } from "../../core/json-read.ts";
import { writeJson } from "../../core/json-write.ts";
import { buildOutputGrammarFromBody } from "../../models/build.ts";
import { chatRequestBody } from "./chat-body.ts";
import { completionRequestBody, templateRequestBody } from "./completion-body.ts";
import { constraintFor } from "./constraint.ts";

const TEXT = `{"model":"m","messages":[{"role":"user","content":"hi"}],"tools":[{"type":"function","function":{"name":"f","strict":true,"parameters":
{"type":"object","properties":{"10":{"type":"number","minimum":1.0},"2":{"type":"string"}},"required":["10"]}}}],"tool_choice":"required",
"parallel_tool_calls":false,"temperature":0.50,"max_completion_tokens":7,"store":true}`;
const body = readJson(TEXT) as JsonObject;
const output = buildOutputGrammarFromBody(body, { model: "qwen3" });
const native = (value: Json): Record<string, unknown> => toNative(value) as Record<string, unknown>;

describe("chat bodies", () => {
  it("ask vLLM for raw text under the tag, and keep tools, order and numbers", () => {
    const sent = chatRequestBody(body, constraintFor(output.format, "vllm"), "vllm", "disabled");
    const text = writeJson(sent);
    expect(text).toContain('"properties":{"10":{"type":"number","minimum":1.0},"2":{"type":"string"}}');
    expect(text).toContain('"temperature":0.50');
    expect(native(sent)).toMatchObject({
      tool_choice: "none",
      skip_special_tokens: false,
      spaces_between_special_tokens: false,
      include_stop_str_in_output: true,
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 7,
      chat_template_kwargs: { enable_thinking: false, thinking: false },
    });
    const tag = (native(sent).structured_outputs as { structural_tag: string }).structural_tag;
    expect(JSON.parse(tag)).toMatchObject({ type: "structural_tag", format: {} });
    expect(sent.has("parallel_tool_calls")).toBe(false);
    expect(text).not.toContain('"strict"');
    expect(sent.has("store")).toBe(false);
  });

  it("ask SGLang and TensorRT-LLM by response_format", () => {
    for (const server of ["sglang", "tensorrt-llm"]) {
      const sent = native(chatRequestBody(body, constraintFor(output.format, server), server));
      expect(sent).toMatchObject({ tool_choice: "auto", skip_special_tokens: false, response_format: { type: "structural_tag" } });
    }
  });

  it("do not keep the client's own stop texts in the output", () => {
    const stopped = new Map<string, Json>([...body, ["stop", ["END"]]]);
    expect(native(chatRequestBody(stopped, undefined, "vllm"))).toMatchObject({ stop: ["END"], include_stop_str_in_output: false });
  });

  it("leave the body of a server that takes no tag as it is", () => {
    const constraint = constraintFor(output.format, "openai");
    expect(constraint.loosened.map(({ code }) => code)).toEqual(["target-not-enforced"]);
    expect(native(chatRequestBody(body, constraint, "openai"))).toMatchObject({ tool_choice: "required", parallel_tool_calls: false });
  });

  it("give older functions as tools", () => {
    const legacy = readJson('{"messages":[],"functions":[{"name":"g"}]}') as JsonObject;
    expect(native(chatRequestBody(legacy, undefined, "vllm")).tools).toEqual([{ type: "function", function: { name: "g" } }]);
  });

  it("refuse llama-server and servers that are unknown", () => {
    expect(() => chatRequestBody(body, undefined, "llama-server")).toThrow("target-no-chat");
    expect(() => chatRequestBody(body, undefined, "nothing")).toThrow("target-unknown");
  });
});

describe("completion bodies", () => {
  it("have llama-server continue the prompt under a grammar with the markers written out", () => {
    const sent = native(
      completionRequestBody(body, constraintFor(output.format, "llama-server"), "llama-server", { prompt: "P", markers: ["<tool_call>"] }),
    );
    expect(sent).toMatchObject({ prompt: "P", n_predict: 7, temperature: 0.5, preserved_tokens: ["<tool_call>"], stream: true });
    expect(sent.grammar).toContain("root ::=");
    expect(native(templateRequestBody(body, "enabled"))).toMatchObject({
      messages: [{ role: "user" }],
      tools: [{ type: "function" }],
      chat_template_kwargs: { enable_thinking: true },
    });
  });

  it("have vLLM continue tokens, with no limit but the context where none is given", () => {
    const sent = native(completionRequestBody(readJson('{"model":"m"}') as JsonObject, undefined, "vllm", { prompt: [1, 2] }));
    expect(sent).toMatchObject({ model: "m", prompt: [1, 2], max_tokens: null, add_special_tokens: false });
  });
});
