import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { askWhyNot, branch } from "../state/actions.ts";
import { pointed } from "../state/hot.ts";
import { position } from "../state/inputs.ts";
import { place } from "../state/place.ts";
import { reading, step, stepErrors } from "../state/results.ts";
import { visibleText } from "./chips.tsx";
import { HeatStrip } from "./heat-strip.tsx";
import { Notes } from "./notes.tsx";
import { clearPointed } from "./tree-lines.tsx";
import { WhyNotForm } from "./why-not.tsx";

/** Where nothing has the focus, the arrow keys step too. */
function stepWithKeys({ key, target }: KeyboardEvent): void {
  const result = reading.peek();
  const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (by === 0 || target !== document.body || result === undefined) return;
  position.value = Math.max(0, Math.min(result.refusedAt ?? result.tokens.length, position.peek() + by));
}

/** What may come next, token by token. */
export function StepperPane(): JSX.Element {
  useEffect(() => {
    addEventListener("keydown", stepWithKeys);
    return () => removeEventListener("keydown", stepWithKeys);
  }, []);
  const result = reading.value;
  const now = step.value;
  const at = position.value;
  const end = result === undefined ? 0 : (result.refusedAt ?? result.tokens.length);
  const go = (to: number): void => {
    position.value = Math.max(0, Math.min(end, to));
  };
  return (
    <section class={`pane stepper${place.value === "stepper" ? " shown" : ""}`} aria-labelledby="stepper-title">
      <header class="pane-head">
        <h2 id="stepper-title">Next token</h2>
        <fieldset class="steps" aria-label="Step">
          <StepButton label="First token" icon="M4 3v10M13 3 7 8l6 5" disabled={at === 0} onClick={() => go(0)} />
          <StepButton label="Previous token" icon="M10 3 5 8l5 5" disabled={at === 0} onClick={() => go(at - 1)} />
          <output class="step-number">
            {at} / {result?.tokens.length ?? 0}
          </output>
          <StepButton label="Next token" icon="m6 3 5 5-5 5" disabled={at >= end} onClick={() => go(at + 1)} />
          <StepButton label="Last token" icon="m3 3 6 5-6 5M12 3v10" disabled={at >= end} onClick={() => go(end)} />
        </fieldset>
      </header>
      {stepErrors.value.length > 0 ? <Notes notes={stepErrors.value} live /> : null}
      <div class="fill scroll pad stepper-body">
        {now === undefined ? null : (
          <>
            <Allowed />
            <HeatStrip heat={now.heat} size={now.size} allowed={now.allowed} />
            <WhyNotForm />
            <Expected />
            <Groups />
          </>
        )}
      </div>
    </section>
  );
}

function StepButton({
  label,
  icon,
  disabled,
  onClick,
}: {
  label: string;
  icon: string;
  disabled: boolean;
  onClick: () => void;
}): JSX.Element {
  return (
    <button type="button" class="step-button" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
}

function Allowed(): JSX.Element | null {
  const now = step.value;
  const token = reading.value?.tokens[position.value];
  if (now === undefined) return null;
  return (
    <div class="allowed-line" aria-live="polite">
      <p class="big">
        <strong>{now.allowed.toLocaleString("en")}</strong> of {now.size.toLocaleString("en")} tokens
      </p>
      {now.forced === "" ? null : (
        <p class="badge forced-badge" title="The grammar leaves no choice">
          forced <code>{visibleText(short(now.forced))}</code>
        </p>
      )}
      {now.mayEnd && !now.ended ? <p class="badge end-badge">may end here</p> : null}
      {now.ended ? <p class="badge end-badge">ended</p> : null}
      {token === undefined || now.ended ? null : (
        <button
          type="button"
          class="badge taken"
          onClick={() => void askWhyNot({ id: token.id })}
          title="Why is this token allowed or refused?"
        >
          output has <code>{visibleText(short(token.text))}</code>
        </button>
      )}
    </div>
  );
}

function short(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}

function Expected(): JSX.Element | null {
  const expected = step.value?.expected ?? [];
  if (expected.length === 0) return null;
  return (
    <p class="expected">
      Expected:{" "}
      {expected.slice(0, 8).map(({ text, path }, index) => (
        <span key={index}>
          {index > 0 ? ", " : ""}
          <button
            type="button"
            class="link"
            onPointerEnter={() => (pointed.value = { on: "path", path })}
            onPointerLeave={clearPointed}
            onFocus={() => (pointed.value = { on: "path", path })}
            onBlur={clearPointed}
          >
            {text}
          </button>
        </span>
      ))}
      {expected.length > 8 ? ` and ${expected.length - 8} more` : ""}
    </p>
  );
}

function Groups(): JSX.Element {
  const groups = step.value?.groups ?? [];
  return (
    <table class="groups">
      <caption class="visually-hidden">Allowed tokens in groups; choose one to branch</caption>
      <tbody>
        {groups.map(({ name, count, samples }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              <span class="count">{count.toLocaleString("en")}</span>
            </th>
            <td>
              {samples.map(({ id, text }) => (
                <button key={id} type="button" class="choice" title={`token ${id}: go on with it`} onClick={() => branch(id)}>
                  {visibleText(text)}
                </button>
              ))}
              {count > samples.length ? <span class="quiet"> …</span> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
