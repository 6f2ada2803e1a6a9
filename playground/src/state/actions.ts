import { batch, signal } from "@preact/signals";
import type { FuzzResult, Note, WhyNot } from "../engine/protocol.ts";
import { ask } from "./engine-client.ts";
import { grammarInput, maxTokens, output, position, seed, temperature } from "./inputs.ts";
import { builtInput, reading, vocabularyInUse } from "./results.ts";

/** What buttons do. */

export const actionErrors = signal<readonly Note[]>([]);
export const fuzzResult = signal<FuzzResult | undefined>(undefined);
export const whyNotResult = signal<WhyNot | undefined>(undefined);
export const generated = signal<{ readonly forced: number; readonly tokens: number; readonly milliseconds: number } | undefined>(undefined);

/** Outputs that a branch or a new output has replaced. */
const earlier = signal<readonly { readonly text: string; readonly ids?: readonly number[] }[]>([]);
export const canUndo = (): boolean => earlier.value.length > 0;

function replaceOutput(next: { readonly text: string; readonly ids?: readonly number[] }): void {
  earlier.value = [...earlier.peek().slice(-49), output.peek()];
  output.value = next;
  fuzzResult.value = undefined;
}

export function undoOutput(): void {
  const last = earlier.peek().at(-1);
  if (last === undefined) return;
  batch(() => {
    earlier.value = earlier.peek().slice(0, -1);
    output.value = last;
  });
}

/** Writes an output by hand. */
export function editOutput(text: string): void {
  replaceOutput({ text });
  generated.value = undefined;
}

/** A noise model writes an output: a new one, or on from where the stepper stands. */
export async function generateOutput(fromHere: boolean): Promise<void> {
  const input = builtInput.peek() ?? grammarInput.peek();
  const prefix = fromHere ? (reading.peek()?.tokens ?? []).slice(0, position.peek()).map(({ id }) => id) : [];
  const answer = await ask("generate", {
    grammar: input,
    vocabulary: vocabularyInUse.peek(),
    prefix,
    seed: seed.peek(),
    temperature: temperature.peek(),
    maxTokens: maxTokens.peek(),
  });
  if (answer === undefined) return;
  batch(() => {
    actionErrors.value = answer.ok ? [] : answer.notes;
    if (!answer.ok) return;
    const { ids, text, forced, milliseconds } = answer.value;
    replaceOutput({ text, ids });
    generated.value = { forced, tokens: ids.length, milliseconds };
    if (!fromHere) position.value = 0;
  });
}

/** Takes a token in place of the one that the output has at the stepper, and drops what followed. */
export function branch(id: number): void {
  const result = reading.peek();
  if (result === undefined) return;
  const at = position.peek();
  const kept = result.tokens.slice(0, at);
  const next = result.tokens[at];
  batch(() => {
    whyNotResult.value = undefined;
    if (next?.id !== id) replaceOutput({ text: "", ids: [...kept.map((token) => token.id), id] });
    position.value = at + 1;
  });
}

export async function askWhyNot(asked: { readonly id: number } | { readonly text: string }): Promise<void> {
  const result = reading.peek();
  const input = builtInput.peek();
  if (result === undefined || input === undefined) return;
  const answer = await ask("whyNot", {
    grammar: input,
    vocabulary: result.vocabulary.choice,
    text: result.text,
    ids: result.tokens.map(({ id }) => id),
    position: position.peek(),
    asked,
  });
  if (answer === undefined) return;
  batch(() => {
    actionErrors.value = answer.ok ? [] : answer.notes;
    whyNotResult.value = answer.ok ? answer.value : undefined;
  });
}

const FUZZ_RUNS = 100;

/** Cuts the output in a hundred ways and reads each. */
export async function fuzzOutput(): Promise<void> {
  const result = reading.peek();
  const input = builtInput.peek();
  if (result === undefined || input === undefined) return;
  const answer = await ask("fuzz", {
    grammar: input,
    vocabulary: result.vocabulary.choice,
    text: result.text,
    ids: result.tokens.map(({ id }) => id),
    runs: FUZZ_RUNS,
  });
  if (answer === undefined) return;
  batch(() => {
    actionErrors.value = answer.ok ? [] : answer.notes;
    fuzzResult.value = answer.ok ? answer.value : undefined;
  });
}
