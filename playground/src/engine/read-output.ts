import { explain, type GrammarMatcher, trace } from "../../../src/engine.ts";
import { ChatChunks, chatAnswer, type ReaderEvent, resolveFamily, type StreamReader, sequentialCallIds } from "../../../src/index.ts";
import { eventRows, type TimedEvent } from "./event-rows.ts";
import { type Compiled, compiledGrammar } from "./grammars.ts";
import type { OutputInput, OutputToken, ReadOutput, TraceRange } from "./protocol.ts";
import { bytesOfAll, tokenizeOutput, tokenText } from "./tokenize.ts";

/** Time for the masks of all tokens; without it a long output would wait for counts that few look at. */
const COUNT_MILLISECONDS = 1500;

/** A reader of the grammar's family, with the same ids for calls each time. */
export function readerOf({ built }: Compiled): StreamReader {
  return resolveFamily(built.family).reader({
    tools: built.request.functions,
    promptOpens: built.promptOpens,
    callIds: sequentialCallIds(),
  });
}

/** The tokens of an output. */
export function idsOf(compiled: Compiled, { text, ids }: OutputInput): readonly number[] {
  return ids ?? tokenizeOutput(compiled.loaded, text);
}

/** Follows an output through grammar and reader: its tokens, what matched them, the events that they give. */
export function readOutput(input: OutputInput): ReadOutput {
  const compiled = compiledGrammar(input.grammar, input.vocabulary);
  const { grammar, loaded, built } = compiled;
  const { vocabulary } = loaded;
  const ids = idsOf(compiled, input);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOfAll(vocabulary, ids));
  const stops = new Set(vocabulary.stopTokenIds);
  const written = ids.filter((id) => !stops.has(id));
  const bytes = bytesOfAll(vocabulary, written);
  const ranges = trace(grammar, bytes).map(({ formatPath, byteStart, byteEnd }): TraceRange => ({ path: formatPath, byteStart, byteEnd }));
  const kinds = kindsByByte(built.format, ranges, bytes.length);
  const matcher = grammar.matcher();
  const { counts, refusedAt } = follow(matcher, ids);
  let at = 0;
  const tokens = ids.map((id, index): OutputToken => {
    const byteStart = at;
    at += vocabulary.bytesOf(id).length;
    return {
      id,
      text: tokenText(vocabulary, id),
      byteStart,
      byteEnd: at,
      special: vocabulary.isSpecial(id),
      allowed: counts[index],
      kind: kinds(byteStart),
    };
  });
  const judged = explain(grammar, bytes);
  const verdict = refusedAt !== undefined ? "refused" : matcher.isTerminated() ? "accepted" : judged.verdict;
  const timed = readTimed(readerOf(compiled), tokens, (id) => vocabulary.bytesOf(id), verdict === "accepted");
  const events = timed.map(({ event }) => event);
  return {
    text,
    vocabulary: loaded.facts,
    tokens,
    verdict,
    message: judged.message,
    refusedAt,
    ranges,
    events: eventRows(timed),
    messageJson: JSON.stringify(chatAnswer(events).message, null, 2),
    deltas: deltasOf(events, built.family),
    compileMilliseconds: compiled.milliseconds,
  };
}

/** How many tokens were allowed in the place of each one, up to the first that was not. */
function follow(matcher: GrammarMatcher, ids: readonly number[]): { counts: (number | undefined)[]; refusedAt: number | undefined } {
  const end = performance.now() + COUNT_MILLISECONDS;
  const counts: (number | undefined)[] = [];
  for (const [index, id] of ids.entries()) {
    if (matcher.isTerminated()) return { counts, refusedAt: index };
    counts.push(performance.now() < end ? matcher.nextTokenMask().count : undefined);
    if (!matcher.acceptToken(id)) return { counts, refusedAt: index };
  }
  return { counts, refusedAt: undefined };
}

/** Type of the innermost format at a byte. Ranges come parents first, so that later ones lie inside. */
function kindsByByte(root: Compiled["built"]["format"], ranges: readonly TraceRange[], length: number): (byte: number) => string {
  const kinds = new Array<string>(length).fill("");
  const types = new Map<string, string>();
  for (const { path, byteStart, byteEnd } of ranges) {
    if (byteEnd === byteStart) continue;
    let type = types.get(path);
    if (type === undefined) {
      type = typeAt(root, path);
      types.set(path, type);
    }
    kinds.fill(type, byteStart, byteEnd);
  }
  return (byte) => kinds[byte] ?? "";
}

function typeAt(root: Compiled["built"]["format"], path: string): string {
  let at: unknown = root;
  for (const step of path.split("/").slice(2)) at = (at as Record<string, unknown>)?.[step];
  return (at as { type?: string } | undefined)?.type ?? "";
}

/** Events, each with the bytes that had come in since the one before. */
function readTimed(
  reader: StreamReader,
  tokens: readonly OutputToken[],
  bytesOf: (id: number) => Uint8Array,
  whole: boolean,
): TimedEvent[] {
  const timed: TimedEvent[] = [];
  let from = 0;
  let to = 0;
  const note = (events: readonly ReaderEvent[]): void => {
    for (const event of events) timed.push({ event, byteStart: from, byteEnd: to });
    if (events.length > 0) from = to;
  };
  for (const { id, byteEnd } of tokens) {
    to = byteEnd;
    note(reader.push(bytesOf(id)));
  }
  note(reader.finish(whole ? "stop" : "length"));
  return timed;
}

function deltasOf(events: readonly ReaderEvent[], model: string): string[] {
  const chunks = new ChatChunks({ id: "chatcmpl-1", model, created: 0 });
  return chunks
    .chunks(events)
    .map(({ choices: [{ delta, finish_reason }] }) => JSON.stringify(finish_reason === null ? { delta } : { delta, finish_reason }));
}
