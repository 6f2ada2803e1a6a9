import { batch, effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Comparison, GrammarInput, Note, Settings } from "../engine/protocol.ts";
import { ask } from "../state/engine-client.ts";
import { families, loadTargets, targets } from "../state/families.ts";
import { builtInput, reading, vocabularyInUse } from "../state/results.ts";
import { Notes } from "./notes.tsx";
import { painted } from "./paint.ts";
import { ScrollRegion } from "./scroll-region.tsx";
import { Choice } from "./settings-form.tsx";

type Kind = "target" | "family" | "toolChoice" | "reasoning" | "coverage" | "shape";

const kind = signal<Kind>("toolChoice");
const other = signal("required");
const comparison = signal<Comparison | undefined>(undefined);
const errors = signal<readonly Note[]>([]);

const KINDS: readonly (readonly [Kind, string])[] = [
  ["family", "another family"],
  ["toolChoice", "another tool choice"],
  ["reasoning", "another reasoning mode"],
  ["coverage", "another coverage"],
  ["shape", "another shape"],
  ["target", "what an engine takes"],
];

const OPTIONS: Record<Exclude<Kind, "family" | "target">, readonly (readonly [string, string])[]> = {
  toolChoice: [
    ["auto", "auto"],
    ["required", "required"],
    ["none", "none"],
  ],
  reasoning: [
    ["enabled", "on"],
    ["disabled", "off"],
    ["auto", "auto"],
  ],
  coverage: [
    ["from_token_zero", "from token zero"],
    ["final_output_only", "final output only"],
  ],
  shape: [
    ["structag", "structag"],
    ["xgrammar", "xgrammar"],
  ],
};

function optionsOf(chosen: Kind): readonly (readonly [string, string])[] {
  if (chosen === "target") return targets.value;
  return chosen === "family" ? families.value : OPTIONS[chosen];
}

/** The grammar beside that of another setting. */
export function CompareView(): JSX.Element {
  useEffect(
    () =>
      effect(() => {
        const input = builtInput.value;
        const text = reading.value?.text;
        if (input === undefined || text === undefined) return;
        if (kind.value === "target") void runTarget(input, other.value);
        else void run(input, text, { [kind.value]: other.value } as Partial<Settings>);
      }),
    [],
  );
  useEffect(() => void loadTargets(), []);
  const result = comparison.value;
  return (
    <div class="compare">
      <div class="compare-bar">
        <Choice
          label="Compare with"
          value={kind.value}
          options={KINDS}
          onChoose={(chosen) => {
            batch(() => {
              kind.value = chosen;
              other.value = optionsOf(chosen)[1]?.[0] ?? "web-xgrammar@0.1.27";
            });
          }}
        />
        <Choice label="which is" value={other.value} options={optionsOf(kind.value)} onChoose={(chosen) => (other.value = chosen)} />
        {result === undefined ? null : (
          <p class="facts" aria-live="polite">
            {result.text !== undefined
              ? "a grammar text"
              : result.different === 0
                ? "the same grammar"
                : `${result.different} of ${result.rows.length} lines differ`}
            {result.verdict === undefined ? null : (
              <>
                ; there the output is <span class={`verdict ${result.verdict}`}>{result.verdict}</span>
              </>
            )}
          </p>
        )}
      </div>
      {errors.value.length > 0 ? <Notes notes={errors.value} live /> : null}
      {kind.value === "target" && result !== undefined ? <Loosened notes={result.notes} /> : null}
      {result === undefined ? null : result.text === undefined ? <Rows result={result} /> : <GrammarText text={result.text} />}
    </div>
  );
}

async function run(input: GrammarInput, text: string, changed: Partial<Settings>): Promise<void> {
  const right = { ...input, settings: { ...input.settings, ...changed } };
  const answer = await ask("compare", { left: input, right, vocabulary: vocabularyInUse.peek(), text });
  if (answer === undefined) return;
  batch(() => {
    errors.value = answer.ok ? [] : answer.notes;
    comparison.value = answer.ok ? answer.value : undefined;
  });
}

async function runTarget(input: GrammarInput, target: string): Promise<void> {
  const answer = await ask("target", { grammar: input, target });
  if (answer === undefined) return;
  batch(() => {
    errors.value = answer.ok ? [] : answer.notes;
    comparison.value = answer.ok ? answer.value : undefined;
  });
}

/** What the engine does not hold, or holds in another form. */
function Loosened({ notes }: { notes: readonly Note[] }): JSX.Element {
  const loosened = notes.filter(({ kind: is }) => is !== "rewritten").length;
  if (notes.length === 0) return <p class="facts pad">The engine holds all of it.</p>;
  return (
    <details class="diagnostics">
      <summary>
        {loosened === 0
          ? `It holds all of it; ${notes.length} formats are written in another way`
          : `It leaves out ${loosened}: what follows is looser than the grammar`}
      </summary>
      <Notes notes={notes} />
    </details>
  );
}

function GrammarText({ text }: { text: string }): JSX.Element {
  const shown = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}\n…` : text;
  return (
    <ScrollRegion class="scroll compare-rows" label="The grammar as the engine takes it">
      <pre class="code">{shown}</pre>
    </ScrollRegion>
  );
}

const LONGEST_TEXT = 200_000;
const MAX_ROWS = 1200;

function Rows({ result }: { result: Comparison }): JSX.Element {
  return (
    <ScrollRegion class="compare-rows scroll" label="Two outlines side by side">
      <table>
        <thead>
          <tr>
            <th scope="col">this grammar</th>
            <th scope="col">the other{kind.value === "family" || kind.value === "target" ? `: ${result.title}` : ""}</th>
          </tr>
        </thead>
        <tbody>
          {result.rows.slice(0, MAX_ROWS).map(({ left, right, same }, index) => (
            <tr key={index} class={same ? "same" : "changed"}>
              <Side line={left} look="gone" same={same} />
              <Side line={right} look="new" same={same} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Side({ line, look, same }: { line: string | undefined; look: string; same: boolean }): JSX.Element {
  if (line === undefined) return <td class="absent" />;
  const indent = line.length - line.trimStart().length;
  return (
    <td class={same ? undefined : look} style={{ paddingLeft: `calc(${indent + 1}ch + 6px)` }}>
      {same ? null : <span class="visually-hidden">{look === "gone" ? "only here: " : "only there: "}</span>}
      {painted(line.slice(indent), "outline").map(({ text, look: part }, index) => (
        <span key={index} class={part}>
          {text}
        </span>
      ))}
    </td>
  );
}
