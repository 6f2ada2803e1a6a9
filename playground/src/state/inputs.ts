import { computed, signal } from "@preact/signals";
import type { GrammarInput, Settings, VocabularyChoice } from "../engine/protocol.ts";
import { EXAMPLES } from "./examples.ts";

export const DEFAULT_SETTINGS: Settings = {
  family: "kimi-k3",
  toolChoice: "",
  named: "",
  allowed: [],
  allowedMode: "auto",
  reasoning: "",
  parallel: "",
  coverage: "",
  promptOpens: "",
  strictLevel: "",
  anyOrder: false,
  tightJson: false,
  shape: "structag",
};

/** What was typed and chosen: all that a link holds, and all from which the rest follows. */
export const toolsText = signal(EXAMPLES[0].tools);
export const settings = signal<Settings>(DEFAULT_SETTINGS);
export const vocabularyChoice = signal<VocabularyChoice>("o200k");
/** An output: its text, and its tokens where they are not those of the tokenizer. */
export const output = signal<{ readonly text: string; readonly ids?: readonly number[] }>({ text: EXAMPLES[0].output ?? "" });
/** Tokens behind which the stepper stands. */
export const position = signal(EXAMPLES[0].position ?? 0);
export const seed = signal(1);
export const temperature = signal(0.7);
export const maxTokens = signal(160);

export const grammarInput = computed<GrammarInput>(() => ({ tools: toolsText.value, settings: settings.value }));

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part };
}
