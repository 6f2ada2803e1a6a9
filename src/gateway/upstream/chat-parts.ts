import type { ReaderEvent } from "../../index.ts";
import type { EngineUsage, GenerationPart } from "../engine.ts";
import { GatewayFailure } from "../failure.ts";
import { eventData } from "./event-stream.ts";
import { errorText } from "./http.ts";

/** What is used of a chunk of a chat or text completion. Servers leave out and add what they like, so every step is checked. */
interface Chunk {
  readonly error?: unknown;
  readonly choices?: readonly Choice[] | null;
  readonly usage?: Usage | null;
}

interface Choice {
  readonly delta?: Delta | null;
  readonly text?: unknown;
  readonly finish_reason?: unknown;
}

interface Delta {
  readonly content?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly tool_calls?: readonly ToolCall[] | null;
}

interface ToolCall {
  readonly index?: number;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: string | null } | null;
}

interface Usage {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
  readonly prompt_tokens_details?: { readonly cached_tokens?: unknown } | null;
}

export interface ChatPartsOptions {
  /** Whether the server reads calls itself, as servers without structural tags do. */
  readonly serverReadsCalls: boolean;
  /** Names of the tools that may be called. */
  readonly tools: ReadonlySet<string>;
}

/**
 * A completion's event stream as parts. It ends with `end`, or throws.
 * @throws GatewayFailure `gateway-upstream-cut` without a finish reason, `gateway-upstream-refused` for an error in the stream, `gateway-upstream-reads-calls`,
 *   `gateway-upstream-answer`
 */
export async function* chatParts(chunks: AsyncIterable<Uint8Array>, options: ChatPartsOptions): AsyncGenerator<GenerationPart> {
  const calls = new ServerCalls(options.tools);
  let finish: string | undefined;
  let usage: EngineUsage | undefined;
  for await (const data of eventData(chunks)) {
    if (data === "[DONE]") break;
    const chunk = readChunk(data);
    usage = readUsage(chunk.usage) ?? usage;
    const choice = chunk.choices?.[0];
    if (choice === undefined || choice === null) continue;
    const { delta, text = delta?.content, finish_reason: reason } = choice;
    const reasoning = delta?.reasoning_content ?? delta?.reasoning;
    if (typeof reasoning === "string" && reasoning !== "") yield { type: "events", events: [{ type: "reasoning", text: reasoning }] };
    if (typeof text === "string" && text !== "") yield { type: "text", text };
    if (Array.isArray(delta?.tool_calls) && delta.tool_calls.length > 0) {
      if (!options.serverReadsCalls) throw readsCalls();
      const events = delta.tool_calls.flatMap((call) => calls.add(call));
      if (events.length > 0) yield { type: "events", events };
    }
    if (typeof reason === "string") finish = reason;
  }
  if (finish === undefined || finish === "abort" || finish === "error") {
    throw new GatewayFailure(502, "gateway-upstream-cut", "the upstream ended its answer before the model did");
  }
  const reason = finish === "length" ? "length" : "stop";
  const ends = calls.end(reason === "stop");
  if (ends.length > 0) yield { type: "events", events: ends };
  yield { type: "end", reason, ...(usage === undefined ? {} : { usage }) };
}

function readChunk(data: string): Chunk {
  let chunk: unknown;
  try {
    chunk = JSON.parse(data);
  } catch {
    throw new GatewayFailure(502, "gateway-upstream-answer", "the upstream sent an event that is no JSON");
  }
  if (typeof chunk !== "object" || chunk === null) {
    throw new GatewayFailure(502, "gateway-upstream-answer", "the upstream sent an event that is no object");
  }
  if ("error" in chunk && chunk.error !== null && chunk.error !== undefined) {
    throw new GatewayFailure(502, "gateway-upstream-refused", `the upstream failed: ${errorText(data)}`);
  }
  return chunk;
}

function readUsage(usage: Usage | null | undefined): EngineUsage | undefined {
  const { prompt_tokens: prompt, completion_tokens: completion, prompt_tokens_details: details } = usage ?? {};
  if (typeof prompt !== "number" || typeof completion !== "number") return undefined;
  const cached = details?.cached_tokens;
  return { promptTokens: prompt, completionTokens: completion, ...(typeof cached === "number" ? { cachedTokens: cached } : {}) };
}

function readsCalls(): GatewayFailure {
  return new GatewayFailure(502, "gateway-upstream-reads-calls", "the upstream reads calls itself, so the output can't be read here", {
    hint: "start it without a tool call parser, or use --engine openai",
  });
}

/** Calls that a server has read: its fragments as events. */
class ServerCalls {
  readonly #tools: ReadonlySet<string>;
  readonly #calls = new Map<number, { readonly index: number; readonly name: string; text: string }>();

  constructor(tools: ReadonlySet<string>) {
    this.#tools = tools;
  }

  add({ index: place = 0, id, function: part }: ToolCall): ReaderEvent[] {
    const events: ReaderEvent[] = [];
    let call = this.#calls.get(place);
    if (call === undefined) {
      const name = part?.name;
      if (typeof name !== "string" || name === "") return [];
      call = { index: this.#calls.size, name, text: "" };
      this.#calls.set(place, call);
      events.push({ type: "call-start", index: call.index, id: id ?? `call_${crypto.randomUUID().replaceAll("-", "")}`, name });
    }
    const text = part?.arguments;
    if (typeof text === "string" && text !== "") {
      call.text += text;
      events.push({ type: "call-arguments", index: call.index, text });
    }
    return events;
  }

  end(complete: boolean): ReaderEvent[] {
    return [...this.#calls.values()].map(({ index, name, text }) => {
      const valid = complete && this.#tools.has(name) && isObject(text);
      return { type: "call-end", index, complete, valid, problems: [] };
    });
  }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
