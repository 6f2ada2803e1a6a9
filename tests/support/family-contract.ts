import { SeededRandom } from "../../src/core/random.ts";
import type { CompiledGrammar, GrammarCompiler } from "../../src/engine.ts";
import { sampleText } from "../../src/engine.ts";
import {
  buildOutputGrammar,
  type Family,
  fromNative,
  isJsonObject,
  type JsonObject,
  type OutputGrammar,
  type PromptOpens,
  type ReaderEvent,
  type ReaderTool,
  readJson,
  sequentialCallIds,
  type WritableCall,
  writeJson,
} from "../../src/index.ts";
import { createValidator } from "../../src/schema/validate.ts";

/** Tools with every kind of argument; their texts hold no marker of any family. */
const TOOLS = [
  {
    name: "get_weather",
    parameters: {
      type: "object",
      properties: { city: { type: "string" }, days: { type: "integer", minimum: 1, maximum: 14 } },
      required: ["city"],
    },
  },
  { name: "add", parameters: { type: "object", properties: { x: { type: "number" }, y: { type: "number" } }, required: ["x", "y"] } },
  { name: "now", parameters: { type: "object", properties: {} } },
  {
    name: "configure",
    parameters: {
      type: "object",
      properties: {
        mode: { enum: ["fast", "slow"] },
        flag: { type: "boolean" },
        tags: { type: "array", items: { type: "string" }, maxItems: 3 },
        place: {
          type: "object",
          properties: { lat: { type: "number" }, name: { type: "string", maxLength: 12 } },
          required: ["lat"],
          additionalProperties: false,
        },
        note: { type: ["string", "null"] },
      },
      required: ["mode"],
      additionalProperties: false,
    },
  },
] as const;

export const CONTRACT_TOOLS: unknown = TOOLS.map((tool) => ({ type: "function", function: { ...tool, strict: true } }));
export const READER_TOOLS: readonly ReaderTool[] = TOOLS.map(({ name, parameters }) => ({ name, parameters: fromNative(parameters) }));
const VALIDATORS = new Map(READER_TOOLS.map((tool) => [tool.name, createValidator(tool.parameters!)]));

export const MODES = ["auto", "required", "named"] as const;
export const REASONING = ["enabled", "disabled", "auto"] as const;

/** One grammar of a family. */
export interface ContractCase {
  readonly mode: (typeof MODES)[number];
  readonly reasoning: (typeof REASONING)[number];
  readonly promptOpens?: PromptOpens;
}

export function* contractCases(family: Family): Generator<ContractCase> {
  for (const mode of MODES) {
    for (const reasoning of REASONING) {
      if (reasoning !== "disabled" && family.reasoning === undefined) continue;
      yield { mode, reasoning };
    }
  }
}

/** A family's grammar of a case, compiled. */
export interface ContractGrammar {
  readonly built: OutputGrammar;
  readonly compiled: CompiledGrammar;
}

export function contractGrammar(
  compiler: GrammarCompiler,
  family: Family,
  { mode, reasoning, promptOpens }: ContractCase,
): ContractGrammar {
  const toolChoice = mode === "named" ? { type: "function", function: { name: "configure" } } : mode;
  const built = buildOutputGrammar({ model: family, tools: CONTRACT_TOOLS, toolChoice, reasoning, promptOpens });
  return { built, compiled: compiler.compileFormat(built.format) };
}

/** What a text is read as. */
export interface ContractReading {
  readonly events: readonly ReaderEvent[];
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly ContractCall[];
}

export interface ContractCall {
  readonly name: string;
  readonly arguments: string;
  readonly complete: boolean;
  readonly valid: boolean;
  readonly problems: readonly string[];
}

export function readAll(family: Family, promptOpens: PromptOpens, pieces: Iterable<string>): ContractReading {
  const reader = family.reader({ tools: READER_TOOLS, promptOpens, callIds: sequentialCallIds() });
  const events: ReaderEvent[] = [];
  for (const piece of pieces) events.push(...reader.push(piece));
  events.push(...reader.finish());
  return reading(events);
}

function reading(events: readonly ReaderEvent[]): ContractReading {
  let content = "";
  let reasoning = "";
  const calls: { name: string; arguments: string; complete: boolean; valid: boolean; problems: string[] }[] = [];
  const merged: ReaderEvent[] = [];
  for (const event of events) {
    const last = merged.at(-1);
    switch (event.type) {
      case "content":
        content += event.text;
        break;
      case "reasoning":
        reasoning += event.text;
        break;
      case "call-start":
        calls.push({ name: event.name, arguments: "", complete: false, valid: false, problems: [] });
        break;
      case "call-arguments":
        calls[event.index].arguments += event.text;
        break;
      case "call-end":
        Object.assign(calls[event.index], { complete: event.complete, valid: event.valid });
        calls[event.index].problems.push(...event.problems.map((problem) => `${problem.code} ${problem.path ?? ""}: ${problem.message}`));
        break;
    }
    if (last !== undefined && "text" in event && "text" in last && last.type === event.type) {
      merged[merged.length - 1] = { ...last, text: last.text + event.text } as ReaderEvent;
    } else merged.push(event);
  }
  return { events: merged, content, reasoning, calls };
}

/** Whole, at sizes 1 to 8, and at random cuts. */
function* cuts(text: string, random: number): Generator<readonly string[]> {
  for (let size = 1; size <= 8; size += 1) yield pieces(text, () => size);
  for (let seed = 1; seed <= random; seed += 1) {
    const source = new SeededRandom(seed);
    yield pieces(text, () => 1 + source.below(24));
  }
}

