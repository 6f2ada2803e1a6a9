import type { JSX } from "preact";
import { PLACES, type Place, place } from "./state/place.ts";
import { EventsPane } from "./views/events-pane.tsx";
import { GrammarPane } from "./views/grammar-pane.tsx";
import { Header } from "./views/header.tsx";
import { OutputPane } from "./views/output-pane.tsx";
import { StepperPane } from "./views/stepper-pane.tsx";
import { ToolsPane } from "./views/tools-pane.tsx";

const NAMES: Record<Place, string> = { tools: "Tools", grammar: "Grammar", output: "Output", stepper: "Next", events: "Events" };

/** The page: all panes beside each other, or one at a time where there is no room. */
export function App(): JSX.Element {
  return (
    <div class="page">
      <Header />
      <main class="panes">
        <ToolsPane />
        <GrammarPane />
        <EventsPane />
        <OutputPane />
        <StepperPane />
      </main>
      <nav class="places" aria-label="Panes">
        {PLACES.map((name) => (
          <button key={name} type="button" aria-current={place.value === name} onClick={() => (place.value = name)}>
            {NAMES[name]}
          </button>
        ))}
      </nav>
    </div>
  );
}
