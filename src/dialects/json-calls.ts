import { writeJson, writeJsonString } from "../core/json-write.ts";
import { tag } from "../format/builders.ts";
import { type BodyMarkers, JsonBody, literalMarkers, VALUE_END } from "../read/json-body.ts";
import type { ReaderWindow } from "../read/reader.ts";
import type { BodyStep, CallBody, CallOpening, CallPlace } from "../read/text-machine.ts";
import { toolArguments } from "./argument-schema.ts";
import type { CallDialect, CallLayout } from "./call-dialect.ts";
import { CallEnvelope, type EnvelopeCommits, type EnvelopeKeys } from "./json-envelope.ts";

/** A block that holds calls as JSON objects. */
export interface JsonObjectsSpec {
  /** The end marker of the block. Absent: the block ends with its JSON. */
  readonly end?: string;
  /** Without an end marker: the block is a row of values, not one. */
  readonly sequence?: boolean;
  /** Markers that break the block off, and are not consumed. */
  readonly breaks?: readonly string[];
  readonly keys?: EnvelopeKeys;
  readonly commits?: EnvelopeCommits;
}

/** Makes readers of blocks that hold calls as JSON objects: one, several, or a list. */
export function jsonObjectsBody(spec: JsonObjectsSpec): (place: CallPlace) => CallBody {
  const { end, breaks = [] } = spec;
  const all = end === undefined ? breaks : [end, ...breaks];
  const markers = all.length === 0 ? NO_MARKERS : literalMarkers(all);
  return (place) => new JsonObjectsBody(place, markers, spec);
}

const NO_MARKERS: BodyMarkers<string> = { next: () => -1, match: () => undefined, matchInString: () => undefined };

class JsonObjectsBody implements CallBody {
  readonly #envelope: CallEnvelope;
  readonly #body: JsonBody<string>;
  readonly #end: string | undefined;

  constructor(
    { out, budget }: CallPlace,
    markers: BodyMarkers<string>,
    { end, sequence = end !== undefined, keys, commits }: JsonObjectsSpec,
  ) {
    this.#envelope = new CallEnvelope(out, keys, commits);
    this.#end = end;
    const options = sequence ? { sequence } : { stopAtEnd: true };
    this.#body = new JsonBody(markers, budget, (text) => this.#envelope.feed(text), options);
  }

