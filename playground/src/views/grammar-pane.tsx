import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { place } from "../state/place.ts";
import { grammar, grammarErrors } from "../state/results.ts";
import { Asked } from "./asked.tsx";
import { CompareView } from "./compare-view.tsx";
import { Notes } from "./notes.tsx";
import { RailroadView } from "./railroad-view.tsx";
import { Tabs } from "./tabs.tsx";
import { TreeLines } from "./tree-lines.tsx";

type View = "outline" | "json" | "railroad" | "compare";

const grammarView = signal<View>("outline");

const TABS: readonly (readonly [View, string])[] = [
  ["outline", "Outline"],
  ["json", "Structural tag"],
  ["railroad", "Railroad"],
  ["compare", "Compare"],
];

/** What the model may write, in several forms. */
export function GrammarPane(): JSX.Element {
  const built = grammar.value;
  const errors = grammarErrors.value;
  const view = grammarView.value;
  // Errors come and go with each key; what they leave as it is is not drawn again.
  const shown = useMemo(() => (built === undefined ? <p class="quiet pad">…</p> : <GrammarView view={view} />), [built, view]);
  return (
    <section class={`pane grammar${place.value === "grammar" ? " shown" : ""}`} aria-labelledby="grammar-title">
      <header class="pane-head">
        <h2 id="grammar-title">Output grammar</h2>
        {built === undefined ? null : (
          <p class="facts">
            {built.familyTitle} · {built.mode} · {built.coverage.replaceAll("_", " ")}
          </p>
        )}
      </header>
      {errors.length > 0 ? <Notes notes={errors} live /> : null}
      <Tabs name="grammar" tabs={TABS} chosen={view} onChoose={(id) => (grammarView.value = id)}>
        <div class={`fill${errors.length > 0 ? " stale" : ""}`}>{shown}</div>
      </Tabs>
      {built !== undefined && built.notes.length > 0 ? (
        <details class="diagnostics">
          <summary>
            {built.notes.length} {built.notes.length === 1 ? "difference" : "differences"} from what the schemas say
          </summary>
          <Notes notes={built.notes} />
        </details>
      ) : null}
    </section>
  );
}

function GrammarView({ view }: { view: View }): JSX.Element | null {
  const built = grammar.value;
  if (built === undefined) return null;
  switch (view) {
    case "outline":
      return <TreeLines key="outline" lines={built.outline} label="Outline of the output grammar" language="outline" />;
    case "json":
      return (
        <Asked key="json" name="json">
          {(lines) => <TreeLines lines={lines} label="Structural tag as JSON" language="json" />}
        </Asked>
      );
    case "railroad":
      return (
        <Asked key="tree" name="tree">
          {(tree) => <RailroadView tree={tree} />}
        </Asked>
      );
    case "compare":
      return <CompareView />;
  }
}
