import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { CopyForm } from "../engine/protocol.ts";
import { ask } from "../state/engine-client.ts";
import { builtInput } from "../state/results.ts";
import { shareLink } from "../state/share-link.ts";

const FORMS: readonly (readonly [CopyForm, string])[] = [
  ["vllm", "curl for vLLM"],
  ["sglang", "curl for SGLang"],
  ["typescript", "TypeScript"],
  ["tag", "Structural tag JSON"],
  ["web-xgrammar", "Tag for web-xgrammar"],
  ["gbnf", "GBNF for llama.cpp"],
  ["lark", "Lark for llguidance"],
];

/** What was done last, for a moment. */
const said = signal("");
let timer: ReturnType<typeof setTimeout> | undefined;

function say(text: string): void {
  said.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    said.value = "";
  }, 2500);
}

async function put(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    say("the clipboard is not allowed here");
  }
}

/** The grammar for other programs. */
export function CopyMenu(): JSX.Element {
  const menu = useRef<HTMLDetailsElement>(null);
  const copy = async (form: CopyForm, name: string): Promise<void> => {
    const input = builtInput.peek();
    if (menu.current !== null) menu.current.open = false;
    menu.current?.querySelector("summary")?.focus();
    if (input === undefined) return;
    const answer = await ask("copy", { grammar: input, form });
    if (answer?.ok === true) await put(answer.value.text, name);
    else say(answer?.notes[0]?.message ?? "");
  };
  return (
    <>
      <span class="said" role="status">
        {said.value}
      </span>
      <details
        class="menu"
        ref={menu}
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Escape") currentTarget.open = false;
        }}
      >
        <summary>Copy as</summary>
        <div class="menu-items">
          {FORMS.map(([form, name]) => (
            <button key={form} type="button" onClick={() => void copy(form, name)}>
              {name}
            </button>
          ))}
        </div>
      </details>
    </>
  );
}

/** Copies a link to what is shown. */
export function ShareButton(): JSX.Element {
  return (
    <button type="button" onClick={async () => put(await shareLink(), "link")} title="Copy a link to all that is shown">
      Share
    </button>
  );
}
