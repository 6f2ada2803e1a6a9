import type { JSX } from "preact";
import type { Note } from "../engine/protocol.ts";

/** Errors and diagnostics with their codes, places and what to do. */
export function Notes({ notes, live = false }: { notes: readonly Note[]; live?: boolean }): JSX.Element {
  return (
    <div class="notes" {...(live ? { role: "alert" } : {})}>
      {notes.slice(0, 30).map(({ kind, code, message, path, hint, tool }, index) => (
        <div class={`note ${kind}`} key={index}>
          <span class="note-kind">{kind}</span>
          <div>
            <span class="note-message">{message}</span>
            {hint === undefined ? null : <span class="note-hint"> {hint}</span>}
            <div class="note-place">
              <code>{code}</code>
              {tool === undefined ? null : <span> {tool}</span>}
              {path === undefined || path === "" ? null : <span> {path}</span>}
            </div>
          </div>
        </div>
      ))}
      {notes.length > 30 ? <p class="quiet">and {notes.length - 30} more</p> : null}
    </div>
  );
}
