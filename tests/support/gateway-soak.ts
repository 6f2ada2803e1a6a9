import { Writable } from "node:stream";
import { startGateway, UPSTREAM_DEFAULTS, UpstreamEngine } from "../../src/gateway/index.ts";
import { REPLAYED, replayedCalls, replayUpstream, WEATHER_TOOL } from "./replay-upstream.ts";

export interface SoakReport {
  readonly streams: number;
  /** Streams whose calls are not what the upstream played, or that failed. */
  readonly lost: readonly string[];
  readonly heap: readonly [early: number, late: number];
}

interface Chunk {
  readonly choices: readonly {
    readonly delta: { readonly tool_calls?: readonly { readonly index: number; readonly function: { readonly arguments: string } }[] };
  }[];
}

/** Keeps a number of streams open for a while: each ends as it should, and the next begins. */
export async function soakGateway(width: number, milliseconds: number): Promise<SoakReport> {
  const upstream = await replayUpstream();
  const engine = await UpstreamEngine.open({ ...UPSTREAM_DEFAULTS, url: upstream.url, server: "vllm", retries: 0, loosen: false });
  const gateway = await startGateway(engine, { port: 0, logLevel: "silent" }, new Writable({ write: (_c, _e, done) => done() }));
  const lost: string[] = [];
  let streams = 0;
  let early = 0;
  const started = performance.now();
  const until = started + milliseconds;
  const worker = async (first: number): Promise<void> => {
    for (let round = 0; performance.now() < until; round += 1) {
      const model = REPLAYED[(first + round) % REPLAYED.length];
      const found = await callsOf(gateway.url, model).catch((error: Error) => error.message);
      streams += 1;
      upstream.bodies.length = 0;
      if (early === 0 && performance.now() - started > milliseconds / 5) early = heapInUse();
      const wanted = JSON.stringify(replayedCalls(model));
      if (found !== wanted) lost.push(`${model}: ${found}`);
    }
  };
  await Promise.all(Array.from({ length: width }, (_, index) => worker(index)));
  const late = heapInUse();
  await gateway.close();
  await upstream.close();
  return { streams, lost, heap: [early, late] };
}

async function callsOf(url: string, model: string): Promise<string> {
  const body = { model, stream: true, messages: [{ role: "user", content: "!slow" }], tools: [WEATHER_TOOL], reasoning_effort: "none" };
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/v1/chat/completions`, { method: "POST", body: JSON.stringify(body), headers });
  const text = await response.text();
  if (!text.endsWith("data: [DONE]\n\n")) return text.slice(-300);
  const calls: string[] = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith("data: {")) continue;
    for (const { delta } of (JSON.parse(line.slice(6)) as Chunk).choices) {
      for (const call of delta.tool_calls ?? []) calls[call.index] = (calls[call.index] ?? "") + call.function.arguments;
    }
  }
  return JSON.stringify(calls.map((args) => JSON.parse(args)));
}

function heapInUse(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
