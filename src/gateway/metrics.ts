import type { Registry } from "prom-client";
import type { ReaderEvent } from "../index.ts";
import type { EngineUsage } from "./engine.ts";
import { loadPackage } from "./packages.ts";
import type { Slots } from "./slots.ts";

/** Bounds of times, in seconds: from a short answer to a long chain of thought. */
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** What operators watch. Nothing in it says who asked or what; no label has values that clients choose. */
export interface Metrics {
  readonly registry: Registry;
  request(route: string, status: number, seconds: number): void;
  firstPart(seconds: number): void;
  calls(events: readonly ReaderEvent[]): void;
  usage(usage: EngineUsage): void;
  failure(code: string): void;
  retry(code: string): void;
  grammar(hit: boolean): void;
  watch(slots: Slots, streams: () => number): void;
}

/** @throws StructagError `gateway-package-missing` */
export async function createMetrics(): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await loadPackage("prom-client");
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter<Label>({ name, help, labelNames, registers });
  const requests = counter("structag_requests_total", "Requests by route and status.", ["route", "status"]);
  const seconds = new Histogram({
    name: "structag_request_seconds",
    help: "Time from a request to the end of its answer.",
    labelNames: ["route"],
    buckets: SECONDS,
    registers,
  });
  const first = new Histogram({
    name: "structag_first_part_seconds",
    help: "Time from a request to the first part of the output.",
    buckets: SECONDS,
    registers,
  });
  const calls = counter("structag_calls_total", "Calls that were delivered: valid, invalid, or cut off.", ["outcome"]);
  const tokens = counter("structag_tokens_total", "Tokens that engines counted.", ["kind"]);
  const failures = counter("structag_failures_total", "Requests that failed, by code.", ["code"]);
  const retries = counter("structag_upstream_retries_total", "Requests sent to the upstream again, by the code of what failed.", ["code"]);
  const grammars = counter("structag_grammars_total", "Grammars that were kept (hit) or built (miss).", ["cache"]);
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  return {
    registry,
    request(route, status, time) {
      requests.inc({ route, status });
      seconds.observe({ route }, time);
    },
    firstPart: (time) => first.observe(time),
    calls(events) {
      for (const event of events) {
        if (event.type !== "call-end") continue;
        calls.inc({ outcome: event.valid ? "valid" : event.complete ? "invalid" : "cut-off" });
      }
    },
    usage({ promptTokens, completionTokens }) {
      tokens.inc({ kind: "prompt" }, promptTokens);
      tokens.inc({ kind: "completion" }, completionTokens);
    },
    failure: (code) => failures.inc({ code }),
    retry: (code) => retries.inc({ code }),
    grammar: (hit) => grammars.inc({ cache: hit ? "hit" : "miss" }),
    watch(slots, streams) {
      gauge("structag_generations", "Generations that run.", () => slots.taken);
      gauge("structag_queue", "Requests that wait for a slot.", () => slots.waiting);
      gauge("structag_streams", "Answers that are being streamed.", streams);
    },
  };
}
