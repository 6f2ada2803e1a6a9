import { GatewayFailure } from "../failure.ts";

/** Most characters of one event; a chunk of text has a few hundred. */
const MAX_EVENT = 4 * 1024 * 1024;

/**
 * The data of each event of an event stream, wherever it is cut. Comments and other fields are left out.
 * @throws GatewayFailure `gateway-upstream-answer` for events beyond all measure
 */
export async function* eventData(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let held = "";
  let data: string[] = [];
  const take = function* (line: string): Generator<string> {
    if (line === "") {
      if (data.length > 0) yield data.join("\n");
      data = [];
    } else if (line.startsWith("data:")) data.push(line.slice(line.charCodeAt(5) === 0x20 ? 6 : 5));
  };
  for await (const chunk of chunks) {
    held += decoder.decode(chunk, { stream: true });
    const lines = held.split(/\r\n|\n|\r(?!$)/);
    held = lines.pop() ?? "";
    for (const line of lines) yield* take(line);
    if (held.length > MAX_EVENT) throw new GatewayFailure(502, "gateway-upstream-answer", "the upstream sent an event without end");
  }
  for (const line of [held.replace(/\r$/, ""), ""]) yield* take(line);
}
