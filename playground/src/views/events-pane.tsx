import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { OutputEvent } from "../engine/protocol.ts";
import { isLit, lit, pointed } from "../state/hot.ts";
import { place } from "../state/place.ts";
import { reading } from "../state/results.ts";
import { Notes } from "./notes.tsx";
import { painted } from "./paint.ts";
import { ScrollRegion } from "./scroll-region.tsx";
import { Tabs } from "./tabs.tsx";
import { clearPointed } from "./tree-lines.tsx";

type View = "events" | "message" | "deltas";

const view = signal<View>("events");

const TABS: readonly (readonly [View, string])[] = [
  ["events", "Events"],
  ["message", "Message"],
  ["deltas", "Deltas"],
];

/** What a client receives when the output is read back. */
export function EventsPane(): JSX.Element {
  const result = reading.value;
  return (
    <section class={`pane events${place.value === "events" ? " shown" : ""}`} aria-labelledby="events-title">
      <header class="pane-head">
        <h2 id="events-title">Read back</h2>
        <p class="facts">{result === undefined ? "" : finishOf(result.events)}</p>
      </header>
      <Tabs name="events" tabs={TABS} chosen={view.value} onChoose={(id) => (view.value = id)}>
        <div class="fill">{result === undefined ? null : <EventsView chosen={view.value} />}</div>
      </Tabs>
    </section>
  );
}

function finishOf(events: readonly OutputEvent[]): string {
  const finish = events.find(({ type }) => type === "finish");
  return finish === undefined ? "" : `finish reason: ${finish.text}`;
}

function EventsView({ chosen }: { chosen: View }): JSX.Element | null {
  const result = reading.value;
  if (result === undefined) return null;
  switch (chosen) {
    case "events":
      return <EventList events={result.events} />;
    case "message":
      return <CodeText text={result.messageJson} label="The message as OpenAI has it" />;
    case "deltas":
      return <CodeText text={result.deltas.join("\n")} label="The deltas of a stream as OpenAI has them" />;
  }
}

function CodeText({ text, label }: { text: string; label: string }): JSX.Element {
  return (
    <ScrollRegion class="scroll code-region" label={label}>
      <pre class="code">
        {painted(text, "json").map(({ text: part, look }, index) => (
          <span key={index} class={look}>
            {part}
          </span>
        ))}
      </pre>
    </ScrollRegion>
  );
}

function EventList({ events }: { events: readonly OutputEvent[] }): JSX.Element {
  const { bytes } = lit.value;
  return (
    <ol class="event-list scroll" aria-label="Events" onPointerLeave={clearPointed}>
      {events.map((event, index) => {
        const point = (): void => {
          if (event.byteEnd > event.byteStart) pointed.value = { on: "bytes", byteStart: event.byteStart, byteEnd: event.byteEnd };
        };
        return (
          <li key={index} class={`event ${event.type}${isLit(bytes, event.byteStart, event.byteEnd) ? " lit" : ""}`} onPointerEnter={point}>
            <button type="button" class="event-row" onFocus={point} onBlur={clearPointed} onClick={point}>
              <span class="event-type">
                {event.type}
                {event.index === undefined ? "" : ` ${event.index}`}
              </span>
              <span class={`event-text${event.good === false ? " bad" : event.good === true ? " good" : ""}`}>{event.text}</span>
              {event.pieces > 1 ? <span class="pieces">{event.pieces}×</span> : null}
            </button>
            {event.notes.length > 0 ? <Notes notes={event.notes} /> : null}
          </li>
        );
      })}
    </ol>
  );
}
