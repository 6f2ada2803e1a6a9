import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { askWhyNot, branch, whyNotResult } from "../state/actions.ts";
import { pointed } from "../state/hot.ts";
import { visibleText } from "./chips.tsx";
import { clearPointed } from "./tree-lines.tsx";

const asked = signal("");

/** Asks why a token or text can or cannot come next. */
export function WhyNotForm(): JSX.Element {
  const result = whyNotResult.value;
  return (
    <div class="why">
      <form
        class="why-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (asked.value !== "") void askWhyNot({ text: asked.value });
        }}
      >
        <label for="why-not">Why not</label>
        <input
          id="why-not"
          type="text"
          spellcheck={false}
          autocomplete="off"
          placeholder="a token or text"
          value={asked.value}
          onInput={({ currentTarget }) => (asked.value = currentTarget.value)}
        />
        <button type="submit">?</button>
      </form>
      <div aria-live="polite">
        {result === undefined ? null : (
          <div class={`why-answer ${result.allowed ? "yes" : "no"}`}>
            <p>
              <code class="asked">{visibleText(result.asked)}</code> {result.allowed ? "may come here." : result.message}
            </p>
            {!result.allowed && result.fits !== "" ? (
              <p class="quiet">
                fits as far as <code>{visibleText(result.fits)}</code>
              </p>
            ) : null}
            {result.around.length > 0 ? <Around around={result.around} /> : null}
            {result.nearest.length > 0 ? (
              <p class="nearest">
                Nearest allowed:{" "}
                {result.nearest.map(({ id, text }) => (
                  <button key={id} type="button" class="choice" title={`token ${id}: go on with it`} onClick={() => branch(id)}>
                    {visibleText(text)}
                  </button>
                ))}
              </p>
            ) : null}
          </div>
        )}
      </div>
    </div>
  );
}

function Around({ around }: { around: readonly { readonly path: string; readonly line: string }[] }): JSX.Element {
  const last = around[around.length - 1];
  return (
    <p class="quiet">
      inside{" "}
      <button
        type="button"
        class="link"
        onPointerEnter={() => (pointed.value = { on: "path", path: last.path })}
        onPointerLeave={clearPointed}
        onFocus={() => (pointed.value = { on: "path", path: last.path })}
        onBlur={clearPointed}
      >
        <code>{last.line.length > 90 ? `${last.line.slice(0, 90)}…` : last.line}</code>
      </button>
    </p>
  );
}
