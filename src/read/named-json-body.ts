import { type BodyMarkers, JsonBody, literalMarkers, VALUE_END } from "./json-body.ts";
import { isCutOff, MarkerSet } from "./marker-set.ts";
import type { ReaderOutput } from "./output.ts";
import type { ReaderWindow } from "./reader.ts";
import type { BodyStep, CallBody, CallPlace } from "./text-machine.ts";

/** What the header of a call says: a tool's name; `next`: the name is what follows, up to a line end or the JSON; `undefined`: nothing readable. */
export type ReadHeader = (header: string) => { readonly name: string } | "next" | undefined;

/** A call whose header names the tool and whose body is one JSON object. */
export interface NamedJsonSpec {
  /** End the header; consumed. */
  readonly separators: readonly string[];
  /** End the header and begin the JSON; not consumed. Default none. */
  readonly jsonBegins?: readonly string[];
  /** End the call; consumed. None: the call ends with its JSON. */
  readonly ends: readonly string[];
  /** Break the call off; not consumed. */
  readonly breaks: readonly string[];
  readonly header: ReadHeader;
  /** The name where `next` finds none: the header itself may be the name. */
  readonly fallbackName?: string;
  /** The JSON may stand in a fence of backticks. */
  readonly fenced?: boolean;
}

/** Longest header that is read; a longer one is malformed. */
const MAX_HEADER = 4096;
const FENCE = "```";
const FENCE_BEGIN = "```json";
const NAME_END = /[\n{`]/;

/** Makes readers of such calls. */
export function namedJsonBody(spec: NamedJsonSpec): (place: CallPlace) => CallBody {
  const { separators, jsonBegins = [], ends, breaks } = spec;
  const header = new MarkerSet([...separators, ...jsonBegins, ...ends, ...breaks]);
  const body = literalMarkers([...ends, ...breaks]);
  return (place) => new NamedJsonBody(place, spec, header, body);
}

type Phase = "header" | "name" | "lead" | "json" | "tail";

class NamedJsonBody implements CallBody {
  readonly #out: ReaderOutput;
  readonly #spec: NamedJsonSpec;
  readonly #headerMarkers: MarkerSet;
  readonly #bodyMarkers: BodyMarkers<string>;
  readonly #json: JsonBody<string>;
  #phase: Phase = "header";
  #text = "";
  /** The header was malformed: the call is read to its end and left out. */
  #muted = false;
  #empty = true;
  #noisy = false;

  constructor(place: CallPlace, spec: NamedJsonSpec, headerMarkers: MarkerSet, bodyMarkers: BodyMarkers<string>) {
    this.#out = place.out;
    this.#spec = spec;
    this.#headerMarkers = headerMarkers;
    this.#bodyMarkers = bodyMarkers;
    this.#json = new JsonBody(bodyMarkers, place.budget, (text) => this.#emit(text), { stopAtEnd: true });
  }

  step(window: ReaderWindow): BodyStep {
    switch (this.#phase) {
      case "header":
        return this.#readHeader(window);
      case "name":
        return this.#readName(window);
      case "lead":
        return this.#readLead(window);
      case "json":
        return this.#readJson(window);
      case "tail":
        return this.#readTail(window);
    }
  }

  end(window: ReaderWindow): "again" | "end" {
    switch (this.#phase) {
      case "header":
      case "name":
        this.#out.problem("read-call-header-cut-off", "the output ended before a call named its tool; the call was dropped");
        break;
      case "lead":
        break;
      case "json":
        if (this.#json.resume(window)) return "again";
        this.#emit(window.text.slice(window.at));
        break;
      case "tail":
        // The object is whole; what is missing is the marker behind it.
        this.#finish(true);
    }
    window.at = window.text.length;
    return "end";
  }

  #emit(text: string): void {
    if (text === "") return;
    this.#empty = false;
    if (!this.#muted) this.#out.callArguments(text);
  }

  #readHeader(window: ReaderWindow): BodyStep {
    const { at, marker } = this.#headerMarkers.search(window.text, window.at);
    if (this.#text.length <= MAX_HEADER) this.#text += window.text.slice(window.at, at);
    window.at = at;
    if (marker === undefined) return "more";
    const { separators, jsonBegins = [], header } = this.#spec;
    const separated = separators.includes(marker);
    if (!separated && !jsonBegins.includes(marker)) return this.#drop(window, marker);
    if (separated) window.at = at + marker.length;
    const read = this.#text.length > MAX_HEADER ? undefined : header(this.#text);
    this.#text = "";
    if (read === "next") this.#phase = "name";
    else this.#start(read?.name);
    return "again";
  }

  /** The call ended before it named its tool. */
  #drop(window: ReaderWindow, marker: string): BodyStep {
    if (this.#spec.ends.includes(marker)) window.at += marker.length;
    this.#out.problem("read-call-header-malformed", "a call ended before it named its tool; it was dropped");
    return "end";
  }

  #start(name: string | undefined): void {
    this.#phase = "lead";
    if (name === undefined || name === "") {
      this.#muted = true;
      this.#out.problem("read-call-unnamed", "a call names no tool; it was dropped");
    } else this.#out.startCall(name);
  }

  #readName(window: ReaderWindow): BodyStep {
    const { at, marker } = this.#headerMarkers.search(window.text, window.at);
    const piece = window.text.slice(window.at, at);
    const found = piece.search(NAME_END);
    if (this.#text.length <= MAX_HEADER) this.#text += found < 0 ? piece : piece.slice(0, found);
    window.at = found < 0 ? at : window.at + found;
    if (found < 0 && marker === undefined) return "more";
    if (found < 0) return this.#drop(window, marker!);
    this.#start(this.#text.length > MAX_HEADER ? undefined : this.#text.trim() || this.#spec.fallbackName);
    return "again";
  }

  /** Whitespace and the opening of a fence. */
  #readLead(window: ReaderWindow): BodyStep {
    const { fenced = false } = this.#spec;
    const { text } = window;
    while (window.at < text.length && text[window.at].trim() === "") window.at += 1;
    if (fenced && isCutOff(text, window.at, FENCE_BEGIN)) return "more";
    if (fenced && text.startsWith(FENCE, window.at)) {
      window.at += text.startsWith(FENCE_BEGIN, window.at) ? FENCE_BEGIN.length : FENCE.length;
      return "again";
    }
    if (window.at === text.length) return "more";
    this.#phase = "json";
    return "again";
  }

  #readJson(window: ReaderWindow): BodyStep {
    if (window.at === window.text.length) return "more";
    const found = this.#json.read(window);
    if (found === undefined) return "more";
    if (found === VALUE_END) {
      if (!this.#muted && !this.#json.isObject) this.#out.callProblem("read-arguments-not-object", "the arguments are no JSON object");
      this.#phase = "tail";
      return this.#spec.ends.length === 0 ? this.#finish(true) : "again";
    }
    const own = this.#spec.ends.includes(found);
    if (own) window.at += found.length;
    if (this.#empty && !this.#muted) this.#out.callArguments("{}");
    else if (!this.#muted && own)
      this.#out.callProblem("read-arguments-not-json", "the arguments are not JSON; they were passed on as they are");
    return this.#finish(own);
  }

  /** What follows the JSON, up to the end of the call. */
  #readTail(window: ReaderWindow): BodyStep {
    const next = this.#bodyMarkers.next(window.text, window.at);
    const end = next < 0 ? window.text.length : next;
    if (!this.#noisy && window.text.slice(window.at, end).replaceAll("`", "").trim() !== "") {
      this.#noisy = true;
      if (!this.#muted) this.#out.callProblem("read-call-noise", "there is text behind the arguments of the call; it was left out");
    }
    window.at = end;
    if (next < 0) return "more";
    const marker = this.#bodyMarkers.match(window.text, end);
    if (marker === "partial") return "more";
    if (marker === undefined) {
      window.at += 1;
      return "again";
    }
    if (this.#spec.ends.includes(marker)) window.at += marker.length;
    return this.#finish(true);
  }

  #finish(complete: boolean): "end" {
    if (!this.#muted) this.#out.endCall(complete);
    return "end";
  }
}
