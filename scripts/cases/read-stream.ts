import type { Json } from "../../src/core/json.ts";
import { readJson } from "../../src/core/json-read.ts";
import { type ChatAnswer, chatAnswer } from "../../src/read/chat-message.ts";
import type { EndReason, ReaderEvent } from "../../src/read/events.ts";
import type { StreamReader } from "../../src/read/reader.ts";

/** What one stream was read as. */
export interface ReadStream {
  readonly events: readonly ReaderEvent[];
  readonly answer: ChatAnswer;
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly ReadCall[];
}

export interface ReadCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly complete: boolean;
  readonly valid: boolean;
}

export function readStream(reader: StreamReader, chunks: Iterable<string | Uint8Array>, end: EndReason): ReadStream {
  const events: ReaderEvent[] = [];
  for (const chunk of chunks) events.push(...reader.push(chunk));
  events.push(...reader.finish(end));
  const answer = chatAnswer(events);
  const { message } = answer;
  const calls = answer.calls.map(({ id, name, complete, valid, index }) => {
    return { id, name, complete, valid, arguments: message.tool_calls![index].function.arguments };
  });
  return { events, answer, content: message.content ?? "", reasoning: message.reasoning_content ?? "", calls };
}

/** The value of arguments; `undefined` where they are no JSON. */
export function argumentsValue(text: string): Json | undefined {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