  step(window: ReaderWindow): BodyStep {
    if (window.at === window.text.length) return "more";
    const found = this.#body.read(window);
    const text = this.#envelope.rejected;
    if (text !== undefined) {
      this.#body.resume(window);
      giveBack(window, this.#envelope.rest);
      return { text };
    }
    if (found === undefined) return "more";
    const own = found !== VALUE_END && found === this.#end;
    if (own) window.at += found.length;
    this.#envelope.end(own || found === VALUE_END);
    return this.#rejectedOr("end");
  }

  end(window: ReaderWindow): "again" | "end" | { readonly text: string } {
    if (this.#body.resume(window)) return "again";
    this.#envelope.feed(window.text.slice(window.at));
    window.text = "";
    window.at = 0;
    if (this.#envelope.rejected === undefined) this.#envelope.end(false);
    giveBack(window, this.#envelope.rest);
    return this.#rejectedOr("end");
  }

  #rejectedOr(outcome: "end"): "end" | { readonly text: string } {
    const text = this.#envelope.rejected;
    return text === undefined ? outcome : { text };
  }
}

/** Puts text that was taken back in front of what is left. */
function giveBack(window: ReaderWindow, text: string): void {
  if (text === "") return;
  window.text = text + window.text.slice(window.at);
  window.at = 0;
}

/** Calls as JSON objects with a name and arguments. */
export interface JsonCallsSpec {
  /** What begins a call, or the list of all calls. */
  readonly begin: string;
  /** Absent: the list ends with its JSON. */
  readonly end?: string;
  /** Between markers and JSON. Default nothing. */
  readonly pad?: string;
  /** All calls are one JSON list, with this between them. Absent: each call is a block by itself. */
  readonly listSeparator?: string;
  /** The list's bracket is part of its begin, which is text that occurs otherwise. */
  readonly fusedBracket?: boolean;
  /** Default `name` and `arguments`. `short`: the object is `{NAME: ARGUMENTS}`. */
  readonly keys?: { readonly name: string; readonly arguments: string } | "short";
  /** Other spellings of `begin` that are read. */
  readonly otherBegins?: readonly string[];
  /** Stop tokens; they break a call off. */
  readonly stops: readonly string[];
  readonly strays?: readonly string[];
  readonly afterSection?: "text" | "ignored";
}

/** The dialect of calls that are JSON objects, in blocks or as a list. */
export function jsonCalls(spec: JsonCallsSpec): CallDialect {
  const { begin, end, pad = "", listSeparator, fusedBracket = false } = spec;
  const head = objectHead(spec.keys);
  const list = listSeparator !== undefined;
  const before = list ? "" : begin + pad;
  const after = list ? "" : pad + (end ?? "");
  const listBegin = `${begin}${pad}[`;
  const listEnd = `]${pad}${end ?? ""}`;
  const layout: CallLayout = list
    ? { kind: "section", begin: listBegin, end: listEnd, separator: listSeparator, trigger: fusedBracket ? listBegin : begin }
    : { kind: "blocks", trigger: begin };
  const begins = [begin, ...(spec.otherBegins ?? [])].map((marker) => (fusedBracket ? `${marker}[` : marker));
  const body = jsonObjectsBody({
    ...(end === undefined ? {} : { end }),
    breaks: [...begins, ...spec.stops],
    keys: envelopeKeys(spec.keys),
    commits: fusedBracket ? "object" : "always",
  });
  return {
    argumentEncoding:
      spec.keys === "short" ? "JSON objects of name and arguments" : `${list ? "list of JSON objects" : "JSON object"} with name`,
    layout,
    tags: (tool, context) => [tag(before + head(tool.name), toolArguments(tool, context), `}${after}`)],
    unwritableName: () => undefined,
    openings: begins.map((marker): CallOpening => ({ marker, body, ...(fusedBracket ? { keep: 1 } : {}) })),
    strays: [...(end === undefined ? [] : [end]), ...(spec.strays ?? [])],
    ...(spec.afterSection === undefined ? {} : { afterSection: spec.afterSection }),
    write(calls) {
      const written = calls.map((call) => `${before}${head(call.name)}${writeJson(call.arguments, SPACED)}}${after}`);
      return list ? listBegin + written.join(listSeparator) + listEnd : written.join(pad === "" ? "" : "\n");
    },
  };
}

function objectHead(keys: JsonCallsSpec["keys"]): (name: string) => string {
  if (keys === "short") return (name) => `{${writeJsonString(name)}: `;
  const { name: nameKey, arguments: argumentsKey } = keys ?? { name: "name", arguments: "arguments" };
  return (name) => `{${writeJsonString(nameKey)}: ${writeJsonString(name)}, ${writeJsonString(argumentsKey)}: `;
}

function envelopeKeys(keys: JsonCallsSpec["keys"]): EnvelopeKeys {
  if (keys === "short") return { name: [], arguments: [], short: true };
  return {
    name: [...new Set([keys?.name ?? "name", "name"])],
    arguments: [...new Set([keys?.arguments ?? "arguments", "arguments", "parameters"])],
  };
}

/** Calls that are the whole output: JSON objects from its first character on. */
export interface WholeJsonSpec {
  /** Around all calls. Default nothing. */
  readonly begin?: string;
  readonly end?: string;
  readonly separator: string;
  readonly keys: { readonly name: string; readonly arguments: string };
  /** Markers that may stand in front of the calls. */
  readonly prefixes: readonly string[];
  readonly stops: readonly string[];
  readonly xgrammarTrigger?: string;
}

/** What an output that is text begins with: a character that begins neither JSON nor a marker. */
const TEXT_START = "[ \\t\\r\\n]*(?:[^ \\t\\r\\n{\\[<]|<[^|])";

const SHORT_TEXT = "[ \\t\\r\\n]*<?";

/** The dialect of outputs that are either JSON calls or text. */
export function wholeJsonCalls(spec: WholeJsonSpec): CallDialect {
  const { begin, end, separator, prefixes, stops } = spec;
  const head = objectHead(spec.keys);
  const shared = { sequence: true, breaks: [...prefixes, ...stops], keys: envelopeKeys(spec.keys) } as const;
  const implicit = jsonObjectsBody({ ...shared, commits: "name" });
  return {
    argumentEncoding: "JSON object with name, alone",
    layout: {
      kind: "whole",
      ...(begin === undefined ? {} : { begin }),
      ...(end === undefined ? {} : { end }),
      separator,
      textStart: TEXT_START,
      shortText: SHORT_TEXT,
      ...(spec.xgrammarTrigger === undefined ? {} : { xgrammarTrigger: spec.xgrammarTrigger }),
    },
    tags: (tool, context) => [tag(head(tool.name), toolArguments(tool, context), "}")],
    unwritableName: () => undefined,
    openings: [
      ...["{", "["].map((marker): CallOpening => ({ marker, where: "start", keep: 1, body: implicit })),
      ...prefixes.map((marker): CallOpening => ({ marker, body: jsonObjectsBody({ ...shared, commits: "object" }) })),
    ],
    write: (calls) =>
      (begin ?? "") + calls.map((call) => `${head(call.name)}${writeJson(call.arguments, SPACED)}}`).join(separator) + (end ?? ""),
  };
}

/** JSON as most chat templates space it. */
export const SPACED = { itemSeparator: ", ", keySeparator: ": " } as const;
