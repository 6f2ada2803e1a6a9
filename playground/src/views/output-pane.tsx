import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { actionErrors, canUndo, editOutput, fuzzOutput, fuzzResult, generated, generateOutput, undoOutput } from "../state/actions.ts";
import { maxTokens, seed, temperature } from "../state/inputs.ts";
import { place } from "../state/place.ts";
import { reading, readingErrors } from "../state/results.ts";
import { Chips } from "./chips.tsx";
import { Notes } from "./notes.tsx";

const editing = signal(false);

/** What the model wrote, as tokens. */
export function OutputPane(): JSX.Element {
  const result = reading.value;
  return (
    <section class={`pane output${place.value === "output" ? " shown" : ""}`} aria-labelledby="output-title">
      <header class="pane-head">
        <h2 id="output-title">Model output</h2>
        {result === undefined ? null : <Verdict />}
        <span class="spring" />
        <button type="button" class="quiet-button" disabled={!canUndo()} onClick={undoOutput}>
          Undo
        </button>
        <button type="button" class="quiet-button" aria-pressed={editing.value} onClick={() => (editing.value = !editing.value)}>
          {editing.value ? "Tokens" : "Edit text"}
        </button>
      </header>
      <GenerateBar />
      {readingErrors.value.length > 0 ? <Notes notes={readingErrors.value} live /> : null}
      {actionErrors.value.length > 0 ? <Notes notes={actionErrors.value} live /> : null}
      <div class="fill">
        {editing.value ? (
          <textarea
            class="output-text"
            aria-label="Text of the output, special tokens spelled out"
            spellcheck={false}
            value={result?.text ?? ""}
            onInput={({ currentTarget }) => editOutput(currentTarget.value)}
          />
        ) : (
          <Chips />
        )}
      </div>
      {result?.verdict === "refused" && result.refusedAt !== undefined ? <p class="refusal">{result.message}</p> : null}
    </section>
  );
}

function Verdict(): JSX.Element | null {
  const result = reading.value;
  if (result === undefined) return null;
  const words = { accepted: "complete", incomplete: "not complete yet", refused: "refused by the grammar" };
  return (
    <p class="facts" aria-live="polite">
      <span class={`verdict ${result.verdict}`}>{words[result.verdict]}</span> {result.tokens.length.toLocaleString("en")} tokens
    </p>
  );
}

function GenerateBar(): JSX.Element {
  const made = generated.value;
  const cut = fuzzResult.value;
  return (
    <fieldset class="bar" aria-label="Generate">
      <button type="button" class="primary" onClick={() => void generateOutput(false)}>
        Generate
      </button>
      <button type="button" onClick={() => void generateOutput(true)} title="Keep the tokens before the stepper and go on from there">
        Go on from here
      </button>
      <label class="field small">
        <span>Seed</span>
        <input type="number" min={0} value={seed.value} onInput={({ currentTarget }) => (seed.value = Number(currentTarget.value) || 0)} />
      </label>
      <button type="button" class="quiet-button" aria-label="Next seed, and generate" title="Next seed" onClick={nextSeed}>
        ↻
      </button>
      <label class="field small">
        <span>Temperature {temperature.value.toFixed(1)}</span>
        <input
          type="range"
          min={0}
          max={2}
          step={0.1}
          value={temperature.value}
          onInput={({ currentTarget }) => (temperature.value = Number(currentTarget.value))}
        />
      </label>
      <label class="field small">
        <span>Max tokens</span>
        <input
          type="number"
          min={8}
          max={2000}
          value={maxTokens.value}
          onInput={({ currentTarget }) => (maxTokens.value = Math.min(2000, Number(currentTarget.value) || 160))}
        />
      </label>
      <button type="button" onClick={() => void fuzzOutput()} title="Cut the same output in 100 ways and read each">
        Cut 100 ways
      </button>
      <p class="bar-result" aria-live="polite">
        {cut !== undefined ? (
          <span class={cut.different === 0 ? "good" : "bad"}>
            {cut.different === 0
              ? `${cut.runs} cuts, ${cut.pieces.toLocaleString("en")} pieces: the same events every time`
              : `${cut.different} of ${cut.runs} cuts gave other events (${cut.example})`}
          </span>
        ) : made !== undefined ? (
          `${made.tokens} tokens, ${made.forced} forced, ${made.milliseconds.toFixed(0)} ms`
        ) : null}
      </p>
    </fieldset>
  );
}

function nextSeed(): void {
  seed.value += 1;
  void generateOutput(false);
}
