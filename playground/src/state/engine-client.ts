import { signal } from "@preact/signals";
import type { Answer, AnswerMessage, RequestMessage, RequestName, Requests } from "../engine/protocol.ts";

/** Time that a request may take before its worker is given up. Loading is not limited: it depends on the network. */
const LIMIT_MILLISECONDS: Partial<Record<RequestName, number>> = {
  build: 6000,
  read: 8000,
  step: 6000,
  whyNot: 6000,
  generate: 10_000,
  fuzz: 10_000,
  translate: 8000,
  json: 6000,
  tree: 6000,
  compare: 8000,
  target: 8000,
  copy: 6000,
};

interface Waiting {
  readonly name: RequestName;
  readonly input: unknown;
  readonly settle: (answer: Answer<unknown> | undefined) => void;
}

/** What the worker is doing; undefined while it waits. */
const busyWith = signal<RequestName | undefined>(undefined);

let worker: Worker | undefined;
let running: (Waiting & { readonly id: number; readonly timer: ReturnType<typeof setTimeout> | undefined }) | undefined;
let nextId = 1;
const queue: Waiting[] = [];
/** What a new worker must be told before anything else. */
const vocabularies = new Map<string, Requests["loadVocabulary"]["input"]>();

/**
 * Asks the worker. Of requests with one name only the last one waits: an earlier one that has not begun gives undefined. A request that takes too long ends its worker, and the
 * next one gets a new one, so that nothing that is typed can block the page.
 */
export function ask<N extends RequestName>(name: N, input: Requests[N]["input"]): Promise<Answer<Requests[N]["output"]> | undefined> {
  return new Promise((resolve) => {
    if (name !== "loadVocabulary") {
      for (let index = queue.length - 1; index >= 0; index -= 1)
        if (queue[index].name === name) queue.splice(index, 1)[0].settle(undefined);
    }
    queue.push({ name, input, settle: resolve as Waiting["settle"] });
    next();
  });
}

/** Loads a vocabulary into this worker and into those that take its place. */
export async function loadVocabulary(input: Requests["loadVocabulary"]["input"]): Promise<Answer<{ name: string; size: number }>> {
  const answer = await ask("loadVocabulary", input);
  if (answer?.ok === true) vocabularies.set(input.choice, input);
  return answer ?? { ok: false, notes: [] };
}

function next(): void {
  if (running !== undefined) return;
  const waiting = queue.shift();
  busyWith.value = waiting?.name;
  if (waiting === undefined) return;
  const limit = LIMIT_MILLISECONDS[waiting.name];
  const id = nextId++;
  running = { ...waiting, id, timer: limit === undefined ? undefined : setTimeout(() => giveUp(waiting.name, limit), limit) };
  const message: RequestMessage = { id, name: waiting.name, input: waiting.input };
  workerNow().postMessage(message);
}

function workerNow(): Worker {
  if (worker !== undefined) return worker;
  worker = new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<AnswerMessage>) => {
    if (data.id === running?.id) finish(data.answer);
  });
  worker.addEventListener("error", ({ message }) => {
    endWorker();
    finish({ ok: false, notes: [{ kind: "error", code: "playground-fault", message: `the worker failed: ${message}` }] });
  });
  return worker;
}

function giveUp(name: RequestName, limit: number): void {
  endWorker();
  finish({
    ok: false,
    notes: [
      {
        kind: "error",
        code: "playground-time",
        message: `it took more than ${limit / 1000} seconds to ${VERBS[name]}, so it was stopped`,
        hint: "the page goes on working; make the tools or the output smaller",
      },
    ],
  });
}

const VERBS: Record<RequestName, string> = {
  families: "list the families",
  build: "build the grammar",
  read: "read the output",
  step: "find what may come next",
  whyNot: "explain",
  generate: "generate",
  fuzz: "read the cut outputs",
  translate: "write the output for this family",
  json: "write the structural tag",
  tree: "draw the grammar",
  compare: "compare",
  target: "write the grammar for this engine",
  targets: "list the engines",
  copy: "write the grammar",
  loadVocabulary: "load the vocabulary",
};

function endWorker(): void {
  worker?.terminate();
  worker = undefined;
  for (const input of vocabularies.values()) queue.unshift({ name: "loadVocabulary", input, settle: () => {} });
}

function finish(answer: Answer<unknown>): void {
  const done = running;
  running = undefined;
  if (done?.timer !== undefined) clearTimeout(done.timer);
  done?.settle(answer);
  next();
}