function pieces(text: string, size: () => number): string[] {
  const out: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = size();
    out.push(text.slice(at, at + length));
    at += length;
  }
  return out;
}

/** The reason why chunked reading differs from whole reading; `undefined` where it never does. */
export function chunkDifference(family: Family, promptOpens: PromptOpens, text: string, random: number): string | undefined {
  const whole = JSON.stringify(readAll(family, promptOpens, [text]).events);
  for (const chunks of cuts(text, random)) {
    const events = JSON.stringify(readAll(family, promptOpens, chunks).events);
    if (events !== whole) return `${JSON.stringify(chunks)} reads as\n${events}\nnot\n${whole}`;
  }
  return undefined;
}

/** What is wrong with the reading of a text that the grammar let out. */
export function walkFault(family: Family, { mode }: ContractCase, read: ContractReading): string | undefined {
  if (mode !== "auto" && read.calls.length === 0) return "no call is read";
  if (mode === "named" && (read.calls.length !== 1 || read.calls[0].name !== "configure")) return "not exactly one call of the named tool";
  for (const call of read.calls) {
    if (!call.complete || !call.valid)
      return `the call ${call.name}(${call.arguments}) is not complete and valid: ${call.problems.join("; ")}`;
    const outcome = VALIDATORS.get(call.name)!.validate(readJson(call.arguments));
    if (!outcome.valid) return `the arguments ${call.arguments} of ${call.name} do not validate`;
  }
  const problem = read.events.find((event) => event.type === "problem");
  if (problem?.type === "problem") return `there is a problem: ${problem.problem.code}`;
  return leakedMarker(family, read);
}

/** A marker that stands in content or reasoning. */
export function leakedMarker(family: Family, { content, reasoning }: ContractReading): string | undefined {
  const markers = family.markers.filter((marker) => marker.length > 1);
  const marker = markers.find((text) => content.includes(text) || reasoning.includes(text));
  return marker === undefined ? undefined : `the marker ${JSON.stringify(marker)} is left in the text`;
}

/** Seeded walks of a grammar, as texts. */
export function* walks(compiled: CompiledGrammar, count: number): Generator<{ readonly seed: number; readonly text: string }> {
  for (let seed = 1; seed <= count; seed += 1) {
    const { text, complete } = sampleText(compiled, { seed, maxBytes: 60 + 40 * (seed % 12), endProbability: seed % 3 === 0 ? 0.02 : 0.2 });
    if (complete) yield { seed, text };
  }
}

/** Calls to be written and read back: every tool, spellings of numbers, texts with quotes, newlines and brackets. */
export const CALLS: readonly (readonly WritableCall[])[] = [
  ["now {}"],
  ['get_weather {"city":"Oslo"}'],
  ['get_weather {"city":"  two\\nlines \\"q\\" <b>&amp; {x: [1]} \\\\ ende  ","days":3}', "now {}"],
  ['add {"x":1.0,"y":1152921504606846977}', 'add {"x":-2.5e-3,"y":0}'],
  ['configure {"mode":"slow","flag":true,"tags":["a","b c"],"place":{"lat":59.9,"name":"Ås, \'x\'"},"note":null}'],
  ['configure {"mode":"fast","tags":[],"note":"null"}', "now {}", 'get_weather {"city":"東京 🌧"}'],
].map((list) =>
  list.map((text): WritableCall => {
    const space = text.indexOf(" ");
    return { name: text.slice(0, space), arguments: readJson(text.slice(space + 1)) as JsonObject };
  }),
);

/** The calls as `name arguments`, to be compared. */
export function written(calls: readonly { readonly name: string; readonly arguments: JsonObject | string }[]): string[] {
  return calls.map((call) => {
    const value = typeof call.arguments === "string" ? readJson(call.arguments) : call.arguments;
    return `${call.name} ${isJsonObject(value) ? writeJson(value) : String(value)}`;
  });
}

/** Texts with one marker cut, doubled, left out, or two exchanged. */
export function* mutants(family: Family, text: string, seed: number): Generator<{ readonly text: string; readonly from: number }> {
  const random = new SeededRandom(seed);
  const places: { at: number; marker: string }[] = [];
  for (const marker of family.markers) {
    if (marker.length < 2) continue;
    for (let at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at + 1)) places.push({ at, marker });
  }
  places.sort((a, b) => a.at - b.at);
  for (const { at, marker } of places) {
    const end = at + marker.length;
    const cut = at + 1 + random.below(marker.length - 1);
    yield { text: text.slice(0, at) + text.slice(end), from: at };
    yield { text: text.slice(0, at) + text.slice(cut), from: at };
    yield { text: text.slice(0, cut) + text.slice(end), from: at };
    yield { text: text.slice(0, cut), from: at };
    yield { text: text.slice(0, end) + text.slice(at), from: at };
    const other = family.markers[random.below(family.markers.length)];
    yield { text: text.slice(0, at) + other + text.slice(end), from: at };
  }
  for (let n = 0; n < 6 && text.length > 0; n += 1) {
    const at = random.below(text.length);
    const end = Math.min(text.length, at + 1 + random.below(6));
    yield { text: text.slice(0, at), from: at };
    yield { text: text.slice(0, at) + text.slice(end), from: at };
    yield { text: text.slice(0, end) + text.slice(at), from: at };
  }
}
