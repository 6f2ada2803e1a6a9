import { connect } from "node:net";
import { Writable } from "node:stream";
import { type Gateway, startGateway, UPSTREAM_DEFAULTS, UpstreamEngine } from "../../src/gateway/index.ts";
import { REPLAYED, type ReplayUpstream, replayUpstream, WEATHER_TOOL } from "./replay-upstream.ts";

export interface FuzzReport {
  readonly requests: number;
  /** How often each status came back; 0 is a connection that the gateway closed without one. */
  readonly statuses: ReadonlyMap<number, number>;
  /** What must not happen: a fault of the gateway (500), a request without any end, something left open. */
  readonly faults: readonly string[];
  readonly slowest: { readonly what: string; readonly milliseconds: number };
  /** Bytes in use after a fifth of the requests and at the end, where garbage can be collected on demand. */
  readonly heap: readonly [early: number, late: number];
}

/** A request that has got no end by then hangs; hostile schemas of others may hold it up for seconds. */
const TIMEOUT = 60_000;

/** Sends requests that nobody should send: broken, hostile, half. The gateway must answer or close each of them, and be as good as new afterwards. */
export async function fuzzGateway(count: number, { seed = 1, atATime = 32 } = {}): Promise<FuzzReport> {
  const random = randomNumbers(seed);
  const upstream = await replayUpstream();
  const engine = await UpstreamEngine.open({
    ...UPSTREAM_DEFAULTS,
    url: upstream.url,
    server: "vllm",
    retries: 0,
    idleTimeout: 1000,
    loosen: false,
  });
  const limits = { maxBodyBytes: 1024 * 1024, headersTimeout: 1000, requestTimeout: 2000, closeTimeout: 500 };
  const gateway = await startGateway(engine, { port: 0, logLevel: "silent", ...limits }, new Writable({ write: (_c, _e, done) => done() }));
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  let slowest = { what: "", milliseconds: 0 };
  let early = 0;
  const one = async (index: number): Promise<void> => {
    const attack = ATTACKS[index % ATTACKS.length];
    const started = performance.now();
    const status = await attack.run(gateway, random).catch((error: Error) => `${error.name}: ${error.message}`);
    const milliseconds = performance.now() - started;
    if (milliseconds > slowest.milliseconds) slowest = { what: attack.name, milliseconds };
    if (typeof status === "string") faults.push(`${attack.name}: ${status}`);
    else {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 500) faults.push(`${attack.name}: 500`);
    }
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await one(next);
      upstream.bodies.length = 0;
      if (early === 0 && next * 5 >= count) early = heapInUse();
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  await settle(gateway, upstream, faults);
  const late = heapInUse();
  await gateway.close();
  await upstream.close();
  return { requests: count, statuses, faults, slowest, heap: [early, late] };
}

