import { ExprArena } from "../expr/arena.ts";
import { Front } from "../expr/front.ts";
import { type OutlineLine, outlineLines } from "../format/outline.ts";
import { ROOT_PATH } from "../format/visit.ts";
import type { CompiledGrammar } from "./compiled-grammar.ts";
import { type Expectation, expectationsOf, nameExpectations } from "./explain/expectations.ts";
import { LabelledLowering } from "./explain/labelled-lowering.ts";
import { LabelledRun, type Thread, type Trace } from "./explain/labelled-run.ts";
import { type TextPlace, textPlace } from "./explain/text-place.ts";

export type { Expectation } from "./explain/expectations.ts";
export type { TextPlace } from "./explain/text-place.ts";

/** A format on the way from the root to where something is expected. */
export interface OutlineNode {
  /** JSON pointer of the format in the wire JSON, such as `/format/elements/1/content`. */
  readonly formatPath: string;
  /** The line of the outline that shows it. */
  readonly line: string;
}

/** What a grammar says about a text. */
export interface Explanation extends TextPlace {
  /**
   * - `accepted`: the text is complete. The place is its end.
   * - `incomplete`: the text is the beginning of a complete one. The place is its end.
   * - `refused`: no text that is complete begins so. The place is that of the first byte that cannot be right.
   */
  readonly verdict: "accepted" | "incomplete" | "refused";
  /** What may stand at the place; empty where a complete text cannot go on. */
  readonly expected: readonly Expectation[];
  /** The formats around the place, outermost first: those that all open ways of reading have in common. */
  readonly outline: readonly OutlineNode[];
  /** All of it in one sentence. */
  readonly message: string;
}

/** The text that one format matched. */
export interface TraceSpan {
  /** JSON pointer of the format in the wire JSON. */
  readonly formatPath: string;
  /** The part of the outline that shows the format. */
  readonly outline: string;
  readonly byteStart: number;
  readonly byteEnd: number;
  /** False where the text ended, or went wrong, inside the format. */
  readonly complete: boolean;
}

export interface ExplainOptions {
  /** Most ways of reading that may be open at once; default 20,000. */
  readonly maxThreads?: number;
  /** Most expression nodes; default 4,000,000. */
  readonly maxNodes?: number;
}

const DEFAULT_MAX_THREADS = 20_000;
const DEFAULT_MAX_NODES = 4_000_000;

/**
 * Says whether a text fits a grammar and, where it does not, which byte is the first that cannot be right and what could stand there. The text is the output with its special tokens
 * spelled out; token limits do not count, as in {@link GrammarMatcher.acceptString}. The grammar is lowered again apart from the one that computes masks, which this never touches.
 * @throws StructagError `explain-ambiguous`, `expr-too-many-nodes`
 */
export function explain(grammar: CompiledGrammar, text: string | Uint8Array, options: ExplainOptions = {}): Explanation {
  return explainerOf(grammar, options).explain(toBytes(text));
}

/**
 * Which format matched which bytes of a text: parents before what they hold, in the order of the text; formats that matched nothing have spans without length. Of a text that is not
 * accepted, the part that could be read. Where a text can be read in several ways: repetitions take as much as they can, and of alternatives the first one is taken.
 * @throws StructagError `explain-ambiguous`, `expr-too-many-nodes`
 */
export function trace(grammar: CompiledGrammar, text: string | Uint8Array, options: ExplainOptions = {}): TraceSpan[] {
  return explainerOf(grammar, options).trace(toBytes(text));
}

function toBytes(text: string | Uint8Array): Uint8Array {
  return typeof text === "string" ? new TextEncoder().encode(text) : text;
}

const explainers = new WeakMap<CompiledGrammar, Explainer>();

/** An explainer is kept for the defaults; other options get one of their own. */
function explainerOf(grammar: CompiledGrammar, options: ExplainOptions): Explainer {
  if (options.maxNodes !== undefined || options.maxThreads !== undefined) return new Explainer(grammar, options);
  let known = explainers.get(grammar);
  if (known === undefined || known.isWorn) explainers.set(grammar, (known = new Explainer(grammar, options)));
  return known;
}

class Explainer {
  readonly #grammar: CompiledGrammar;
  readonly #arena: ExprArena;
  readonly #front: Front;
  readonly #run: LabelledRun;
  readonly #maxNodes: number;
  #lines: readonly OutlineLine[] | undefined;
  #shown: ReadonlyMap<string, string> | undefined;

