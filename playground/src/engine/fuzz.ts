import { type ChatAnswer, chatAnswer, type ReaderEvent } from "../../../src/index.ts";
import { eventRows } from "./event-rows.ts";
import { type Compiled, compiledGrammar } from "./grammars.ts";
import type { FuzzInput, FuzzResult } from "./protocol.ts";
import { idsOf, readerOf } from "./read-output.ts";
import { bytesOfAll } from "./tokenize.ts";

/** Cuts an output in many ways, inside of characters too, and compares what is read with the output read at once. */
export function fuzzChunks(input: FuzzInput): FuzzResult {
  const compiled = compiledGrammar(input.grammar, input.vocabulary);
  const bytes = bytesOfAll(compiled.loaded.vocabulary, idsOf(compiled, input));
  const whole = summary(read(compiled, bytes, []));
  let pieces = 0;
  let different = 0;
  let example: string | undefined;
  for (let run = 0; run < input.runs; run += 1) {
    const cuts = cutsOf(bytes.length, run);
    pieces += cuts.length + 1;
    if (summary(read(compiled, bytes, cuts)) === whole) continue;
    different += 1;
    example ??= `cut at bytes ${cuts.slice(0, 20).join(", ")}`;
  }
  return { runs: input.runs, pieces, different, ...(example === undefined ? {} : { example }) };
}

/** From a cut at each byte to a few cuts far apart. */
function cutsOf(length: number, run: number): number[] {
  const cuts: number[] = [];
  const longest = run === 0 ? 1 : 2 + (run % 40);
  for (let at = 0; ; ) {
    at += longest === 1 ? 1 : 1 + Math.floor(Math.random() * longest);
    if (at >= length) return cuts;
    cuts.push(at);
  }
}

function read(compiled: Compiled, bytes: Uint8Array, cuts: readonly number[]): ReaderEvent[] {
  const reader = readerOf(compiled);
  const events: ReaderEvent[] = [];
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    events.push(...reader.push(bytes.slice(from, cut)));
    from = cut;
  }
  events.push(...reader.finish());
  return events;
}

/** Texts as wholes, since only the places where they are cut may differ. */
function summary(events: readonly ReaderEvent[]): string {
  const answer: ChatAnswer = chatAnswer(events);
  const rows = eventRows(events.map((event) => ({ event, byteStart: 0, byteEnd: 0 })));
  return JSON.stringify([answer, rows.map(({ type, text, index, notes }) => [type, text, index, notes])]);
}