async function settle(gateway: Gateway, upstream: ReplayUpstream, faults: string[]): Promise<void> {
  for (let tries = 0; tries < 300 && upstream.open() > 0; tries += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  if (upstream.open() > 0) faults.push(`${upstream.open()} answers of the upstream are left open`);
  if ((await fetch(`${gateway.url}/healthz`)).status !== 200) faults.push("not healthy afterwards");
  const response = await post(gateway, JSON.stringify(body("qwen3")));
  if (response !== 200) faults.push(`a good request gets ${response} afterwards`);
}

function heapInUse(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

type Random = (below: number) => number;

interface Attack {
  readonly name: string;
  readonly run: (gateway: Gateway, random: Random) => Promise<number>;
}

const ATTACKS: readonly Attack[] = [
  { name: "bytes flipped", run: (gateway, random) => post(gateway, flipped(JSON.stringify(body(pick(REPLAYED, random))), random)) },
  { name: "cut short", run: (gateway, random) => post(gateway, JSON.stringify(body("kimi-k3")).slice(0, random(300))) },
  {
    name: "members of other types",
    run: (gateway, random) => post(gateway, JSON.stringify(mutated(body(pick(REPLAYED, random)), random))),
  },
  { name: "hostile schema", run: (gateway, random) => post(gateway, JSON.stringify(body("qwen3", bomb(random)))) },
  { name: "hostile schema, other style", run: (gateway, random) => post(gateway, JSON.stringify(body("qwen3-coder", bomb(random)))) },
  { name: "oversize body", run: (gateway) => post(gateway, `{"x":"${"x".repeat(1024 * 1024)}"}`) },
  { name: "deep body", run: (gateway, random) => post(gateway, pick(["[", '{"a":', '[{"a":'], random).repeat(20_000)) },
  {
    name: "misdeed of the upstream",
    run: (gateway, random) =>
      post(
        gateway,
        JSON.stringify(
          body(
            "qwen3",
            undefined,
            `!${pick(["cut", "end", "error", "error-event", "reads-calls", "garbage", "hang"], random)}`,
            random(2) === 0,
          ),
        ),
      ),
  },
  { name: "client that leaves", run: leave },
  { name: "raw request", run: (gateway, random) => raw(gateway, pick(RAW, random)) },
  { name: "slow request", run: (gateway, random) => raw(gateway, pick(SLOW, random), false) },
];

function body(model: string, parameters: unknown = WEATHER_TOOL.function.parameters, say = "hi", stream = false): Record<string, unknown> {
  return {
    model,
    stream,
    messages: [{ role: "user", content: say }],
    tools: [{ type: "function", function: { name: "get_weather", parameters } }],
  };
}

async function post(gateway: Gateway, text: string): Promise<number> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    body: text,
    headers,
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch((error: Error) => (error.name === "TimeoutError" ? Promise.reject(error) : undefined));
  if (response === undefined) return 0;
  await response.text();
  return response.status;
}

async function leave(gateway: Gateway, random: Random): Promise<number> {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), random(40));
  const text = JSON.stringify(body("kimi-k3", undefined, "!slow", true));
  const headers = { "content-type": "application/json" };
  await fetch(`${gateway.url}/v1/chat/completions`, { method: "POST", body: text, headers, signal: controller.signal })
    .then((response) => response.text())
    .catch(() => {});
  return 0;
}

/** Writes bytes as they are; gives the status of the first answer, or 0 where the connection ends without one. */
function raw(gateway: Gateway, text: string, end = true): Promise<number> {
  const { hostname, port } = new URL(gateway.url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => {
      socket.write(Buffer.from(text, "latin1"));
      if (end) socket.end();
    });
    socket.setTimeout(TIMEOUT, () => {
      socket.destroy();
      reject(new Error("neither answered nor closed"));
    });
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)));
  });
}

const POST = "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";

