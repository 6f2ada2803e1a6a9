import { writeJson, writeJsonString } from "../core/json-write.ts";
import { tag } from "../format/builders.ts";
import { type BodyMarkers, JsonBody, literalMarkers, VALUE_END } from "../read/json-body.ts";
import type { ReaderWindow } from "../read/reader.ts";
import type { BodyStep, CallBody, CallOpening, CallPlace } from "../read/text-machine.ts";
import { objectSchema } from "./argument-schema.ts";
import type { CallDialect, CallLayout } from "./call-dialect.ts";
import { CallEnvelope, type EnvelopeKeys, OPENAI_KEYS } from "./json-envelope.ts";
import { jsonArguments } from "./keyed-parameters.ts";

/** How {@link JsonObjectsBody} ends. */
export interface JsonObjectsEnd {
  /** The end marker of the block. Absent: the block ends with its JSON. */
  readonly end?: string;
  /** Markers that break the block off, and are not consumed. */
  readonly breaks?: readonly string[];
  readonly keys?: EnvelopeKeys;
  /** The block has no marker of its own; see {@link CallEnvelope}. */
  readonly implicit?: boolean;
}

/** Makes readers of blocks that hold calls as JSON objects: one, several, or a list. */
export function jsonObjectsBody({ end, breaks = [], keys = OPENAI_KEYS, implicit = false }: JsonObjectsEnd): (place: CallPlace) => CallBody {
  const all = end === undefined ? breaks : [end, ...breaks];
  const markers = all.length === 0 ? NO_MARKERS : literalMarkers(all);
  return (place) => new JsonObjectsBody(place, markers, end, keys, implicit);
}

const NO_MARKERS: BodyMarkers<string> = { next: () => -1, match: () => undefined, matchInString: () => undefined };

class JsonObjectsBody implements CallBody {
  readonly #envelope: CallEnvelope;
  readonly #body: JsonBody<string>;
  readonly #end: string | undefined;

  constructor({ out, budget }: CallPlace, markers: BodyMarkers<string>, end: string | undefined, keys: EnvelopeKeys, implicit: boolean) {
    this.#envelope = new CallEnvelope(out, keys, implicit);
    this.#end = end;
    const options = end === undefined ? { stopAtEnd: true } : { sequence: true };
    this.#body = new JsonBody(markers, budget, (text) => this.#envelope.feed(text), options);
  }

  step(window: ReaderWindow): BodyStep {
    if (window.at === window.text.length) return "more";
    const found = this.#body.read(window);
    const text = this.#envelope.rejected;
    if (text !== undefined) {
      this.#body.resume(window);
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
    window.at = window.text.length;
    this.#envelope.end(false);
    return this.#rejectedOr("end");
  }

  #rejectedOr(outcome: "end"): "end" | { readonly text: string } {
    const text = this.#envelope.rejected;
    return text === undefined ? outcome : { text };
  }
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
  readonly nameKey?: string;
  readonly argumentsKey?: string;
  /** Other spellings of `begin` and `end` that are read. */
  readonly otherBegins?: readonly string[];
  readonly strays?: readonly string[];
  readonly afterSection?: "text" | "ignored";
}

/** The dialect of calls that are JSON objects, in blocks or as a list. */
export function jsonCalls(spec: JsonCallsSpec): CallDialect {
  const { begin, end, pad = "", listSeparator, nameKey = "name", argumentsKey = "arguments" } = spec;
  const head = (name: string): string => `{${writeJsonString(nameKey)}: ${writeJsonString(name)}, ${writeJsonString(argumentsKey)}: `;
  const list = listSeparator !== undefined;
  const before = list ? "" : begin + pad;
  const after = list ? "" : pad + (end ?? "");
  const listBegin = `${begin}${pad}[`;
  const listEnd = `]${pad}${end ?? ""}`;
  const layout: CallLayout = list
    ? { kind: "section", begin: listBegin, end: listEnd, separator: listSeparator, trigger: begin }
    : { kind: "blocks", trigger: begin };
  const begins = [begin, ...(spec.otherBegins ?? [])];
  const body = jsonObjectsBody({
    ...(end === undefined ? {} : { end }),
    breaks: begins,
  });
  return {
    argumentEncoding: list ? "list of JSON objects with name" : "JSON object with name",
    layout,
    tags: (tool, { options }) => [tag(before + head(tool.name), jsonArguments(objectSchema(tool.schema), options), `}${after}`)],
    unwritableName: () => undefined,
    openings: begins.map((marker): CallOpening => ({ marker, body })),
    strays: [...(end === undefined ? [] : [end]), ...(spec.strays ?? [])],
    ...(spec.afterSection === undefined ? {} : { afterSection: spec.afterSection }),
    write(calls) {
      const written = calls.map((call) => `${before}${head(call.name)}${writeJson(call.arguments, SPACED)}}${after}`);
      return list ? listBegin + written.join(listSeparator) + listEnd : written.join(pad === "" ? "" : "\n");
    },
  };
}

/** JSON as most chat templates space it. */
export const SPACED = { itemSeparator: ", ", keySeparator: ": " } as const;
