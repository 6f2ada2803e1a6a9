import { batch, computed, effect, signal } from "@preact/signals";
import type { BuiltGrammar, GrammarInput, Note, ReadOutput, Step } from "../engine/protocol.ts";
import { ask, loadVocabulary } from "./engine-client.ts";
import { grammarInput, maxTokens, output, position, seed, temperature, vocabularyChoice } from "./inputs.ts";

/** What the worker has found out. A result stays until the next one has come. */
export const grammar = signal<BuiltGrammar | undefined>(undefined);
export const grammarErrors = signal<readonly Note[]>([]);
export const reading = signal<ReadOutput | undefined>(undefined);
export const readingErrors = signal<readonly Note[]>([]);
export const step = signal<Step | undefined>(undefined);
export const stepErrors = signal<readonly Note[]>([]);
export const vocabularyState = signal<"ready" | "loading" | "failed">("ready");

/** The vocabulary that is there: the chosen one, or the small one until that has come. */
const usable = signal<ReadonlySet<string>>(new Set(["letters"]));
export const vocabularyInUse = computed(() => (usable.value.has(vocabularyChoice.value) ? vocabularyChoice.value : "letters"));

/** The last input that gave a grammar. */
export const builtInput = signal<GrammarInput | undefined>(undefined);

export function startFollowing(): void {
  effect(() => void build(grammarInput.value));
  effect(() => {
    const input = builtInput.value;
    const { text, ids } = output.value;
    const vocabulary = vocabularyInUse.value;
    if (input !== undefined) void read(input, vocabulary, text, ids);
  });
  effect(() => {
    const result = reading.value;
    const at = position.value;
    const input = builtInput.peek();
    if (result === undefined || input === undefined) return;
    void findStep(input, result, at);
  });
  effect(() => {
    if (vocabularyChoice.value === "o200k") void loadDemoVocabulary();
  });
}

async function build(input: GrammarInput): Promise<void> {
  const answer = await ask("build", input);
  if (answer === undefined) return;
  if (answer.ok) await fitOutput(input);
  batch(() => {
    grammarErrors.value = answer.ok ? [] : answer.notes;
    if (!answer.ok) return;
    grammar.value = answer.value;
    builtInput.value = input;
  });
}

/** What the next grammar wants of the output: to be read as it is, said in its own words, or made anew. */
let wanted: "keep" | "generate" = "keep";
/** The output as it was written, and for which grammar: what it says is kept through any number of families. */
let origin: { readonly text: string; readonly from: GrammarInput } | undefined;

export function wantNewOutput(): void {
  wanted = "generate";
}

/** Gives the output that was shown to the grammar that comes, where settings have changed; text that was typed into the tools pane changes no output. */
async function fitOutput(input: GrammarInput): Promise<void> {
  const before = builtInput.peek();
  if (wanted === "generate") {
    wanted = "keep";
    await makeOutput(input);
  } else if (before !== undefined && before.settings !== input.settings) {
    const shown = reading.peek();
    if (output.peek() !== translated) {
      const { text, ids } = output.peek();
      if (shown?.verdict !== "accepted" || (ids === undefined && shown.text !== text)) return;
      origin = { text: shown.text, from: before };
    }
    if (origin === undefined) return;
    const answer = await ask("translate", { ...origin, to: input, vocabulary: vocabularyInUse.peek() });
    if (answer?.ok !== true) return;
    if (answer.value.text === "") await makeOutput(input);
    else {
      translated = { text: answer.value.text };
      output.value = translated;
      position.value = 0;
    }
  }
}

/** The output that was put in place by a translation: as long as it stands, its origin is what is translated. */
let translated: { readonly text: string } | undefined;

async function makeOutput(input: GrammarInput): Promise<void> {
  const answer = await ask("generate", {
    grammar: input,
    vocabulary: vocabularyInUse.peek(),
    prefix: [],
    seed: seed.peek(),
    temperature: temperature.peek(),
    maxTokens: maxTokens.peek(),
  });
  if (answer?.ok !== true) return;
  output.value = { text: answer.value.text, ids: answer.value.ids };
  position.value = 0;
}

async function read(
  input: GrammarInput,
  vocabulary: ReadOutput["vocabulary"]["choice"],
  text: string,
  ids: readonly number[] | undefined,
): Promise<void> {
  const answer = await ask("read", { grammar: input, vocabulary, text, ids });
  if (answer === undefined) return;
  batch(() => {
    readingErrors.value = answer.ok ? [] : answer.notes;
    if (!answer.ok) return;
    const moved = samePlace(reading.peek(), answer.value);
    reading.value = answer.value;
    position.value = Math.min(moved, answer.value.refusedAt ?? answer.value.tokens.length);
  });
}

/** Where the stepper stands when the same text has other tokens: before the same byte. The small vocabulary only fills in until the chosen one is there, so it moves nothing. */
function samePlace(before: ReadOutput | undefined, now: ReadOutput): number {
  const at = position.peek();
  const filledIn = before?.vocabulary.choice === "letters" && !lettersWereChosen;
  lettersWereChosen = vocabularyChoice.peek() === "letters";
  if (before === undefined || filledIn || before.vocabulary.choice === now.vocabulary.choice || before.text !== now.text) return at;
  const byte = before.tokens[at]?.byteStart;
  const index = byte === undefined ? -1 : now.tokens.findIndex(({ byteEnd }) => byteEnd > byte);
  return index < 0 ? now.tokens.length : index;
}

let lettersWereChosen = false;

async function findStep(input: GrammarInput, result: ReadOutput, at: number): Promise<void> {
  const answer = await ask("step", {
    grammar: input,
    vocabulary: result.vocabulary.choice,
    text: result.text,
    ids: result.tokens.map(({ id }) => id),
    position: at,
  });
  if (answer === undefined) return;
  batch(() => {
    stepErrors.value = answer.ok ? [] : answer.notes;
    if (answer.ok) step.value = answer.value;
  });
}

let demo: Promise<void> | undefined;

function loadDemoVocabulary(): Promise<void> {
  demo ??= (async () => {
    vocabularyState.value = "loading";
    const url = new URL("vocabularies/o200k_base.bin", document.baseURI).href;
    const answer = await loadVocabulary({ choice: "o200k", url, name: "o200k_base" });
    batch(() => {
      vocabularyState.value = answer.ok ? "ready" : "failed";
      if (answer.ok) usable.value = new Set([...usable.value, "o200k"]);
      else readingErrors.value = answer.notes;
    });
    if (!answer.ok) demo = undefined;
  })();
  return demo;
}

/** Takes a tokenizer.json, GGUF file, rank file or saved vocabulary that was dropped on the page. */
export async function useVocabularyFile(file: File): Promise<void> {
  vocabularyState.value = "loading";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const answer = await loadVocabulary({ choice: "custom", file: bytes, name: file.name });
  batch(() => {
    vocabularyState.value = answer.ok ? "ready" : "failed";
    if (!answer.ok) {
      readingErrors.value = answer.notes;
      return;
    }
    customName.value = answer.value.name;
    usable.value = new Set([...usable.value, "custom"]);
    vocabularyChoice.value = "custom";
    output.value = { text: output.peek().text };
  });
}

export const customName = signal<string | undefined>(undefined);
