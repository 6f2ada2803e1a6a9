import { setTimeout as wait } from "node:timers/promises";
import type { Dispatcher, Pool } from "undici";
import { GatewayFailure } from "../failure.ts";
import { loadPackage } from "../packages.ts";

export interface UpstreamOptions {
  /** Of the server, with the path before `/v1` if it has one. */
  readonly url: string;
  /** Sent instead of the client's own `authorization`. */
  readonly apiKey?: string;
  readonly connections: number;
  readonly connectTimeout: number;
  /** Longest wait for the first byte of an answer, and between two pieces of it. */
  readonly idleTimeout: number;
  /** How often a request that has got no byte of an answer is sent again. */
  readonly retries: number;
  readonly onRetry?: (code: string) => void;
}

export const UPSTREAM_DEFAULTS = { connections: 512, connectTimeout: 5000, idleTimeout: 300_000, retries: 2 } as const;

/** First pause before a request is sent again; it doubles each time. */
const PAUSE = 100;
/** Most bytes of an answer that is no stream, and of an error's text. */
const MAX_ANSWER = 16 * 1024 * 1024;
const MAX_ERROR = 64 * 1024;

export interface UpstreamCall {
  readonly signal: AbortSignal;
  readonly authorization?: string | undefined;
  /** Of the client's request, for the upstream's log. */
  readonly id?: string | undefined;
}

/** Connections to an upstream: kept open, shared, limited in number and time. */
export class UpstreamHttp {
  readonly #options: UpstreamOptions;
  readonly #pool: Pool;
  readonly #path: string;

  private constructor(options: UpstreamOptions, pool: Pool, path: string) {
    this.#options = options;
    this.#pool = pool;
    this.#path = path;
  }

  static async open(options: UpstreamOptions): Promise<UpstreamHttp> {
    const { Pool } = await loadPackage("undici");
    const { origin, pathname } = new URL(options.url);
    const { connections, connectTimeout, idleTimeout } = options;
    const pool = new Pool(origin, {
      connections,
      pipelining: 1,
      connect: { timeout: connectTimeout },
      headersTimeout: idleTimeout,
      bodyTimeout: idleTimeout,
    });
    // People write the address with or without `/v1`.
    return new UpstreamHttp(options, pool, pathname.replace(/\/+$/, "").replace(/\/v1$/, ""));
  }

  /**
   * Sends a body and gives the answer's bytes as they come; reading slowly slows the upstream down. Sent again as long as no byte has come.
   * @throws GatewayFailure `gateway-upstream-…`
   */
  async *stream(path: string, body: string, call: UpstreamCall): AsyncGenerator<Uint8Array> {
    const answer = await this.#send("POST", path, body, call);
    try {
      for await (const chunk of answer) yield chunk as Uint8Array;
    } catch (error) {
      throw this.#failure(error, call.signal, "gateway-upstream-cut");
    } finally {
      answer.destroy();
    }
  }

  /** A whole answer as JSON. */
  async json(method: "GET" | "POST", path: string, body: string | undefined, call: UpstreamCall): Promise<unknown> {
    const answer = await this.#send(method, path, body, call);
    try {
      return JSON.parse(await readText(answer, MAX_ANSWER));
    } catch (error) {
      if (error instanceof SyntaxError) throw new GatewayFailure(502, "gateway-upstream-answer", "the upstream's answer is no JSON");
      throw this.#failure(error, call.signal, "gateway-upstream-cut");
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #send(
    method: "GET" | "POST",
    path: string,
    body: string | undefined,
    call: UpstreamCall,
  ): Promise<Dispatcher.ResponseData["body"]> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#request(method, path, body, call);
      } catch (error) {
        const failure = this.#failure(error, call.signal, "gateway-upstream-unreachable");
        if (!(failure instanceof GatewayFailure && failure.retryable) || tries >= this.#options.retries) throw failure;
        this.#options.onRetry?.(failure.code);
        await wait(PAUSE * 2 ** tries * (0.5 + Math.random()), undefined, { signal: call.signal }).catch(() => {
          throw call.signal.reason;
        });
      }
    }
  }

  async #request(
    method: "GET" | "POST",
    path: string,
    body: string | undefined,
    { signal, authorization, id }: UpstreamCall,
  ): Promise<Dispatcher.ResponseData["body"]> {
    const { apiKey } = this.#options;
    const auth = apiKey === undefined ? authorization : `Bearer ${apiKey}`;
    const answer = await this.#pool.request({
      method,
      path: this.#path + path,
      signal,
      headers: {
        accept: method === "GET" ? "application/json" : "text/event-stream, application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(auth === undefined ? {} : { authorization: auth }),
        ...(id === undefined ? {} : { "x-request-id": id }),
      },
      ...(body === undefined ? {} : { body }),
    });
    if (answer.statusCode >= 200 && answer.statusCode < 300) return answer.body;
    throw refusal(answer.statusCode, await readText(answer.body, MAX_ERROR));
  }

  /** An error of the connection as one of the gateway; an abort stays what it is. */
  #failure(error: unknown, signal: AbortSignal, code: "gateway-upstream-unreachable" | "gateway-upstream-cut"): unknown {
    if (signal.aborted) return signal.reason;
    if (error instanceof GatewayFailure) return error;
    const { code: cause = "", message } = error as NodeJS.ErrnoException;
    const retryable = code === "gateway-upstream-unreachable";
    if (cause === "UND_ERR_HEADERS_TIMEOUT" || cause === "UND_ERR_BODY_TIMEOUT") {
      return new GatewayFailure(504, "gateway-upstream-timeout", "the upstream sent nothing for too long", { cause: error });
    }
    const what = retryable ? "the upstream can't be reached" : "the upstream broke its answer off";
    return new GatewayFailure(502, code, `${what}: ${cause === "" ? message : cause}`, { retryable, cause: error });
  }
}

/** What the upstream refused is the client's to know where it is about the request. */
function refusal(status: number, text: string): GatewayFailure {
  const message = `the upstream refused the request (${status}): ${errorText(text)}`;
  const asIs = status === 400 || status === 401 || status === 403 || status === 404 || status === 413 || status === 422 || status === 429;
  const retryable = status === 429 || status === 502 || status === 503 || status === 504;
  return new GatewayFailure(asIs ? status : status === 503 ? 503 : 502, "gateway-upstream-refused", message, { retryable });
}

/** The message inside of an error body, in any of the usual shapes. */
export function errorText(text: string): string {
  let message = text;
  try {
    const body: unknown = JSON.parse(text);
    const inner = member(body, "error") ?? member(body, "detail") ?? member(body, "message");
    const found = typeof inner === "string" ? inner : (member(inner, "message") ?? member(body, "message"));
    if (typeof found === "string") message = found;
  } catch {
    // Not every server answers with JSON.
  }
  return message.length <= 2000 ? message : `${message.slice(0, 2000)}…`;
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

async function readText(body: AsyncIterable<Uint8Array> & { destroy(): unknown }, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > most) {
      body.destroy();
      break;
    }
  }
  return Buffer.concat(chunks).toString("utf8");
}
