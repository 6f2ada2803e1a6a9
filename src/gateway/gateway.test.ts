import { Writable } from "node:stream";
import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { REPLAYED, type ReplayUpstream, replayedCalls, replayUpstream, WEATHER_TOOL } from "../../tests/support/replay-upstream.ts";
import { type Gateway, startGateway } from "./gateway.ts";
import type { GatewaySettings } from "./settings.ts";
import { UPSTREAM_DEFAULTS } from "./upstream/http.ts";
import { UpstreamEngine } from "./upstream/upstream-engine.ts";

let upstream: ReplayUpstream;
let gateway: Gateway;
const started: Gateway[] = [];
const lines: string[] = [];

beforeAll(async () => {
  upstream = await replayUpstream();
  gateway = await start({});
});
afterEach(() => {
  upstream.bodies.length = 0;
});
afterAll(async () => {
  for (const one of started) await one.close();
  await upstream.close();
});

async function start(settings: Partial<GatewaySettings>, more: { server?: string; idleTimeout?: number } = {}): Promise<Gateway> {
  const { server = "vllm", idleTimeout = 5000 } = more;
  const engine = await UpstreamEngine.open({ ...UPSTREAM_DEFAULTS, url: `${upstream.url}/v1`, server, idleTimeout, loosen: false });
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const one = await startGateway(engine, { port: 0, closeTimeout: 200, ...settings }, log);
  started.push(one);
  return one;
}

function client(of = gateway): OpenAI {
  return new OpenAI({ baseURL: `${of.url}/v1`, apiKey: "none", maxRetries: 0 });
}

function ask(model: string, say = "weather?"): OpenAI.ChatCompletionCreateParamsNonStreaming {
  return {
    model,
    messages: [{ role: "user", content: say }],
    tools: [WEATHER_TOOL as unknown as OpenAI.ChatCompletionTool],
    ...({ chat_template_kwargs: { enable_thinking: false } } as object),
  };
}

function post(body: unknown, headers: Record<string, string> = {}, of = gateway): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(`${of.url}/v1/chat/completions`, {
    method: "POST",
    body: text,
    headers: { "content-type": "application/json", ...headers },
  });
}

