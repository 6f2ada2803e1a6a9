import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { jsonNumber, jsonObject, resolveFamily } from "../../src/index.ts";

/** Families whose models the upstream plays; the model's name is the family's. */
export const REPLAYED = [
  "kimi-k3",
  "kimi-k2",
  "qwen3",
  "qwen3-coder",
  "deepseek-v3.1",
  "deepseek-v3.2",
  "glm-4.7",
  "minimax-m2",
  "mistral-v11",
  "harmony",
  "gemma4",
  "llama3-json",
] as const;

export const WEATHER_TOOL = {
  type: "function",
  function: {
    name: "get_weather",
    description: "Weather of a city.",
    parameters: { type: "object", properties: { city: { type: "string" }, days: { type: "integer" } }, required: ["city", "days"] },
  },
} as const;

/** Arguments of the calls that every model makes; the models of Harmony make one call a turn. */
export function replayedCalls(model: string): { city: string; days: number }[] {
  const cities = ["Oslo", "Zürich “Süd”", "東京 🗼"].slice(0, model === "harmony" ? 1 : 3);
  return cities.map((city, index) => ({ city, days: index + 1 }));
}

/** What the model writes: its calls in its family's syntax. */
function replayedText(model: string): string {
  const family = resolveFamily(model);
  const { before, after } = family.aroundCalls ?? { before: "", after: "" };
  const calls = replayedCalls(model).map(({ city, days }, index) => ({
    name: "get_weather",
    id: `callid00${index}`,
    arguments: jsonObject([
      ["city", city],
      ["days", jsonNumber(days)],
    ]),
  }));
  return before + family.writeCalls(calls, {}) + after;
}

/** What the first user message asks the upstream to do instead of answering well. */
export type Misdeed = "cut" | "end" | "hang" | "slow" | "endless" | "error" | "error-event" | "reads-calls" | "garbage" | "reasoning";

export interface ReplayUpstream {
  readonly url: string;
  /** Bodies that came in, as they were sent. */
  readonly bodies: Record<string, unknown>[];
  /** Answers that are open. */
  open(): number;
  /** Answers that the other side broke off. */
  aborted(): number;
  /** The next requests get this status. */
  refuse(status: number, times: number): void;
  close(): Promise<void>;
}

/** A server like vLLM that plays recorded outputs, cut at odd places: inside of characters of several bytes, events and markers. */
export async function replayUpstream(port = 0): Promise<ReplayUpstream> {
  const bodies: Record<string, unknown>[] = [];
  let open = 0;
  let aborted = 0;
  let refusals = { status: 0, times: 0 };
  const server = createServer(async (request, response) => {
    if (request.url === "/v1/models") return json(response, 200, { object: "list", data: REPLAYED.map((id) => ({ id, object: "model" })) });
    const body = JSON.parse(await readAll(request)) as Record<string, unknown>;
    bodies.push(body);
    if (refusals.times > 0) {
      refusals = { ...refusals, times: refusals.times - 1 };
      return json(response, refusals.status, { error: { message: "not now" } });
    }
    open += 1;
    response.once("close", () => {
      open -= 1;
      if (!response.writableFinished) aborted += 1;
    });
    await answer(body, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    open: () => open,
    aborted: () => aborted,
    refuse: (status, times) => {
      refusals = { status, times };
    },
    close: () => closeServer(server),
  };
}

async function answer(body: Record<string, unknown>, response: ServerResponse): Promise<void> {
  const model = String(body.model);
  const misdeed = misdeedOf(body);
  if (misdeed === "error") return json(response, 400, { object: "error", message: "grammar compile failed", code: 400 });
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (misdeed === "garbage") {
    response.end("data: {not json\n\n");
    return;
  }
  const text = replayedText(model);
  const pieces = oddPieces(text, text.length % 7);
  const send = async (value: unknown): Promise<void> => {
    const bytes = Buffer.from(`data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`);
    const at = 1 + (bytes.length % Math.max(1, bytes.length - 1));
    for (const part of [bytes.subarray(0, at), bytes.subarray(at)]) {
      if (response.destroyed) throw new Error("gone");
      if (!response.write(part)) await drained(response);
    }
  };
  const chunk = (delta: object, finish: string | null = null): object => ({ choices: [{ index: 0, delta, finish_reason: finish }] });
  await send(chunk({ role: "assistant", content: "" }));
  if (misdeed === "reasoning") await send(chunk({ reasoning_content: "I think." }));
  if (misdeed === "hang") return;
  if (misdeed === "reads-calls")
    await send(chunk({ tool_calls: [{ index: 0, id: "x", function: { name: "get_weather", arguments: "{}" } }] }));
  if (misdeed === "error-event") return send({ error: { message: "out of memory" } });
  if (misdeed === "endless") for (;;) await send(chunk({ content: "blah ".repeat(200) }));
  for (const [index, piece] of pieces.entries()) {
    if (misdeed === "cut" && index === pieces.length >> 1) {
      // What was written so far shall arrive.
      await wait(50);
      response.destroy();
      return;
    }
    if (misdeed === "end" && index === pieces.length >> 1) {
      response.end();
      return;
    }
    if (misdeed === "slow") await wait(20);
    await send(chunk({ content: piece }));
  }
  await send(chunk({}, "stop"));
  await send({ choices: [], usage: { prompt_tokens: 11, completion_tokens: pieces.length, total_tokens: 11 + pieces.length } });
  await send("[DONE]");
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off("drain", go).off("close", go);
      resolve();
    };
    response.on("drain", go).on("close", go);
  });
}

function misdeedOf(body: Record<string, unknown>): Misdeed | undefined {
  const [message] = (body.messages ?? []) as { content?: unknown }[];
  return typeof message?.content === "string" && message.content.startsWith("!") ? (message.content.slice(1) as Misdeed) : undefined;
}

/** Pieces of 1, 2, 3, 5, 8 … UTF-16 units, cut anywhere but inside of a character. */
function oddPieces(text: string, seed: number): string[] {
  const sizes = [1, 2, 3, 5, 8, 1, 13];
  const pieces: string[] = [];
  for (let at = 0, step = seed; at < text.length; step += 1) {
    let end = at + sizes[step % sizes.length];
    // Text comes in whole characters: servers hold back bytes that are none.
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end += 1;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
