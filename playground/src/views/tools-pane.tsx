import type { JSX } from "preact";
import { place } from "../state/place.ts";
import { SettingsForm } from "./settings-form.tsx";
import { ToolsEditor } from "./tools-editor.tsx";

/** Tools and the settings of the request. */
export function ToolsPane(): JSX.Element {
  return (
    <section class={`pane tools${place.value === "tools" ? " shown" : ""}`} aria-labelledby="tools-title">
      <header class="pane-head">
        <h2 id="tools-title">Tools</h2>
        <p class="facts">JSON, a request, MCP tools/list, or Zod</p>
      </header>
      <SettingsForm />
      <div class="fill">
        <ToolsEditor />
      </div>
    </section>
  );
}