async function codeOf(response: Response): Promise<[status: number, code: string]> {
  const { error } = (await response.json()) as { error: { code: string } };
  return [response.status, error.code];
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !condition(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(condition()).toBe(true);
}

describe("chat completions through an upstream", () => {
  it.each(REPLAYED)("of %s are the same as a stream and whole", async (model) => {
    const whole = await client().chat.completions.create(ask(model));
    const [{ message, finish_reason }] = whole.choices;
    const calls = (message.tool_calls ?? []).flatMap((call) => (call.type === "function" ? [call] : []));
    expect(calls.map((call) => [call.function.name, JSON.parse(call.function.arguments)])).toEqual(
      replayedCalls(model).map((args) => ["get_weather", args]),
    );
    expect(finish_reason).toBe("tool_calls");
    expect(message.content ?? "").toBe("");
    const stream = client().chat.completions.stream({ ...ask(model), stream: true, stream_options: { include_usage: true } });
    const streamed = await stream.finalChatCompletion();
    const [choice] = streamed.choices;
    const parts = (choice.message.tool_calls ?? []).map((call) =>
      call.type === "function" ? [call.function.name, call.function.arguments] : [],
    );
    expect(parts).toEqual(calls.map((call) => [call.function.name, call.function.arguments]));
    expect([choice.finish_reason, choice.message.content ?? ""]).toEqual([finish_reason, message.content ?? ""]);
    expect(streamed.usage).toEqual(whole.usage);
    expect(whole.usage?.prompt_tokens).toBe(11);
    for (const sent of upstream.bodies) {
      expect(sent).toMatchObject({ stream: true, tool_choice: "none", skip_special_tokens: false });
      expect(sent).toHaveProperty("structured_outputs.structural_tag");
    }
  });

  it("take the reasoning that the upstream took out", async () => {
    const { choices } = await client().chat.completions.create(ask("qwen3", "!reasoning"));
    expect(choices[0].message).toMatchObject({ reasoning_content: "I think.", tool_calls: [{}, {}, {}] });
  });

  it("send no grammar where nothing limits the output", async () => {
    await client().chat.completions.create({ model: "qwen3", messages: [{ role: "user", content: "hi" }] });
    expect(upstream.bodies[0]).not.toHaveProperty("structured_outputs");
  });

  it("are sent again as long as nothing has come back", async () => {
    upstream.refuse(503, 2);
    await client().chat.completions.create(ask("qwen3"));
    expect(upstream.bodies.length).toBe(3);
    upstream.refuse(503, 3);
    expect(await codeOf(await post(ask("qwen3")))).toEqual([503, "gateway-upstream-refused"]);
  });
});

describe("failures of the upstream", () => {
  it.each([
    ["cut", 502, "gateway-upstream-cut"],
    ["end", 502, "gateway-upstream-cut"],
    ["error", 400, "gateway-upstream-refused"],
    ["error-event", 502, "gateway-upstream-refused"],
    ["reads-calls", 502, "gateway-upstream-reads-calls"],
    ["garbage", 502, "gateway-upstream-answer"],
  ])("%s: a status, or an error event where the stream has begun", async (misdeed, status, code) => {
    expect(await codeOf(await post(ask("qwen3", `!${misdeed}`)))).toEqual([status, code]);
    const response = await post({ ...ask("qwen3", `!${misdeed}`), stream: true });
    const text = await response.text();
    expect(text).toContain(code);
    expect(text).not.toContain("[DONE]");
  });

  it("make the openai client throw in the middle of a stream", async () => {
    const stream = await client().chat.completions.create({ ...ask("kimi-k3", "!cut"), stream: true });
    await expect(
      (async () => {
        for await (const _ of stream);
      })(),
    ).rejects.toThrow("broke its answer off");
  });

  it("time out where it sends nothing", async () => {
    const impatient = await start({}, { idleTimeout: 300 });
    expect(await codeOf(await post(ask("qwen3", "!hang"), {}, impatient))).toEqual([504, "gateway-upstream-timeout"]);
  });

  it("are told when nobody is there", async () => {
    const engine = await UpstreamEngine.open({
      ...UPSTREAM_DEFAULTS,
      retries: 0,
      url: "http://127.0.0.1:9",
      server: "vllm",
      loosen: false,
    });
    const alone = await startGateway(engine, { port: 0, logLevel: "silent" }, new Writable());
    started.push(alone);
    expect(await codeOf(await post(ask("qwen3"), {}, alone))).toEqual([502, "gateway-upstream-unreachable"]);
    expect((await fetch(`${alone.url}/readyz`)).status).toBe(502);
    expect((await fetch(`${alone.url}/healthz`)).status).toBe(200);
  });
});

describe("clients that leave", () => {
  it.each([true, false])("cancel the upstream and free the slot (stream: %s)", async (stream) => {
    const narrow = await start({ slots: 1, queue: 1 });
    const controller = new AbortController();
    const before = upstream.aborted();
    const asked = fetch(`${narrow.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...ask("qwen3", "!hang"), stream }),
      signal: controller.signal,
    });
    asked.catch(() => {});
    await until(() => upstream.open() === 1);
    const waits = client(narrow).chat.completions.create(ask("qwen3"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await codeOf(await post(ask("qwen3"), {}, narrow))).toEqual([429, "gateway-queue-full"]);
    controller.abort();
    expect((await waits).choices[0].finish_reason).toBe("tool_calls");
    await until(() => upstream.open() === 0);
    expect(upstream.aborted()).toBe(before + 1);
  });

  it("are noticed when they stop reading", async () => {
    const strict = await start({ clientTimeout: 300 });
    const response = await post({ ...ask("qwen3", "!endless"), stream: true }, {}, strict);
    expect(response.status).toBe(200);
    await until(() => upstream.open() === 0);
  });
});

describe("requests", () => {
  it.each<[string, unknown, number, string]>([
    ["no JSON", "{", 400, "json-syntax"],
    ["no object", "[]", 400, "openai-body"],
    ["several choices", { ...ask("qwen3"), n: 2 }, 400, "openai-unsupported"],
    ["an unknown model", ask("nobody-knows"), 404, "model-unknown"],
    ["a tool without a name", { ...ask("qwen3"), tools: [{ type: "function", function: {} }] }, 400, "request-tool-name"],
    ["deep nesting", `${"[".repeat(100_000)}`, 400, "json-depth"],
    [
      "many tools",
      { ...ask("qwen3"), tools: Array.from({ length: 600 }, (_, index) => ({ type: "function", function: { name: `f${index}` } })) },
      400,
      "gateway-too-large",
    ],
  ])("%s: refused", async (_what, body, status, code) => {
    expect(await codeOf(await post(body))).toEqual([status, code]);
    expect(upstream.bodies.length).toBe(0);
  });

  it("are refused by size, type, place and key", async () => {
    const guarded = await start({ maxBodyBytes: 1000, apiKeys: ["secret", "other"] });
    const key = { authorization: "Bearer other" };
    expect(await codeOf(await post({ ...ask("qwen3"), x: "x".repeat(2000) }, key, guarded))).toEqual([413, "gateway-too-large"]);
    expect(await codeOf(await post("hi", { "content-type": "text/plain", ...key }, guarded))).toEqual([415, "gateway-body"]);
    expect(await codeOf(await post(ask("qwen3"), {}, guarded))).toEqual([401, "gateway-unauthorized"]);
    expect(await codeOf(await post(ask("qwen3"), { authorization: "Bearer wrong" }, guarded))).toEqual([401, "gateway-unauthorized"]);
    expect((await post(ask("qwen3"), key, guarded)).status).toBe(200);
    expect(await codeOf(await fetch(`${guarded.url}/v1/nothing`))).toEqual([404, "gateway-not-found"]);
    expect((await fetch(`${guarded.url}/v1/models`)).status).toBe(401);
  });
});

describe("operators", () => {
  it("see models, metrics and a log without contents", async () => {
    const page = await client().models.list();
    expect(page.data.map(({ id }) => id)).toContain("kimi-k3");
    await client().chat.completions.create(ask("qwen3", "a secret question"));
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toMatch(/structag_calls_total\{outcome="valid"\} \d+/);
    expect(metrics).toMatch(/structag_requests_total\{route="\/v1\/chat\/completions",status="200"\} \d+/);
    await until(() => lines.some((line) => line.includes('"family":"qwen3"') && line.includes('"calls":3')));
    expect(lines.join("")).not.toContain("secret question");
  });

  it("read what is not enforced in a header", async () => {
    const open = await start({}, { server: "openai" });
    const response = await post(ask("qwen3"), {}, open);
    expect(response.headers.get("x-structag-loosened")).toContain("target-not-enforced");
    const { choices } = (await response.json()) as OpenAI.ChatCompletion;
    expect(choices[0].message.tool_calls?.length).toBe(3);
    const read = (await (await post(ask("qwen3", "!reads-calls"), {}, open)).json()) as OpenAI.ChatCompletion;
    expect(read.choices[0].message.tool_calls?.[0]).toMatchObject({ id: "x", function: { name: "get_weather", arguments: "{}" } });
  });

  it("stop it while answers are open: they end with an error event", async () => {
    const one = await start({ closeTimeout: 100 });
    const response = await post({ ...ask("qwen3", "!hang"), stream: true }, {}, one);
    const text = response.text();
    await one.close();
    expect(await text).toContain("gateway-closing");
  });
});
