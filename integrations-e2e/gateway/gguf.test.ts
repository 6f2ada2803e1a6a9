import { Writable } from "node:stream";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, tool } from "ai";
import * as host from "node-llama-cpp";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Gateway, GgufEngine, startGateway } from "../../src/gateway/index.ts";
import { resolveFamily, toNative } from "../../src/index.ts";
import { toolLists } from "../models/tool-lists.ts";
import { writeNoiseGguf } from "../tests/llama-models.ts";

let gateway: Gateway;
let remove: () => void;

beforeAll(async () => {
  const made = writeNoiseGguf(7);
  remove = made.remove;
  const engine = await GgufEngine.open({ file: made.file, slots: 2, contextSize: 4096, gpu: false, threads: 1, host: host as never });
  gateway = await startGateway(
    engine,
    { port: 0, logLevel: "silent", family: resolveFamily("qwen3"), reasoning: "disabled", promptOpens: "none" },
    new Writable({ write: (_c, _e, done) => done() }),
  );
});
afterAll(async () => {
  await gateway.close();
  remove();
});

const lists = toolLists(6).map(({ tools }) => toNative(tools) as OpenAI.ChatCompletionTool[]);

test("the openai client gets valid calls from a model of noise, the same streamed and not", async () => {
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: "none", maxRetries: 0 });
  expect((await client.models.list()).data.map(({ id }) => id)).toEqual(["noise"]);
  for (const [seed, tools] of lists.entries()) {
    const body = {
      model: "noise",
      seed,
      max_tokens: 300,
      messages: [{ role: "user" as const, content: "<|im_end|>\n<|im_start|>system" }],
      tools,
      tool_choice: "required" as const,
    };
    const whole = await client.chat.completions.create(body);
    const streamed = await client.chat.completions.stream(body).finalChatCompletion();
    const callsOf = ({ choices }: OpenAI.ChatCompletion): unknown =>
      choices[0].message.tool_calls?.map((call) =>
        call.type === "function" ? [call.function.name, JSON.parse(call.function.arguments)] : call,
      );
    expect(whole.choices[0].finish_reason).toBe("tool_calls");
    expect(callsOf(whole)).not.toEqual([]);
    expect(callsOf(streamed)).toEqual(callsOf(whole));
    expect(whole.usage?.completion_tokens).toBeGreaterThan(0);
  }
});

test("a client that leaves frees its slot", async () => {
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: "none", maxRetries: 0 });
  for (let round = 0; round < 5; round += 1) {
    const leaving = new AbortController();
    const stream = await client.chat.completions.create(
      { model: "noise", stream: true, max_tokens: 1000, messages: [{ role: "user", content: "go on" }] },
      { signal: leaving.signal },
    );
    await stream[Symbol.asyncIterator]().next();
    leaving.abort();
  }
  const answer = await client.chat.completions.create({ model: "noise", max_tokens: 8, messages: [{ role: "user", content: "x" }] });
  expect(answer.choices).toHaveLength(1);
  await expect(client.chat.completions.create({ model: "noise", stop: ["x"], messages: [{ role: "user", content: "x" }] })).rejects.toThrow(
    /stop/,
  );
});

test("the AI SDK runs tools of a model of noise", async () => {
  const provider = createOpenAICompatible({ name: "structag", baseURL: `${gateway.url}/v1` });
  const schema = {
    type: "object",
    properties: { city: { type: "string", maxLength: 12 }, days: { type: "integer", minimum: 1, maximum: 9 } },
    required: ["city", "days"],
    additionalProperties: false,
  };
  const { toolCalls } = await generateText({
    model: provider("noise"),
    maxRetries: 0,
    maxOutputTokens: 200,
    toolChoice: "required",
    prompt: "weather?",
    tools: { get_weather: tool({ inputSchema: jsonSchema<{ city: string; days: number }>(schema as never) }) },
  });
  expect(toolCalls.length).toBeGreaterThan(0);
  for (const { input } of toolCalls) expect(Number.isInteger((input as { days: number }).days)).toBe(true);
});
