import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, type LanguageModelMiddleware, streamText, tool, wrapLanguageModel } from "ai";
import { expect, test } from "vitest";
import { structagMiddleware } from "../../src/ai-sdk.ts";

const RAW = '<think>\nParis, then.\n</think>\n\nOn it.\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Paris"}}\n</tool_call>';

interface ServedBody {
  readonly stream?: boolean;
  readonly tool_choice: string;
  readonly tools: unknown[];
  readonly skip_special_tokens: boolean;
  readonly structured_outputs: { readonly structural_tag: string };
}

/** A model behind a server that answers with a raw completion, in chunks of `size` characters; it notes what it was sent. */
function served(raw: string, size: number) {
  const bodies: ServedBody[] = [];
  const provider = createOpenAICompatible({
    name: "vllm",
    baseURL: "http://localhost/v1",
    includeUsage: true,
    fetch: async (_, init) => {
      const body = JSON.parse(String(init?.body));
      bodies.push(body);
      const head = { id: "1", created: 1, model: "m" };
      const usage = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 };
      if (body.stream !== true) {
        return Response.json({
          ...head,
          choices: [{ index: 0, message: { role: "assistant", content: raw }, finish_reason: "stop" }],
          usage,
        });
      }
      const chunks = (raw.match(new RegExp(`[^]{1,${size}}`, "g")) ?? []).map((content) => ({
        ...head,
        choices: [{ index: 0, delta: { content } }],
      }));
      const events = [...chunks, { ...head, choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage }];
      return new Response(`${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`, {
        headers: { "content-type": "text/event-stream" },
      });
    },
  });
  const middleware: LanguageModelMiddleware = structagMiddleware({ family: "qwen3", server: "vllm", promptOpens: "none" });
  return { model: wrapLanguageModel({ model: provider("m"), middleware }), bodies };
}

const tools = {
  get_weather: tool({
    description: "The weather",
    inputSchema: jsonSchema<{ city: string }>({
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
      additionalProperties: false,
    }),
  }),
};

test("generateText gets reasoning, text and a call, and the server the tag", async () => {
  const { model, bodies } = served(RAW, 0);
  const result = await generateText({ model, tools, toolChoice: "auto", prompt: "Weather in Paris?" });
  expect(result.toolCalls.map(({ toolName, input }) => ({ toolName, input }))).toEqual([
    { toolName: "get_weather", input: { city: "Paris" } },
  ]);
  expect(result.reasoningText?.trim()).toBe("Paris, then.");
  expect(result.text.trim()).toBe("On it.");
  expect(result.finishReason).toBe("tool-calls");
  const [body] = bodies;
  expect(body.tool_choice).toBe("none");
  expect(body.tools).toHaveLength(1);
  expect(body.skip_special_tokens).toBe(false);
  expect(JSON.parse(body.structured_outputs.structural_tag).type).toBe("structural_tag");
});

test.each([1, 3, 1000])("streamText gives the same in chunks of %i", async (size) => {
  const { model } = served(RAW, size);
  const result = streamText({ model, tools, prompt: "Weather in Paris?" });
  const types: string[] = [];
  for await (const part of result.fullStream) types.push(part.type);
  expect((await result.toolCalls).map(({ toolName, input }) => ({ toolName, input }))).toEqual([
    { toolName: "get_weather", input: { city: "Paris" } },
  ]);
  expect((await result.reasoningText)?.trim()).toBe("Paris, then.");
  expect((await result.text).trim()).toBe("On it.");
  expect(await result.finishReason).toBe("tool-calls");
  for (const type of [
    "reasoning-start",
    "reasoning-end",
    "text-start",
    "text-end",
    "tool-input-start",
    "tool-input-delta",
    "tool-input-end",
    "tool-call",
  ]) {
    expect(types).toContain(type);
  }
});
