import type { CallDialect } from "../dialects/call-dialect.ts";
import { buildFrame, type FrameSyntax, type ReasoningSyntax } from "../dialects/frame.ts";
import { createStreamReader } from "../read/reader.ts";
import { type MarkerFrame, TextMachine, TextMarkers, type TextSyntax } from "../read/text-machine.ts";
import type { ReasoningMode } from "../request/reasoning.ts";
import type { Family, PromptOpens } from "./family.ts";

/** The reasoning of a family: how it is written, and what else is read as it. */
export interface FamilyReasoning extends ReasoningSyntax {
  /** Other spellings that are read as `begin` and `end`. */
  readonly otherBegins?: readonly string[];
  readonly otherEnds?: readonly string[];
  /** What the family's own prompt leaves open; see {@link Family.promptOpens}. Default: `think`, and `response` with reasoning disabled. */
  readonly promptOpens?: (mode: ReasoningMode | undefined) => PromptOpens;
}

/** A family whose message is reasoning, text and calls. */
export interface FamilySpec {
  readonly id: string;
  readonly title: string;
  readonly aliases?: readonly string[];
  readonly matches?: RegExp;
  readonly reasoning?: FamilyReasoning;
  readonly calls: CallDialect;
  /** What stands around the answer, always; with its newlines. */
  readonly answer?: { readonly begin: string; readonly end: string };
  /** Stop tokens: the message ends there. */
  readonly stops: readonly string[];
  /** Markers that are dropped in text, such as a wrapper of the answer. */
  readonly strays?: readonly string[];
  /** The same, but only in front of the text. */
  readonly startStrays?: readonly string[];
  /** Newlines that belong to markers; see {@link MarkerFrame}. */
  readonly frames?: readonly MarkerFrame[];
  /** Texts with which the prompt begins the model's turn; `readPromptOpens` looks no further back. */
  readonly turnBegins?: readonly string[];
  /** XGrammar's exclusions; given where XGrammar has a builder of this model. */
  readonly xgrammar?: FrameSyntax["xgrammar"];
  readonly sources: readonly string[];
}

/** The family of a specification: builder, reader and writer out of one description. */
export function defineFamily(spec: FamilySpec): Family {
  const { reasoning, calls, stops } = spec;
  const begins = reasoning === undefined ? [] : [reasoning.begin.trim(), ...(reasoning.otherBegins ?? [])];
  const ends = reasoning === undefined ? [] : [reasoning.end, ...(reasoning.otherEnds ?? [])];
  const wrapper = spec.answer === undefined ? [] : [spec.answer.begin.trim(), spec.answer.end.trim()];
  const strays = [...wrapper, ...(spec.strays ?? []), ...(calls.strays ?? [])];
  const syntax: TextSyntax = {
    reasoning: reasoning === undefined ? undefined : { begins, ends },
    openings: calls.openings,
    sections: calls.sections ?? [],
    strays,
    startStrays: spec.startStrays ?? [],
    stops,
    frames: spec.frames ?? [],
    afterSection: calls.afterSection ?? "text",
  };
  // A bracket that begins calls at certain places is no marker.
  const openings = calls.openings.map((opening) => opening.marker).filter((marker) => marker.length > 1);
  const callMarkers = [
    ...openings,
    ...(calls.sections ?? []).flatMap((section) => [section.begin, section.end]),
    ...strays,
    ...(calls.textExcludes ?? []),
  ];
  const textExcludes = [...new Set([...begins, ...ends, ...callMarkers, ...stops])];
  const frame: FrameSyntax = {
    title: spec.title,
    reasoning,
    calls,
    answer: spec.answer,
    textExcludes,
    ...(spec.xgrammar === undefined ? {} : { xgrammar: spec.xgrammar }),
  };
  const textMarkers = new TextMarkers(syntax);
  const markers = [...new Set([...openings, ...textExcludes])];
  return {
    id: spec.id,
    title: spec.title,
    aliases: spec.aliases ?? [],
    ...(spec.matches === undefined ? {} : { matches: spec.matches }),
    ...(spec.xgrammar === undefined ? {} : { shapes: ["xgrammar"] }),
    coverages: ["from_token_zero", "final_output_only"],
    defaultCoverage: "from_token_zero",
    promptOpens: reasoning === undefined ? () => "response" : (reasoning.promptOpens ?? opensThink),
    reasoning: reasoning === undefined ? undefined : `${reasoning.begin.trim()}…${reasoning.end}`,
    argumentEncoding: calls.argumentEncoding,
    markers,
    answerMarkers: textExcludes,
    build: (context) => buildFrame(context, frame),
    reader: (options) => createStreamReader(new TextMachine(textMarkers, options.promptOpens ?? "none"), options, markers),
    writeCalls: (list, context) => (list.length === 0 ? "" : calls.write(list, context)),
    readPromptOpens: promptReader(begins, ends, spec.turnBegins ?? []),
    sources: spec.sources,
  };
}

function opensThink(mode: ReasoningMode | undefined): PromptOpens {
  return mode === "disabled" ? "response" : mode === "auto" ? "none" : "think";
}

/** The last marker of the prompt decides: the reasoning's begin or end, or the begin of a turn. */
function promptReader(begins: readonly string[], ends: readonly string[], turns: readonly string[]): (prompt: string) => PromptOpens {
  const last = (prompt: string, markers: readonly string[]): number => Math.max(-1, ...markers.map((marker) => prompt.lastIndexOf(marker)));
  return (prompt) => {
    const begin = last(prompt, begins);
    const end = last(prompt, ends);
    if (last(prompt, turns) > Math.max(begin, end) || Math.max(begin, end) < 0) return "none";
    return begin > end ? "think" : "response";
  };
}
