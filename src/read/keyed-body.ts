import type { Json } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";
import { writeJsonString } from "../core/json-write.ts";
import { ArgumentWriter } from "./argument-writer.ts";
import { type Coercion, coercionOf } from "./coerce.ts";
import { type BodyMarkers, JsonBody, literalMarkers, VALUE_END } from "./json-body.ts";
import { jsonText } from "./json-compact.ts";
import type { KeyedSpec, KeyedTag } from "./keyed-spec.ts";
import { MarkerSet } from "./marker-set.ts";
import type { ReaderOutput } from "./output.ts";
import type { ReaderWindow } from "./reader.ts";
import { TextBuffer } from "./text-buffer.ts";
import type { BodyStep, CallBody, CallPlace } from "./text-machine.ts";

/** Longest head or key; longer ones are malformed. */
const MAX_HEAD = 4096;

interface KeyedMarkers {
  readonly head: MarkerSet;
  readonly between: MarkerSet;
  readonly key: MarkerSet;
  readonly value: MarkerSet;
  readonly json: BodyMarkers<string>;
}

/** Makes readers of such calls. */
export function keyedBody(spec: KeyedSpec): (place: CallPlace) => CallBody {
  const { headEnds, parameter, ends, breaks } = spec;
  const over = [...ends, ...breaks];
  const valueBegin = parameter.valueBegin === undefined ? [] : [parameter.valueBegin];
  // Where key and value are elements, the opening of the key may be missing.
  const keyEnd = parameter.valueBegin === undefined ? [] : [parameter.keyEnd];
  const markers: KeyedMarkers = {
    head: new MarkerSet([...headEnds, parameter.begin, ...keyEnd, ...over]),
    between: new MarkerSet([parameter.begin, ...parameter.ends, ...keyEnd, ...over]),
    key: new MarkerSet([parameter.keyEnd, ...valueBegin, ...over]),
    value: new MarkerSet([...parameter.ends, parameter.begin, ...over]),
    json: literalMarkers(over),
  };
  return (place) => new KeyedBody(place, spec, markers);
}

type Phase = "head" | "probe" | "between" | "key" | "value-begin" | "value" | "json";

class KeyedBody implements CallBody {
  readonly #out: ReaderOutput;
  readonly #spec: KeyedSpec;
  readonly #markers: KeyedMarkers;
  readonly #json: JsonBody<string>;
  readonly #writer: ArgumentWriter;
  readonly #implicit: boolean;
  #phase: Phase = "head";
  /** The head or key so far. */
  #text = "";
  #name = "";
  /** No name was read: the call is read to its end and left out. */
  #muted = false;
  #count = 0;
  #noisy = false;
  /** Text was left out since the last marker. */
  #gap = false;
  #key: KeyedTag | undefined;
  #coercion: Coercion | undefined;
  /** A value that is not written while it arrives. */
  #value: TextBuffer | undefined;
  /** Whitespace at the end of a value so far, which may belong to its tag. */
  #held = "";
  /** The value has begun: what belongs to its opening tag is over. */
  #begun = false;
  #jsonEmpty = true;

  constructor(place: CallPlace, spec: KeyedSpec, markers: KeyedMarkers) {
    this.#out = place.out;
    this.#spec = spec;
    this.#markers = markers;
    this.#implicit = spec.implicit === true && place.inText;
    this.#writer = new ArgumentWriter(place.out);
    this.#json = new JsonBody(markers.json, place.budget, (text) => this.#emitJson(text));
  }

  step(window: ReaderWindow): BodyStep {
    switch (this.#phase) {
      case "head":
        return this.#readHead(window);
      case "probe":
        return this.#probe(window);
      case "between":
        return this.#readBetween(window);
      case "key":
        return this.#readKey(window);
      case "value-begin":
        return this.#readValueBegin(window);
      case "value":
        return this.#readValue(window);
      case "json":
        return this.#readJson(window);
    }
  }

