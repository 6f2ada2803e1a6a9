import { type BodyMarkers, JsonBody, literalMarkers, VALUE_END } from "../read/json-body.ts";
import { PythonReader } from "../read/python-literal.ts";
import type { ReaderWindow } from "../read/reader.ts";
import { TextBuffer } from "../read/text-buffer.ts";
import type { BodyStep, CallBody, CallPlace } from "../read/text-machine.ts";
import type { EnvelopeCommits, EnvelopeKeys } from "./envelope-keys.ts";
import { CallEnvelope } from "./json-envelope.ts";

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

/** Longest text that is kept to be read as Python. */
const MAX_PYTHON = 65_536;

const NO_MARKERS: BodyMarkers<string> = { next: () => -1, match: () => undefined, matchInString: () => undefined };

class JsonObjectsBody implements CallBody {
  #envelope: CallEnvelope;
  readonly #place: CallPlace;
  readonly #spec: JsonObjectsSpec;
  /** The text so far, in case it is Python's. */
  readonly #seen = new TextBuffer();
  readonly #body: JsonBody<string>;
  readonly #end: string | undefined;

  constructor(place: CallPlace, markers: BodyMarkers<string>, spec: JsonObjectsSpec) {
    const { end, sequence = end !== undefined, keys, commits } = spec;
    this.#place = place;
    this.#spec = spec;
    this.#envelope = new CallEnvelope(place.out, keys, commits);
    this.#end = end;
    const options = sequence ? { sequence } : { stopAtEnd: true };
    this.#body = new JsonBody(markers, place.budget, (text) => this.#feed(text), options);
  }

  #feed(text: string): void {
    if (this.#seen.length <= MAX_PYTHON) this.#seen.append(text);
    this.#envelope.feed(text);
  }

  /** The body is over. Text that is no JSON may be a literal of Python. */
  #finish(marked: boolean): void {
    const text = this.#envelope.broken ? this.#seen.toString() : "";
    const json = text !== "" && text.length <= MAX_PYTHON ? new PythonReader(text.trim()).whole() : undefined;
    if (json !== undefined) {
      this.#envelope = new CallEnvelope(this.#place.out, this.#spec.keys);
      this.#envelope.feed(json);
    }
    this.#envelope.end(marked);
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
    this.#finish(own || found === VALUE_END);
    return this.#rejectedOr("end");
  }

  end(window: ReaderWindow): "again" | "end" | { readonly text: string } {
    if (this.#body.resume(window)) return "again";
    this.#feed(window.text.slice(window.at));
    window.text = "";
    window.at = 0;
    if (this.#envelope.rejected === undefined) this.#finish(false);
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
