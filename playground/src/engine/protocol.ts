import type { Coverage, PromptOpens, ReasoningMode, StrictLevel } from "../../../src/index.ts";

/** What the page and its worker say to each other. Every request carries all that its answer depends on, so that a worker can be replaced at any time. */

export type ToolChoiceMode = "auto" | "required" | "named" | "allowed" | "none";

/** Settings beside the tools. An empty string stands for the default of the family or of the pasted request. */
export interface Settings {
  readonly family: string;
  readonly toolChoice: ToolChoiceMode | "";
  /** The tool of `named`. */
  readonly named: string;
  /** The tools of `allowed`. */
  readonly allowed: readonly string[];
  readonly allowedMode: "auto" | "required";
  readonly reasoning: ReasoningMode | "";
  readonly parallel: "" | "yes" | "no";
  readonly coverage: Coverage | "";
  readonly promptOpens: PromptOpens | "";
  readonly strictLevel: StrictLevel | "";
  readonly anyOrder: boolean;
  /** At most one whitespace character in a row inside JSON. */
  readonly tightJson: boolean;
  readonly shape: "structag" | "xgrammar";
}

export interface GrammarInput {
  readonly tools: string;
  readonly settings: Settings;
}

/** A line of the outline or of the structural tag's JSON. */
export interface TreeLine {
  readonly text: string;
  readonly depth: number;
  /** JSON pointer of what the line shows, in the wire JSON. */
  readonly path: string;
  /** Parts of the line that show formats of their own. */
  readonly spans?: readonly { readonly path: string; readonly start: number; readonly end: number }[];
}

/** A format in the tree, as the diagram needs it. */
export interface TreeFormat {
  readonly type: string;
  readonly path: string;
  readonly label: string;
  readonly begin?: string;
  readonly end?: string;
  readonly separator?: string;
  readonly atLeastOne?: boolean;
  readonly children: readonly TreeFormat[];
}

/** Where in the tools a format comes from. */
export interface ToolPlace {
  readonly path: string;
  readonly tool: string;
  /** A parameter of the tool, where the format holds that one alone. */
  readonly key?: string;
}

export interface BuiltGrammar {
  readonly family: string;
  readonly familyTitle: string;
  readonly mode: string;
  readonly coverage: string;
  readonly promptOpens: string;
  readonly toolNames: readonly string[];
  readonly outline: readonly TreeLine[];
  readonly places: readonly ToolPlace[];
  readonly notes: readonly Note[];
}

/** An error, diagnostic or problem for people. */
export interface Note {
  readonly kind: string;
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly hint?: string;
  readonly tool?: string;
}

export type VocabularyChoice = "letters" | "o200k" | "custom";

export interface VocabularyFacts {
  readonly choice: VocabularyChoice;
  readonly name: string;
  readonly size: number;
  /** Markers of the family that are no tokens of this vocabulary and thus matched as text. */
  readonly textMarkers: readonly string[];
}

export interface OutputInput {
  readonly grammar: GrammarInput;
  readonly vocabulary: VocabularyChoice;
  readonly text: string;
  /** The tokens of the text, where they are not those of its tokenizer. */
  readonly ids?: readonly number[] | undefined;
}

export interface OutputToken {
  readonly id: number;
  readonly text: string;
  readonly byteStart: number;
  readonly byteEnd: number;
  readonly special: boolean;
  /** Tokens that the grammar allowed in its place; undefined past a refusal. */
  readonly allowed: number | undefined;
  /** Type of the innermost format that holds its first byte. */
  readonly kind: string;
}

export interface TraceRange {
  readonly path: string;
  readonly byteStart: number;
  readonly byteEnd: number;
}

export interface OutputEvent {
  readonly type: string;
  readonly text: string;
  readonly index?: number;
  readonly byteStart: number;
  readonly byteEnd: number;
  /** Events that were put together. */
  readonly pieces: number;
  readonly notes: readonly Note[];
  readonly good?: boolean;
}

export interface ReadOutput {
  readonly text: string;
  readonly vocabulary: VocabularyFacts;
  readonly tokens: readonly OutputToken[];
  readonly verdict: "accepted" | "incomplete" | "refused";
  readonly message: string;
  /** Index of the first token that the grammar refuses. */
  readonly refusedAt: number | undefined;
  readonly ranges: readonly TraceRange[];
  readonly events: readonly OutputEvent[];
  readonly messageJson: string;
  readonly deltas: readonly string[];
  readonly compileMilliseconds: number;
}

