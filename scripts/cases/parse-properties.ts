import { kimiK3Reader } from "../../src/models/kimi-k3/reader.ts";
import { randomCallIds } from "../../src/read/call-ids.ts";
import type { EndReason, ReaderEvent } from "../../src/read/events.ts";
import type { StreamReader } from "../../src/read/reader.ts";
import { argumentsValue, readStream } from "./read-stream.ts";

/** One stream that a property is checked on. */
export interface ParsedStream {
  readonly create: () => StreamReader;
  readonly chunks: readonly (string | Uint8Array)[];
  readonly end: EndReason;
}

type Property = (stream: ParsedStream) => string | undefined;

/** Longest text that may be held back: a marker with the most whitespace that is tolerated in it. */
const LONGEST_MARKER = "<|close|>response<|sep|>".length;

/** The checks behind the prose in the rows' `property` field, by id. */
export const PARSE_PROPERTIES: ReadonlyMap<string, Property> = new Map<string, Property>([
  ["P11", idsDiffer],
  ["P17", objectsStayClean],
  ["T04", argumentsParse],
  ["T06", deltasAreWellFormed],
  ["T07", endComesLast],
  ["T08b", textKeepsUp],
]);

function idsDiffer({ chunks, end }: ParsedStream): string | undefined {
  const reads = [1, 2].map(() => readStream(kimiK3Reader({ promptOpens: "response", callIds: randomCallIds() }), chunks, end));
  const ids = reads.flatMap((read) => read.calls.map((call) => call.id));
  return new Set(ids).size === 4 ? undefined : `the ids are ${ids.join(", ")}`;
}

function objectsStayClean({ chunks, end }: ParsedStream): string | undefined {
  if (Object.hasOwn(Object.prototype, "polluted")) return "Object.prototype was changed";
  const call = readStream(kimiK3Reader({ promptOpens: "response", tools: [] }), chunks, end).calls[0];
  if (call.valid) return "a tool that is not declared is taken as declared";
  const inherited = '<|open|>tools<|sep|><|open|>call tool="toString" index="1"<|sep|><|close|>call<|sep|>';
  return readStream(kimiK3Reader({ tools: [{ name: "constructor" }] }), [inherited], "stop").calls[0].valid
    ? "toString is taken as declared"
    : undefined;
}

function argumentsParse({ create, chunks, end }: ParsedStream): string | undefined {
  for (const call of readStream(create(), chunks, end).calls) {
    if (!call.arguments.startsWith('{"') || argumentsValue(call.arguments) === undefined) return `the arguments are ${call.arguments}`;
  }
  return undefined;
}

function deltasAreWellFormed({ create, chunks, end }: ParsedStream): string | undefined {
  for (const event of readStream(create(), chunks, end).events) {
    if (!("text" in event)) continue;
    if (event.text.includes("\ufffd") || /\p{Surrogate}/u.test(event.text)) return `a delta is ${JSON.stringify(event.text)}`;
  }
  return undefined;
}

function endComesLast({ create, chunks, end }: ParsedStream): string | undefined {
  const reader = create();
  let pushed = "";
  let given = "";
  for (const chunk of chunks) {
    pushed += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("latin1");
    for (const event of reader.push(chunk)) {
      if (event.type === "call-end" && !pushed.includes("<|close|>call<|sep|>")) return "a call ended before its close tag";
      if (event.type === "call-arguments") given += event.text;
    }
    const partial = /"limit":(.*)/.exec(given)?.[1];
    if (partial !== undefined && !partial.startsWith("10")) return `the number went out as ${partial}`;
  }
  reader.finish(end);
  return undefined;
}

function textKeepsUp({ create, chunks }: ParsedStream): string | undefined {
  const reader = create();
  let pushed = 0;
  let given = 0;
  for (const chunk of chunks) {
    pushed += chunk.length;
    const events: readonly ReaderEvent[] = reader.push(chunk);
    for (const event of events) if (event.type === "content") given += event.text.length;
    if (pushed <= "a < b and c <| d << e".length && pushed - given >= LONGEST_MARKER) return `${pushed - given} characters are held back`;
  }
  return undefined;
}