  constructor(grammar: CompiledGrammar, options: ExplainOptions) {
    this.#grammar = grammar;
    this.#maxNodes = options.maxNodes ?? DEFAULT_MAX_NODES;
    this.#arena = new ExprArena({ maxNodes: this.#maxNodes });
    this.#front = new Front(this.#arena);
    const root = new LabelledLowering(this.#arena, grammar.source, grammar.vocabulary).root(ROOT_PATH);
    this.#run = new LabelledRun({ arena: this.#arena, front: this.#front }, root, options.maxThreads ?? DEFAULT_MAX_THREADS);
  }

  /** True where long use has filled the arena, so that a fresh one should take over. */
  get isWorn(): boolean {
    return this.#arena.store.nodeCount > this.#maxNodes / 2;
  }

  explain(bytes: Uint8Array): Explanation {
    const { length, threads, complete } = this.#run.read(bytes);
    const verdict = length < bytes.length ? "refused" : complete !== undefined ? "accepted" : "incomplete";
    const world = { arena: this.#arena, front: this.#front };
    const expected = expectationsOf(world, threads, complete !== undefined && verdict === "refused", bytes, length);
    const place = textPlace(bytes, length);
    return { verdict, ...place, expected, outline: this.#outline(threads), message: sentence(verdict, place, expected) };
  }

  trace(bytes: Uint8Array): TraceSpan[] {
    const { length, threads, complete } = this.#run.read(bytes);
    const shown = this.#shownFormats();
    return spansOf(complete === undefined ? threads[0]?.trace : complete.trace, length).map((span) => ({
      ...span,
      outline: shown.get(span.formatPath) ?? "",
    }));
  }

  /** Each format as its line of the outline has it. */
  #shownFormats(): ReadonlyMap<string, string> {
    this.#lines ??= outlineLines(this.#grammar.source.format);
    this.#shown ??= new Map(
      this.#lines.flatMap(({ text, spans }) => spans.map(({ path, start, end }) => [path, text.slice(start, end)] as const)),
    );
    return this.#shown;
  }

  #outline(threads: readonly Thread[]): OutlineNode[] {
    const paths = threads.map(({ leaf }) => leaf.path.split("/"));
    if (paths.length === 0) return [];
    let [common] = paths;
    for (const path of paths) {
      const differs = common.findIndex((step, at) => path[at] !== step);
      if (differs >= 0) common = common.slice(0, differs);
    }
    this.#lines ??= outlineLines(this.#grammar.source.format);
    const chain = new Set(common.map((_, at) => common.slice(0, at + 1).join("/")));
    return this.#lines.flatMap(({ text, path, spans }) => {
      const innermost = [{ path }, ...spans].filter((span) => chain.has(span.path)).at(-1);
      return innermost === undefined ? [] : [{ formatPath: innermost.path, line: text }];
    });
  }
}

/** Begins and ends in the order of the text, paired. */
function spansOf(last: Trace | undefined, length: number): Omit<TraceSpan, "outline">[] {
  const events: Trace[] = [];
  for (let at = last; at !== undefined; at = at.before) events.push(at);
  const spans: { formatPath: string; byteStart: number; byteEnd: number; complete: boolean }[] = [];
  const open: number[] = [];
  for (const { path, byteOffset, end } of events.reverse()) {
    if (end) {
      const span = spans[open.pop()!];
      span.byteEnd = byteOffset;
      span.complete = true;
    } else {
      open.push(spans.length);
      spans.push({ formatPath: path, byteStart: byteOffset, byteEnd: length, complete: false });
    }
  }
  return spans;
}

function sentence(verdict: Explanation["verdict"], { line, column, character }: TextPlace, expected: readonly Expectation[]): string {
  const list = nameExpectations(expected);
  const pointers = new Set(expected.flatMap(({ jsonPointer }) => (jsonPointer === undefined || jsonPointer === "" ? [] : [jsonPointer])));
  const inside = pointers.size === 1 ? ` in the value of ${[...pointers][0]}` : "";
  if (verdict === "accepted") return list === "" ? "accepted" : `accepted; it could go on with ${list}${inside}`;
  if (verdict === "incomplete") return `incomplete${inside}; expected ${list}`;
  return `line ${line}, column ${column}: ${JSON.stringify(character)} cannot stand here${inside}; expected ${list === "" ? "nothing" : list}`;
}
