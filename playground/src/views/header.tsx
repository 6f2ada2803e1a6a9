import { batch } from "@preact/signals";
import type { JSX } from "preact";
import type { VocabularyChoice } from "../engine/protocol.ts";
import { EXAMPLES } from "../state/examples.ts";
import { DEFAULT_SETTINGS, output, position, settings, toolsText, vocabularyChoice } from "../state/inputs.ts";
import { customName, reading, useVocabularyFile, vocabularyState, wantNewOutput } from "../state/results.ts";
import { switchTheme, theme } from "../state/theme.ts";
import { CopyMenu, ShareButton } from "./copy-menu.tsx";
import { Choice } from "./settings-form.tsx";

/** Name, examples, vocabulary, links. */
export function Header(): JSX.Element {
  return (
    <header class="top">
      <h1>
        <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="7" />
          <path d="M12 8 6 16l6 8M20 8l6 8-6 8" />
        </svg>
        structag <span class="h1-more">playground</span>
      </h1>
      <label class="field inline">
        <span>Example</span>
        <select value="" onChange={({ currentTarget }) => takeExample(currentTarget)}>
          <option value="">choose…</option>
          {EXAMPLES.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <VocabularyChooser />
      <span class="spring" />
      <CopyMenu />
      <ShareButton />
      <button
        type="button"
        class="quiet-button"
        onClick={switchTheme}
        aria-label={theme.value === "dark" ? "Light colours" : "Dark colours"}
        title="Colours"
      >
        {theme.value === "dark" ? "☀" : "☾"}
      </button>
    </header>
  );
}

function takeExample(select: HTMLSelectElement): void {
  const example = EXAMPLES[Number(select.value)];
  if (select.value === "" || example === undefined) return;
  select.value = "";
  batch(() => {
    toolsText.value = example.tools;
    if (example.output === undefined) wantNewOutput();
    else {
      settings.value = DEFAULT_SETTINGS;
      output.value = { text: example.output };
    }
    position.value = example.position ?? 0;
  });
}

function VocabularyChooser(): JSX.Element {
  const facts = reading.value?.vocabulary;
  const custom = customName.value;
  const options: (readonly [VocabularyChoice, string])[] = [
    ["o200k", "o200k_base (200,000 tokens)"],
    ["letters", "letters and common words"],
  ];
  if (custom !== undefined) options.push(["custom", custom]);
  const state = vocabularyState.value;
  return (
    <div class="vocabulary">
      <Choice
        label="Vocabulary"
        value={vocabularyChoice.value}
        options={options}
        onChoose={(choice) => (vocabularyChoice.value = choice)}
      />
      <label
        class="file-button"
        title="tokenizer.json, GGUF, tiktoken ranks, or a saved vocabulary; you can also drop it anywhere on the page"
      >
        Open…
        <input
          type="file"
          class="visually-hidden"
          aria-label="Open a tokenizer file"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file !== undefined) void useVocabularyFile(file);
          }}
        />
      </label>
      <span class="vocabulary-state" role="status">
        {state === "loading"
          ? "loading…"
          : state === "failed"
            ? "not loaded"
            : facts !== undefined && facts.textMarkers.length > 0
              ? `${facts.textMarkers.length} markers as text`
              : ""}
      </span>
    </div>
  );
}
