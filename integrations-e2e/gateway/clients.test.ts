import { Writable } from "node:stream";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Gateway, startGateway, UPSTREAM_DEFAULTS, UpstreamEngine } from "../../src/gateway/index.ts";
import { REPLAYED, type ReplayUpstream, replayedCalls, replayUpstream, WEATHER_TOOL } from "../../tests/support/replay-upstream.ts";

let upstream: ReplayUpstream;
let gateway: Gateway;

beforeAll(async () => {
  upstream = await replayUpstream();
  const engine = await UpstreamEngine.open({ ...UPSTREAM_DEFAULTS, url: upstream.url, server: "vllm", loosen: false });
  gateway = await startGateway(
    engine,
    { port: 0, logLevel: "silent", reasoning: "disabled" },
    new Writable({ write: (_c, _e, done) => done() }),
  );
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

test.each(REPLAYED)("the AI SDK runs the tools of %s, streamed and not", async (model) => {
  const provider = createOpenAICompatible({ name: "structag", baseURL: `${gateway.url}/v1`, includeUsage: true });
  const run: unknown[] = [];
  const tools = {
    get_weather: tool({
      inputSchema: jsonSchema<{ city: string; days: number }>(structuredClone(WEATHER_TOOL.function.parameters) as never),
      execute: async (input) => {
        run.push(input);
        return "sunny";
      },
    }),
  };
  const options = { model: provider(model), tools, prompt: "weather?", stopWhen: stepCountIs(1), maxRetries: 0 };
  const whole = await generateText(options);
  expect(whole.toolCalls.map(({ input }) => input)).toEqual(replayedCalls(model));
  const stream = streamText(options);
  expect((await stream.toolCalls).map(({ input }) => input)).toEqual(replayedCalls(model));
  expect([await stream.finishReason, await stream.text]).toEqual([whole.finishReason, whole.text]);
  expect(whole.finishReason).toBe("tool-calls");
  expect(run.length).toBe(2 * replayedCalls(model).length);
});

test("the openai client's runner runs tools and hears of a server that dies", async () => {
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: "none", maxRetries: 0 });
  const stream = client.chat.completions.stream({
    model: "kimi-k3",
    messages: [{ role: "user", content: "weather?" }],
    tools: [structuredClone(WEATHER_TOOL) as never],
  });
  const calls = (await stream.finalMessage()).tool_calls ?? [];
  expect(calls.map((call) => (call.type === "function" ? JSON.parse(call.function.arguments) : undefined))).toEqual(
    replayedCalls("kimi-k3"),
  );
  const cut = client.chat.completions.stream({
    model: "kimi-k3",
    messages: [{ role: "user", content: "!cut" }],
    tools: [structuredClone(WEATHER_TOOL) as never],
  });
  await expect(cut.finalMessage()).rejects.toThrow("broke its answer off");
});
