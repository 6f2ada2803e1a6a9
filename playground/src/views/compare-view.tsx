import { batch, effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Comparison, GrammarInput, Note, Settings } from "../engine/protocol.ts";
import { ask } from "../state/engine-client.ts";
import { families } from "../state/families.ts";
import { builtInput, reading, vocabularyInUse } from "../state/results.ts";
import { Notes } from "./notes.tsx";
import { painted } from "./paint.ts";
import { ScrollRegion } from "./scroll-region.tsx";
import { Choice } from "./settings-form.tsx";

type Kind = "family" | "toolChoice" | "reasoning" | "coverage" | "shape";

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
];

const OPTIONS: Record<Exclude<Kind, "family">, readonly (readonly [string, string])[]> = {
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
  return chosen === "family" ? families.value : OPTIONS[chosen];
}

/** The grammar beside that of another setting. */
export function CompareView(): JSX.Element {
  useEffect(
    () =>
      effect(() => {
        const input = builtInput.value;
        const text = reading.value?.text;
        if (input !== undefined && text !== undefined) void run(input, text, { [kind.value]: other.value } as Partial<Settings>);
      }),
    [],
  );
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
              other.value = optionsOf(chosen)[1][0];
            });
          }}
        />
        <Choice label="which is" value={other.value} options={optionsOf(kind.value)} onChoose={(chosen) => (other.value = chosen)} />
        {result === undefined ? null : (
          <p class="facts" aria-live="polite">
            {result.different === 0 ? "the same grammar" : `${result.different} of ${result.rows.length} lines differ`}; there the output is{" "}
            <span class={`verdict ${result.verdict}`}>{result.verdict}</span>
          </p>
        )}
      </div>
      {errors.value.length > 0 ? <Notes notes={errors.value} live /> : null}
      {result === undefined ? null : <Rows result={result} />}
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

const MAX_ROWS = 1200;

function Rows({ result }: { result: Comparison }): JSX.Element {
  return (
    <ScrollRegion class="compare-rows scroll" label="Two outlines side by side">
      <table>
        <thead>
          <tr>
            <th scope="col">this grammar</th>
            <th scope="col">the other{kind.value === "family" ? `: ${result.title}` : ""}</th>
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