export interface StepInput extends OutputInput {
  /** Tokens that have been accepted. */
  readonly position: number;
}

export interface TokenChoice {
  readonly id: number;
  readonly text: string;
}

export interface TokenGroup {
  readonly name: string;
  readonly count: number;
  readonly samples: readonly TokenChoice[];
}

export interface Step {
  readonly position: number;
  readonly allowed: number;
  readonly size: number;
  readonly mayEnd: boolean;
  readonly ended: boolean;
  readonly forced: string;
  readonly expected: readonly { readonly text: string; readonly path: string }[];
  readonly groups: readonly TokenGroup[];
  /** Share of allowed tokens, 0 to 255, of each cell of the heat strip. */
  readonly heat: Uint8Array;
  readonly minTokensToComplete: number;
  readonly maskMicroseconds: number;
}

export interface WhyNotInput extends StepInput {
  readonly asked: { readonly id: number } | { readonly text: string };
}

export interface WhyNot {
  readonly asked: string;
  readonly allowed: boolean;
  readonly message: string;
  readonly reason?: string;
  /** What of it fits. */
  readonly fits: string;
  readonly around: readonly { readonly path: string; readonly line: string }[];
  readonly nearest: readonly TokenChoice[];
}

export interface GenerateInput {
  readonly grammar: GrammarInput;
  readonly vocabulary: VocabularyChoice;
  /** Tokens to go on from. */
  readonly prefix: readonly number[];
  readonly seed: number;
  readonly temperature: number;
  readonly maxTokens: number;
}

export interface Generated {
  readonly ids: readonly number[];
  readonly text: string;
  readonly forced: number;
  readonly milliseconds: number;
}

export interface FuzzInput extends OutputInput {
  readonly runs: number;
}

export interface FuzzResult {
  readonly runs: number;
  readonly pieces: number;
  readonly different: number;
  readonly example?: string;
}

/** A row of two outlines side by side. */
export interface ComparisonRow {
  readonly left?: string;
  readonly right?: string;
  readonly same: boolean;
}

/** A grammar beside another one, or beside what an engine takes in its place. */
export interface Comparison {
  readonly title: string;
  readonly rows: readonly ComparisonRow[];
  readonly different: number;
  /** The grammar text of an engine that takes no structural tags. */
  readonly text?: string;
  /** What the second grammar says of the output; for engines, what they say is not known here. */
  readonly verdict?: ReadOutput["verdict"];
  readonly notes: readonly Note[];
}

/** Forms in which the grammar is copied. */
export type CopyForm = "tag" | "vllm" | "sglang" | "typescript" | "gbnf" | "lark" | "web-xgrammar";

/** Requests by name, with what they take and what they give. */
export interface Requests {
  families: { input: undefined; output: readonly (readonly [id: string, title: string])[] };
  targets: { input: undefined; output: readonly (readonly [id: string, title: string])[] };
  build: { input: GrammarInput; output: BuiltGrammar };
  read: { input: OutputInput; output: ReadOutput };
  step: { input: StepInput; output: Step };
  whyNot: { input: WhyNotInput; output: WhyNot };
  generate: { input: GenerateInput; output: Generated };
  translate: { input: { text: string; from: GrammarInput; to: GrammarInput; vocabulary: VocabularyChoice }; output: { text: string } };
  json: { input: GrammarInput; output: readonly TreeLine[] };
  tree: { input: GrammarInput; output: TreeFormat };
  target: { input: { grammar: GrammarInput; target: string }; output: Comparison };
  compare: { input: { left: GrammarInput; right: GrammarInput; vocabulary: VocabularyChoice; text: string }; output: Comparison };
  copy: { input: { grammar: GrammarInput; form: CopyForm }; output: { text: string } };
  fuzz: { input: FuzzInput; output: FuzzResult };
  loadVocabulary: {
    input: { choice: VocabularyChoice; url?: string; file?: Uint8Array; name?: string };
    output: { name: string; size: number };
  };
}

export type RequestName = keyof Requests;

export interface RequestMessage {
  readonly id: number;
  readonly name: RequestName;
  readonly input: unknown;
}

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly notes: readonly Note[] };

export interface AnswerMessage {
  readonly id: number;
  readonly answer: Answer<unknown>;
}

/** Columns and rows of the heat strip. */
export const HEAT_CELLS = 2048;