  end(window: ReaderWindow): "again" | "end" | { readonly text: string } {
    const rest = window.text.slice(window.at);
    if (this.#phase === "json" && this.#json.resume(window)) return "again";
    window.at = window.text.length;
    switch (this.#phase) {
      case "head":
        if (this.#implicit) return { text: this.#text + rest };
        this.#out.problem("read-call-header-cut-off", "the output ended before a call named its tool; the call was dropped");
        return "end";
      case "probe":
        return { text: this.#text + rest };
      case "value":
        if (this.#value === undefined && !this.#muted) {
          this.#valueText(rest);
          this.#writer.endString();
        }
        break;
      case "json":
        this.#emitJson(rest);
        break;
      case "between":
      case "key":
      case "value-begin":
        break;
    }
    this.#finish(false);
    return "end";
  }

  #readHead(window: ReaderWindow): BodyStep {
    const { headEnds, parameter, ends, readHead } = this.#spec;
    const { at, marker } = this.#markers.head.search(window.text, window.at);
    let piece = window.text.slice(window.at, at);
    // Without an end of its own a name ends with its line.
    const line = headEnds.length === 0 ? nameLineEnd(this.#text, piece) : -1;
    if (line >= 0) piece = piece.slice(0, line);
    this.#text += piece;
    window.at += piece.length;
    if (line < 0 && marker === undefined) {
      if (this.#text.length <= MAX_HEAD) return "more";
      if (this.#implicit) return { text: this.#text };
      this.#text = this.#text.slice(0, MAX_HEAD + 1);
      return "more";
    }
    const consumed = line < 0 && headEnds.includes(marker!);
    const bare = headEnds.length === 0;
    if (!consumed && !bare && this.#implicit) return { text: this.#text };
    const name = this.#text.length > MAX_HEAD || (!consumed && !bare) ? undefined : readHead(this.#text);
    if (consumed) window.at += marker!.length;
    if (this.#implicit) {
      if (name === undefined || !this.#out.declares(name)) return { text: this.#text + (consumed ? marker! : "") };
      this.#name = name;
      this.#text += consumed ? marker! : "";
      this.#phase = "probe";
      return "again";
    }
    if (bare && marker === parameter.keyEnd && line < 0) {
      this.#startBeforeKey(name ?? "");
      return "again";
    }
    this.#start(name);
    if (name === undefined && !consumed && line < 0 && marker !== parameter.begin) {
      if (ends.includes(marker!)) window.at += marker!.length;
      return "end";
    }
    return "again";
  }

  /** A name that runs into a key without its opening: the longest declared name is the tool's. */
  #startBeforeKey(text: string): void {
    let length = text.length;
    while (length > 0 && !this.#out.declares(text.slice(0, length))) length -= 1;
    this.#start(length === 0 ? text : text.slice(0, length));
    this.#text = length === 0 ? "" : text.slice(length);
    this.#phase = "key";
  }

  #start(name: string | undefined): void {
    this.#phase = "between";
    this.#text = "";
    if (name === undefined || name === "") {
      this.#muted = true;
      this.#out.problem("read-call-unnamed", "a call names no tool; it was dropped");
      return;
    }
    this.#name = name;
    this.#out.startCall(name);
  }

  /** A call without its wrapper goes on with a parameter or its end; anything else is text. */
  #probe(window: ReaderWindow): BodyStep {
    const { text } = window;
    let at = window.at;
    while (at < text.length && text[at].trim() === "") at += 1;
    const { at: found, marker } = this.#markers.between.search(text, at);
    if (at < text.length && found === at && marker !== undefined) {
      this.#start(this.#name);
      return "again";
    }
    if (found === at) return "more";
    this.#text += text.slice(window.at, at);
    window.at = at;
    return { text: this.#text };
  }

  #readBetween(window: ReaderWindow): BodyStep {
    const { parameter, ends } = this.#spec;
    const { at, marker } = this.#markers.between.search(window.text, window.at);
    const text = window.text.slice(window.at, at);
    const begin = text.search(/\S/);
    if (begin >= 0 && !this.#gap && parameter.valueBegin !== undefined && text[begin] !== "{" && text.length <= MAX_HEAD) {
      // This may be a key without its opening.
      if (marker === undefined) return "more";
      if (marker === parameter.keyEnd) {
        this.#phase = "key";
        this.#text = "";
        return "again";
      }
    }
    if (begin >= 0 && text[begin] === "{" && this.#count === 0 && !this.#noisy) {
      window.at += begin;
      this.#phase = "json";
      return "again";
    }
    if (begin >= 0 && !this.#noisy) {
      this.#noisy = true;
      if (!this.#muted) this.#out.callProblem("read-call-noise", "there is text between the elements of the call; it was left out");
    }
    window.at = at;
    // A key starts right behind a marker, wherever the text was cut.
    this.#gap = marker === undefined && (this.#gap || begin >= 0);
    if (marker === undefined) return "more";
    if (marker === parameter.begin) {
      window.at += marker.length;
      this.#phase = "key";
      this.#text = "";
      return "again";
    }
    if ((parameter.ends.includes(marker) || marker === parameter.keyEnd) && !ends.includes(marker)) {
      window.at += marker.length;
      return "again";
    }
    if (ends.includes(marker)) {
      window.at += marker.length;
      return this.#finish(true);
    }
    return this.#finish(false);
  }

  #readKey(window: ReaderWindow): BodyStep {
    const { parameter } = this.#spec;
    const { at, marker } = this.#markers.key.search(window.text, window.at);
    this.#text = (this.#text + window.text.slice(window.at, at)).slice(0, MAX_HEAD + 1);
    window.at = at;
    if (marker === undefined) return "more";
    if (marker !== parameter.keyEnd && marker !== parameter.valueBegin) {
      this.#problem("read-argument-header-malformed", "the opening tag of an argument is malformed; the argument was left out");
      this.#phase = "between";
      return "again";
    }
    window.at += marker.length;
    this.#key = this.#text.length > MAX_HEAD ? undefined : parameter.readKey(this.#text);
    if (this.#key === undefined) {
      this.#problem("read-argument-header-malformed", "the opening tag of an argument is malformed; the argument was left out");
    }
    this.#count += 1;
    this.#beginValue();
    if (marker === parameter.keyEnd && parameter.valueBegin !== undefined) this.#phase = "value-begin";
    return "again";
  }

  #readValueBegin(window: ReaderWindow): BodyStep {
    const marker = this.#spec.parameter.valueBegin!;
    const { text } = window;
    let at = window.at;
    while (at < text.length && text[at].trim() === "") at += 1;
    if (text.startsWith(marker, at)) window.at = at + marker.length;
    else if (marker.startsWith(text.slice(at))) return "more";
    this.#phase = "value";
    return "again";
  }

  #beginValue(): void {
    const key = this.#key;
    this.#phase = "value";
    this.#held = "";
    this.#begun = false;
    this.#coercion = key === undefined || key.as === "text" ? undefined : coercionOf(this.#out.parameters(this.#name), key.key);
    const streams = key !== undefined && (key.as === "text" || (key.as === "schema" && this.#coercion?.text === true));
    this.#value = streams ? undefined : new TextBuffer();
    if (streams && !this.#muted) this.#writer.beginString(key.key);
  }

  #readValue(window: ReaderWindow): BodyStep {
    const { parameter } = this.#spec;
    const { at, marker } = this.#markers.value.search(window.text, window.at);
    this.#valueText(window.text.slice(window.at, at));
    window.at = at;
    if (marker === undefined) return "more";
    if (parameter.ends.includes(marker)) window.at += marker.length;
    this.#endValue();
    this.#phase = "between";
    return "again";
  }

  /** Takes more of a value, less the whitespace that belongs to its tags. */
  #valueText(piece: string): void {
    const { frame } = this.#spec;
    let text = piece;
    if (!this.#begun && text !== "") {
      if (frame === "all") text = text.trimStart();
      else if (frame === "lines" && text.startsWith("\n")) text = text.slice(1);
      this.#begun = frame !== "all" || text !== "";
    }
    if (text === "") return;
    if (frame !== "none") {
      text = this.#held + text;
      const end = frame === "all" ? text.trimEnd().length : text.endsWith("\n") ? text.length - 1 : text.length;
      this.#held = text.slice(end);
      text = text.slice(0, end);
    }
    if (this.#value === undefined) {
      if (!this.#muted) this.#writer.stringText(text);
      return;
    }
    const room = this.#out.maxArgumentLength + 1 - this.#value.length;
    if (room > 0) this.#value.append(text.length > room ? text.slice(0, room) : text);
  }

  #endValue(): void {
    const value = this.#value;
    this.#held = "";
    if (value === undefined) {
      if (!this.#muted) this.#writer.endString();
      return;
    }
    const key = this.#key;
    if (key === undefined || this.#muted) return;
    if (value.length > this.#out.maxArgumentLength) {
      this.#out.argumentsTooLong();
      return;
    }
    const text = value.toString();
    this.#writer.value(key.key, this.#coerced(text, key));
  }

  #coerced(text: string, { key, as }: KeyedTag): string {
    const accepts = (value: Json): boolean => this.#out.acceptsMember(this.#name, key, value);
    const json = as === "json" ? jsonText(text) : undefined;
    // A value that is labelled JSON is what it says, where the schema takes that.
    if (json !== undefined && (this.#coercion === undefined || accepts(readJson(json)))) return json;
    return this.#coercion?.value(text, accepts) ?? writeJsonString(text);
  }

  /** The body is one JSON object instead of parameters. */
  #readJson(window: ReaderWindow): BodyStep {
    if (window.at === window.text.length) return "more";
    const found = this.#json.read(window);
    if (found === undefined || found === VALUE_END) return "more";
    const own = this.#spec.ends.includes(found);
    if (own) window.at += found.length;
    if (own && !this.#json.isObject)
      this.#problem("read-arguments-not-json", "the arguments are not JSON; they were passed on as they are");
    return this.#finish(own);
  }

  #emitJson(text: string): void {
    if (text === "") return;
    this.#jsonEmpty = false;
    if (!this.#muted) this.#out.callArguments(text);
  }

  #problem(code: string, message: string): void {
    if (!this.#muted) this.#out.callProblem(code, message);
  }

  #finish(complete: boolean): "end" {
    if (this.#muted) return "end";
    if (this.#jsonEmpty) this.#writer.close();
    this.#out.endCall(complete);
    return "end";
  }
}

/** Where a name ends, with its line or before JSON, in `piece`, of which `before` is the beginning; -1 where it does not. */
function nameLineEnd(before: string, piece: string): number {
  const from = before.trim() === "" ? piece.search(/\S/) : 0;
  if (from < 0) return -1;
  const end = piece.slice(from).search(/[\n{]/);
  return end < 0 ? -1 : from + end;
}
