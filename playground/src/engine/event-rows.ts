import type { Problem, ReaderEvent } from "../../../src/index.ts";
import type { Note, OutputEvent } from "./protocol.ts";

/** An event and the bytes that it was read from. */
export interface TimedEvent {
  readonly event: ReaderEvent;
  readonly byteStart: number;
  readonly byteEnd: number;
}

/** Events as rows; pieces of one text share a row. */
export function eventRows(timed: readonly TimedEvent[]): OutputEvent[] {
  const rows: OutputEvent[] = [];
  for (const { event, byteStart, byteEnd } of timed) {
    const last = rows.at(-1);
    const index = "index" in event ? event.index : undefined;
    if (last !== undefined && isText(event) && last.type === event.type && last.index === index) {
      rows[rows.length - 1] = { ...last, text: last.text + event.text, byteEnd, pieces: last.pieces + 1 };
      continue;
    }
    rows.push({ type: event.type, ...shown(event), ...(index === undefined ? {} : { index }), byteStart, byteEnd, pieces: 1 });
  }
  return rows;
}

function isText(event: ReaderEvent): event is Extract<ReaderEvent, { type: "reasoning" | "content" | "call-arguments" }> {
  return event.type === "reasoning" || event.type === "content" || event.type === "call-arguments";
}

function shown(event: ReaderEvent): Pick<OutputEvent, "text" | "notes"> & { readonly good?: boolean } {
  switch (event.type) {
    case "reasoning":
    case "content":
    case "call-arguments":
      return { text: event.text, notes: [] };
    case "call-start":
      return { text: `${event.name}  ${event.id}`, notes: [] };
    case "call-end": {
      const marks = `${event.complete ? "complete" : "not complete"}, ${event.valid ? "valid" : "not valid"}`;
      return { text: marks, notes: event.problems.map(noteOf), good: event.complete && event.valid };
    }
    case "problem":
      return { text: event.problem.code, notes: [noteOf(event.problem)], good: false };
    case "finish":
      return { text: event.reason, notes: [] };
  }
}

function noteOf({ code, message, path }: Problem): Note {
  return { kind: "problem", code, message, ...(path === undefined ? {} : { path }) };
}
