import type { JSX } from "preact";
import { EventsPane } from "./views/events-pane.tsx";
import { GrammarPane } from "./views/grammar-pane.tsx";
import { Header } from "./views/header.tsx";
import { OutputPane } from "./views/output-pane.tsx";
import { StepperPane } from "./views/stepper-pane.tsx";
import { ToolsPane } from "./views/tools-pane.tsx";

/** The page. */
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
    </div>
  );
}
