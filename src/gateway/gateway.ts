import { randomUUID } from "node:crypto";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { StructagError } from "../index.ts";
import { Authorization } from "./authorization.ts";
import { chatRoute } from "./chat-route.ts";
import type { Engine } from "./engine.ts";
import { errorAnswer, GatewayFailure } from "./failure.ts";
import type { Generation } from "./generation.ts";
import { Grammars } from "./grammars.ts";
import { createMetrics } from "./metrics.ts";
import { loadPackage } from "./packages.ts";
import { DEFAULTS, type GatewaySettings } from "./settings.ts";
import { Slots } from "./slots.ts";

export interface Gateway {
  /** Where it listens. */
  readonly url: string;
  /** Takes no more requests, lets open answers end for a while, then ends them. */
  close(): Promise<void>;
}

/** How long the upstream's list of models is believed. */
const MODELS_KEPT = 10_000;
const MODELS_TIMEOUT = 10_000;
/** How often connections are looked at for requests that arrive too slowly. */
const CONNECTIONS_CHECK = 1000;

/**
 * Starts a gateway before an engine, which it closes with itself.
 * @throws StructagError `gateway-package-missing`; what listening throws
 */
export async function startGateway(engine: Engine, given: Partial<GatewaySettings>, log: NodeJS.WritableStream): Promise<Gateway> {
  const settings: GatewaySettings = { ...DEFAULTS, ...given };
  const { default: fastify, LogController } = await loadPackage("fastify");
  const metrics = await createMetrics();
  const slots = new Slots({ slots: engine.slots ?? settings.slots, queue: settings.queue, queueTimeout: settings.queueTimeout });
  const authorization = new Authorization(settings.apiKeys);
  const streams = new Set<AbortController>();
  const generations = new WeakMap<object, Generation>();
  metrics.watch(slots, () => streams.size);
  const app = fastify({
    bodyLimit: settings.maxBodyBytes,
    requestTimeout: settings.requestTimeout,
    keepAliveTimeout: 65_000,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    return503OnClosing: true,
    forceCloseConnections: "idle",
    logger: { level: settings.logLevel, stream: log, base: null, serializers: {} },
    http: {
      maxHeaderSize: settings.maxHeaderBytes,
      headersTimeout: settings.headersTimeout,
      connectionsCheckingInterval: CONNECTIONS_CHECK,
    },
  });
  app.server.maxConnections = settings.maxConnections;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  answerErrors(app, metrics.failure);
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "other";
    metrics.request(route, reply.statusCode, reply.elapsedTime / 1000);
    request.log.info(
      {
        id: request.id,
        route,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        ...generations.get(reply)?.summary(),
      },
      "answered",
    );
    done();
  });

  app.get("/healthz", () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    await engine.models(AbortSignal.timeout(MODELS_TIMEOUT));
    return { status: "ok" };
  });
  app.get("/metrics", async (_request, reply) => {
    reply.header("content-type", metrics.registry.contentType);
    return metrics.registry.metrics();
  });
  const models = keptFor(MODELS_KEPT, () => engine.models(AbortSignal.timeout(MODELS_TIMEOUT)));
  app.get("/v1/models", async (request) => {
    authorization.check(request.headers.authorization);
    const data = (await models()).map((id) => ({ id, object: "model", created: 0, owned_by: "structag" }));
    return { object: "list", data };
  });
  const grammars = new Grammars(settings, metrics.grammar);
  app.post("/v1/chat/completions", chatRoute({ engine, slots, metrics, settings, grammars, authorization, streams, generations }));

  const url = await app.listen({ host: settings.host, port: settings.port });
  return {
    url,
    async close() {
      const late = setTimeout(() => {
        for (const stream of streams) stream.abort(new GatewayFailure(503, "gateway-closing", "the gateway is stopping"));
        setTimeout(() => app.server.closeAllConnections(), 1000).unref();
      }, settings.closeTimeout);
      try {
        await app.close();
      } finally {
        clearTimeout(late);
        await engine.close();
      }
    },
  };
}

function answerErrors(app: FastifyInstance, count: (code: string) => void): void {
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const failure = new GatewayFailure(404, "gateway-not-found", `there is nothing at ${request.method} ${request.url.slice(0, 200)}`);
    return reply.code(404).send(errorAnswer(failure).body);
  });
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const told = ofFramework(error);
    const { status, body } = errorAnswer(told);
    count(body.error.code);
    if (status >= 500) request.log.warn({ id: request.id, code: body.error.code, error: status === 500 ? told : undefined }, "failed");
    if (status === 429 || status === 503) reply.header("retry-after", "1");
    return reply.code(status).send(body);
  });
}

/** Errors that the framework finds itself, in the gateway's words. */
function ofFramework(error: FastifyError | Error): Error {
  if (error instanceof StructagError || !("statusCode" in error) || error.statusCode === undefined || error.statusCode >= 500) return error;
  if (error.statusCode === 413) return new GatewayFailure(413, "gateway-too-large", "the body is larger than the gateway takes");
  if (error.statusCode === 415) return new GatewayFailure(415, "gateway-body", "the body is JSON, with the content type application/json");
  return new GatewayFailure(error.statusCode, "gateway-body", error.message);
}

/** A value that is asked for again when it is older than some milliseconds. */
function keptFor<Value>(milliseconds: number, load: () => Promise<Value>): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; readonly until: number } | undefined;
  return () => {
    const now = performance.now();
    if (kept !== undefined && now < kept.until) return kept.value;
    const value = load();
    kept = { value, until: now + milliseconds };
    value.catch(() => {
      kept = undefined;
    });
    return value;
  };
}
