import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ChatRequest, readChatRequest } from "../openai.ts";
import type { Authorization } from "./authorization.ts";
import { dataEvent, orTimeout, writeEvents } from "./event-writer.ts";
import { GatewayFailure } from "./failure.ts";
import { Generation, type GenerationContext } from "./generation.ts";
import type { Grammars } from "./grammars.ts";

export interface RouteContext extends GenerationContext {
  readonly grammars: Grammars;
  readonly authorization: Authorization;
  /** Answers that are open; aborting one ends it. */
  readonly streams: Set<AbortController>;
  /** Of each answer, for the log. */
  readonly generations: WeakMap<object, Generation>;
}

/** Until then an error still gets a status of its own; after it the client is told that its answer has begun. */
const WAIT_FOR_FIRST = 2000;

/** `/v1/chat/completions`. */
export function chatRoute(context: RouteContext): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return async (request, reply) => {
    const passedOn = context.authorization.check(request.headers.authorization);
    const chat = readRequest(context, request.body);
    const controller = watchClient(context, reply);
    const generation = new Generation(context, chat, controller.signal, passedOn);
    context.generations.set(reply, generation);
    reply.header("x-request-id", request.id);
    if (chat.stream) return streamAnswer(context, request, reply, generation);
    const whole = await generation.whole();
    sayWhatIsLoosened(reply, generation);
    limitIdleTime(context, request);
    return whole;
  };
}

async function streamAnswer(context: RouteContext, request: FastifyRequest, reply: FastifyReply, generation: Generation): Promise<unknown> {
  const { settings, metrics } = context;
  const chunks = generation.chunks();
  const first = chunks.next();
  // An error before the first chunk is thrown here, so that it gets its status.
  await orTimeout(first, WAIT_FOR_FIRST);
  sayWhatIsLoosened(reply, generation);
  reply.header("content-type", "text/event-stream; charset=utf-8").header("cache-control", "no-cache").header("x-accel-buffering", "no");
  const events = writeEvents(chunks, first, {
    keepAlive: settings.keepAlive,
    write: dataEvent,
    done: true,
    onError: (_error, { body }) => {
      metrics.failure(body.error.code);
      request.log.warn({ id: request.id, code: body.error.code }, "failed in the stream");
    },
  });
  const body = Readable.from(events, { objectMode: false, highWaterMark: 16 * 1024 });
  limitIdleTime(context, request);
  return reply.send(body);
}

/** @throws StructagError the codes of reading a request; GatewayFailure `gateway-body` */
function readRequest({ settings, grammars }: RouteContext, body: unknown): ChatRequest {
  if (!(body instanceof Uint8Array)) throw new GatewayFailure(400, "gateway-body", "the request has no body");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new GatewayFailure(400, "gateway-body", "the body is not UTF-8");
  }
  const { family, reasoning, promptOpens, coverage, strictLevel, anyOrder } = settings;
  return readChatRequest(text, {
    family,
    reasoning,
    promptOpens,
    coverage,
    strictLevel,
    anyOrder,
    build: (read, options) => grammars.build(read, options),
  });
}

/** Aborts when the client has gone, or when the answer takes too long. */
function watchClient({ settings, streams }: RouteContext, reply: FastifyReply): AbortController {
  const controller = new AbortController();
  streams.add(controller);
  const timer = setTimeout(() => {
    controller.abort(new GatewayFailure(504, "gateway-timeout", "the output took longer than the gateway lets it"));
  }, settings.generationTimeout);
  reply.raw.once("close", () => {
    clearTimeout(timer);
    streams.delete(controller);
    if (!reply.raw.writableFinished) controller.abort(new GatewayFailure(499, "gateway-client-gone", "the client closed the connection"));
  });
  return controller;
}

/**
 * A client that takes nothing of its answer loses its connection. Signs of life keep the socket of a stream busy as long as the client reads, so it idles only where the
 * client does not.
 */
function limitIdleTime({ settings }: RouteContext, request: FastifyRequest): void {
  request.raw.socket.setTimeout(settings.clientTimeout);
}

function sayWhatIsLoosened(reply: FastifyReply, { record }: Generation): void {
  if (record.loosened.size > 0) reply.header("x-structag-loosened", [...record.loosened].slice(0, 20).join(", "));
}
