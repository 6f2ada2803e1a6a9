import type OpenAI from "openai";
import { describe, expect, expectTypeOf, it } from "vitest";
import { StructagError } from "../../core/errors.ts";
import { jsonObject } from "../../core/json.ts";
import { resolveFamily } from "../../models/registry.ts";
import { sequentialCallIds } from "../../read/call-ids.ts";
import { chatError } from "./chat-error.ts";
import { readChatRequest } from "./chat-request.ts";
import { chatCompletion, chatCompletionChunks } from "./chat-response.ts";
import type { OutputPart } from "./model-output.ts";
import type { ChatCompletion, ChatCompletionChunk } from "./types.ts";

const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const body = {
  model: "Qwen/Qwen3-8B",
  messages: [{ role: "user", content: "weather?" }],
  tools: [{ type: "function", function: { name: "get_weather", parameters } }],
  stream_options: { include_usage: true },
};
const calls = [{ name: "get_weather", arguments: jsonObject([["city", "Oslo"]]) }];
const text = `<think>\nhm\n</think>\n\nI look.\n${resolveFamily("qwen3").writeCalls(calls, {})}`;
const end: OutputPart = { type: "end", reason: "stop", usage: { promptTokens: 3, completionTokens: 4, cachedTokens: 1 } };
const options = { callIds: sequentialCallIds(), id: "chatcmpl-1", created: 1 };

/** The same text, one character a part. */
const pieces = (): OutputPart[] => [...text].map((piece) => ({ type: "text", text: piece }));

async function all(parts: Iterable<OutputPart>, given: Record<string, unknown> = body): Promise<ChatCompletionChunk[]> {
  const chunks: ChatCompletionChunk[] = [];
  for await (const chunk of chatCompletionChunks(readChatRequest(given), parts, { ...options, callIds: sequentialCallIds() }))
    chunks.push(chunk);
  return chunks;
}

function joined(chunks: readonly ChatCompletionChunk[]): Record<string, unknown> {
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
  const fragments = deltas.flatMap(({ tool_calls }) => tool_calls ?? []);
  return {
    content: deltas.map(({ content }) => content ?? "").join(""),
    reasoning: deltas.map(({ reasoning_content }) => reasoning_content ?? "").join(""),
    ids: fragments.flatMap(({ id }) => id ?? []),
    names: fragments.flatMap(({ function: { name } }) => name ?? []),
    arguments: fragments.map((fragment) => fragment.function.arguments).join(""),
    finish: chunks.flatMap(({ choices }) => choices.flatMap(({ finish_reason }) => finish_reason ?? [])),
    usage: chunks.at(-1)?.usage,
  };
}

describe("chat completions", () => {
  it("say the same as a stream and whole", async () => {
    const whole = await chatCompletion(readChatRequest(body), [text, end], options);
    const [{ message, finish_reason }] = whole.choices;
    expect(message.tool_calls?.map(({ function: { name, arguments: args } }) => [name, JSON.parse(args)])).toEqual([
      ["get_weather", { city: "Oslo" }],
    ]);
    expect(whole).toMatchObject({ id: "chatcmpl-1", object: "chat.completion", usage: { total_tokens: 7 } });
    expect(joined(await all([...pieces(), end]))).toEqual({
      content: message.content,
      reasoning: message.reasoning_content,
      ids: message.tool_calls?.map(({ id }) => id),
      names: ["get_weather"],
      arguments: message.tool_calls?.[0].function.arguments,
      finish: [finish_reason],
      usage: whole.usage,
    });
    expect(finish_reason).toBe("tool_calls");
  });

  it("give no usage where it is not wanted, and length where the output was cut off", async () => {
    const chunks = await all([text.slice(0, -20), { ...end, reason: "length" }], { ...body, stream_options: null });
    expect(chunks.at(-1)?.choices[0].finish_reason).toBe("length");
  });

  it("take what the server has read already", async () => {
    const parts: OutputPart[] = [
      { type: "events", events: [{ type: "reasoning", text: "hm" }] },
      { type: "text", text: "Hello" },
      { type: "events", events: [{ type: "call-start", index: 0, id: "x", name: "get_weather" }] },
      { type: "events", events: [{ type: "call-arguments", index: 0, text: "{}" }] },
      end,
    ];
    expect(joined(await all(parts, { ...body, model: "deepseek-r1" }))).toMatchObject({
      reasoning: "hm",
      content: "Hello",
      ids: ["x"],
      finish: ["tool_calls"],
    });
  });

  it("end what they read where the reader leaves", async () => {
    let ended = false;
    async function* endless(): AsyncGenerator<OutputPart> {
      try {
        for (;;) yield "a";
      } finally {
        ended = true;
      }
    }
    for await (const _ of chatCompletionChunks(readChatRequest(body), endless())) break;
    expect(ended).toBe(true);
  });

  it("fit the types of the openai client", () => {
    expectTypeOf<ChatCompletion>().toExtend<OpenAI.ChatCompletion>();
    expectTypeOf<ChatCompletionChunk>().toExtend<OpenAI.ChatCompletionChunk>();
    const request: OpenAI.ChatCompletionCreateParams = {
      model: "kimi-k3",
      messages: [{ role: "user", content: "hi" }],
      tools: [{ type: "function", function: { name: "f", parameters } }],
      tool_choice: { type: "allowed_tools", allowed_tools: { mode: "required", tools: [{ type: "function", function: { name: "f" } }] } },
    };
    expect(readChatRequest(request).output.request.mode).toBe("required");
  });
});

describe("requests", () => {
  const code = (given: unknown): string => {
    try {
      readChatRequest(given);
    } catch (error) {
      if (error instanceof StructagError) return error.code;
    }
    return "";
  };

  it("are refused where they ask for what is not given", () => {
    expect(code([])).toBe("openai-body");
    expect(code({ ...body, messages: [] })).toBe("openai-messages");
    expect(code({ ...body, messages: ["hi"] })).toBe("openai-messages");
    expect(code({ ...body, n: 2 })).toBe("openai-unsupported");
    expect(code({ ...body, logprobs: true })).toBe("openai-unsupported");
    expect(code({ ...body, modalities: ["audio"] })).toBe("openai-unsupported");
    expect(code({ ...body, stream: "yes" })).toBe("openai-option");
    expect(code({ ...body, model: 1 })).toBe("openai-option");
    expect(code({ ...body, n: 1, logprobs: false, top_logprobs: 0, stream: null })).toBe("");
  });

  it("are free where nothing limits the output", () => {
    expect(readChatRequest({ model: "qwen3", messages: body.messages }).free).toBe(true);
    expect(readChatRequest(body).free).toBe(false);
    expect(readChatRequest({ ...body, tool_choice: "none" }).free).toBe(false);
  });

  it("say in several ways whether to reason", () => {
    const mode = (given: object): unknown => readChatRequest({ ...body, ...given }).output.request.reasoning.mode;
    expect(mode({ chat_template_kwargs: { enable_thinking: false } })).toBe("disabled");
    expect(mode({ reasoning_effort: "none" })).toBe("disabled");
    expect(mode({ thinking: { type: "enabled" } })).toBe("enabled");
    expect(mode({})).toBe(undefined);
  });

  it("get an error in OpenAI's shape", () => {
    expect(chatError(new StructagError({ code: "openai-option", path: "/n", message: "bad", hint: "good" }))).toEqual({
      error: { message: "bad at /n (good)", type: "invalid_request_error", param: "/n", code: "openai-option" },
    });
    expect(JSON.stringify(chatError(new Error("secret")))).not.toContain("secret");
  });
});