const RAW = [
  "\0\0\0\0",
  "GET\r\n\r\n",
  "GET / HTTP/9.9\r\n\r\n",
  `GET /${"a".repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  `GET / HTTP/1.1\r\nhost: x\r\n${"x-y: z\r\n".repeat(5000)}\r\n`,
  `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(100_000)}\r\n\r\n`,
  `${POST}content-length: 2\r\ncontent-length: 5\r\n\r\n{}`,
  `${POST}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${POST}content-length: -1\r\n\r\n{}`,
  `${POST}content-length: 99999999999999\r\n\r\n{}`,
  `${POST}transfer-encoding: chunked\r\n\r\nZZ\r\n{}\r\n`,
  `${POST}transfer-encoding: identity, chunked\r\n\r\n5\r\n{}`,
  `${POST}expect: 100-continue\r\ncontent-length: 0\r\n\r\n`,
  `${POST}content-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}`,
  `${POST}x-request-id: a\nb\r\ncontent-length: 0\r\n\r\n`,
  "CONNECT a:1 HTTP/1.1\r\nhost: x\r\n\r\n",
  "GET /healthz HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
  "TRACE /healthz HTTP/1.1\r\nhost: x\r\n\r\n",
  "GET /..%2f..%2fetc/passwd HTTP/1.1\r\nhost: x\r\n\r\n",
  "GET /v1/%zz HTTP/1.1\r\nhost: x\r\n\r\n",
];

const SLOW = [
  "GET /heal",
  "GET /healthz HTTP/1.1\r\nhost: x\r\nx:",
  `${POST}content-length: 100\r\n\r\n{`,
  `${POST}transfer-encoding: chunked\r\n\r\n5\r\n{`,
];

/** Schemas that someone who wants to stop a server would send. */
function bomb(random: Random): unknown {
  const nest = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
    let value: unknown = { type: "string" };
    for (let level = 0; level < depth; level += 1) value = wrap(value);
    return value;
  };
  const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
  const inside = (schema: unknown): unknown => ({ type: "object", properties: { a: schema }, required: ["a"] });
  const text = (pattern: string): unknown => inside({ type: "string", pattern });
  const bombs: readonly (() => unknown)[] = [
    () => nest(200, (inner) => ({ type: "object", properties: { a: inner } })),
    () => inside(nest(12, (inner) => ({ anyOf: [inner, inner, inner] }))),
    () => inside({ allOf: many(300, (index) => ({ not: { const: `x${index}` } })) }),
    () => ({ type: "object", properties: Object.fromEntries(many(5000, (index) => [`k${index}`, { type: "string" }])) }),
    () => inside({ enum: many(20_000, (index) => `value${index}`) }),
    () => text("^(a+)+$"),
    () => text("^(a|b|ab)*c{1,5000}$"),
    () => text(`^${"(x+x+)+".repeat(20)}y$`),
    () => text("^(?=.*a)(?=.*b)(?=.*c).{0,1000}$"),
    () => text("^.*a.{400}$"),
    () => inside({ type: "string", minLength: 2_000_000_000 }),
    () => inside({ type: "array", minItems: 2_000_000_000, items: {} }),
    () => ({
      type: "object",
      properties: { a: { $ref: "#/$defs/n0" } },
      $defs: Object.fromEntries(
        many(40, (index) => [`n${index}`, { anyOf: many(4, () => ({ $ref: `#/$defs/n${Math.min(39, index + 1)}` })) }]),
      ),
    }),
    () => inside({ $ref: "#/properties/a" }),
    () => inside({ type: "integer", multipleOf: 0.000_000_1, minimum: -1e300, maximum: 1e300 }),
    () => inside({ oneOf: many(60, (index) => ({ type: "object", properties: { [`k${index}`]: {} } })) }),
    () => inside({ type: "array", uniqueItems: true, contains: { type: "object" }, minContains: 500 }),
    () => ({ type: "object", patternProperties: Object.fromEntries(many(200, (index) => [`^${"a".repeat(index % 50)}.*${index}$`, {}])) }),
  ];
  return pick(bombs, random)();
}

function mutated(value: Record<string, unknown>, random: Random): unknown {
  const odd = [null, true, 0, -1, 1e308, "", "x", [], {}, [[]], { type: "object" }, "\ud800", "__proto__"];
  const keys = [
    "model",
    "messages",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "response_format",
    "n",
    "stream",
    "stop",
    "max_tokens",
    "temperature",
    "thinking",
    "chat_template_kwargs",
    "stream_options",
    "functions",
    "function_call",
    "logprobs",
    "__proto__",
    "constructor",
  ];
  for (let times = 1 + random(3); times > 0; times -= 1) value[pick(keys, random)] = pick(odd, random);
  if (random(3) === 0) value.messages = [pick(odd, random), { role: pick(odd, random), content: pick(odd, random) }];
  if (random(3) === 0)
    value.tools = [
      pick(odd, random),
      { type: "function", function: pick(odd, random) },
      { type: "function", function: { name: pick(odd, random), parameters: pick(odd, random) } },
    ];
  return value;
}

function flipped(text: string, random: Random): string {
  const at = random(text.length);
  return text.slice(0, at) + String.fromCharCode(random(300)) + text.slice(at + random(3));
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[random(list.length)];
}

function randomNumbers(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
