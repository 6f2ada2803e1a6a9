import type { Json } from "../core/json.ts";
import { ArgumentWriter } from "./argument-writer.ts";
import { MarkerSet } from "./marker-set.ts";
import type { ReaderOutput } from "./output.ts";
import type { ReaderWindow } from "./reader.ts";
import { TextBuffer } from "./text-buffer.ts";
import type { BodyStep, CallBody, CallPlace } from "./text-machine.ts";

/** One argument and its JSON text. */
export type ReadArgument = readonly [key: string, json: string];

/** What the inside of a call is read as. */
export interface ReadInside {
  readonly arguments: readonly ReadArgument[];
  /** Why the call is not to be trusted. */
  readonly problem?: string;
}

/** A call whose inside is read when it is whole. */
export interface BufferedSpec {
  /** End the part that names the tool, and are consumed. */
  readonly headEnds: readonly string[];
  readonly readHead: (text: string) => string | undefined;
  /** A call may end with its name, and has no arguments then. */
  readonly bareHead?: boolean;
  /** End the call; consumed. */
  readonly ends: readonly string[];
  /** Break the call off; not consumed. */
  readonly breaks: readonly string[];
  /** Reads the inside, also one that was cut off. It must not throw. */
  readonly readInside: (text: string, parameters: Json | undefined, cutOff: boolean) => ReadInside;
}

/** Longest head that is read. */
const MAX_HEAD = 4096;

/** Makes readers of such calls. */
export function bufferedBody(spec: BufferedSpec): (place: CallPlace) => CallBody {
  const over = [...spec.ends, ...spec.breaks];
  const head = new MarkerSet([...spec.headEnds, ...over]);
  const inside = new MarkerSet(over);
  return (place) => new BufferedBody(place.out, spec, head, inside);
}

class BufferedBody implements CallBody {
  readonly #out: ReaderOutput;
  readonly #spec: BufferedSpec;
  readonly #head: MarkerSet;
  readonly #inside: MarkerSet;
  #headText = "";
  /** `undefined` while the head is read; empty for a call without a name, which is left out. */
  #name: string | undefined;
  #text = new TextBuffer();

  constructor(out: ReaderOutput, spec: BufferedSpec, head: MarkerSet, inside: MarkerSet) {
    this.#out = out;
    this.#spec = spec;
    this.#head = head;
    this.#inside = inside;
  }

  step(window: ReaderWindow): BodyStep {
    return this.#name === undefined ? this.#readHead(window) : this.#readInside(window);
  }

  end(window: ReaderWindow): "end" {
    if (this.#name === undefined) {
      this.#out.problem("read-call-header-cut-off", "the output ended before a call named its tool; the call was dropped");
    } else {
      this.#take(window.text.slice(window.at));
      this.#finish(false);
    }
    window.at = window.text.length;
    return "end";
  }

  #readHead(window: ReaderWindow): BodyStep {
    const { at, marker } = this.#head.search(window.text, window.at);
    this.#headText = (this.#headText + window.text.slice(window.at, at)).slice(0, MAX_HEAD + 1);
    window.at = at;
    if (marker === undefined) return "more";
    const ended = this.#spec.headEnds.includes(marker);
    if (ended || this.#spec.ends.includes(marker)) window.at += marker.length;
    const name = this.#headText.length > MAX_HEAD ? undefined : this.#spec.readHead(this.#headText);
    const bare = this.#spec.bareHead === true && this.#spec.ends.includes(marker) && name !== undefined && name !== "";
    if (!ended && !bare) {
      this.#out.problem("read-call-header-malformed", "a call ended before it named its tool; it was dropped");
      return "end";
    }
    this.#name = name ?? "";
    if (this.#name === "") this.#out.problem("read-call-unnamed", "a call names no tool; it was dropped");
    else this.#out.startCall(this.#name);
    if (!ended) {
      this.#finish(true);
      return "end";
    }
    return "again";
  }

  #readInside(window: ReaderWindow): BodyStep {
    const { at, marker } = this.#inside.search(window.text, window.at);
    this.#take(window.text.slice(window.at, at));
    window.at = at;
    if (marker === undefined) return "more";
    const own = this.#spec.ends.includes(marker);
    if (own) window.at += marker.length;
    this.#finish(own);
    return "end";
  }

  #take(text: string): void {
    const room = this.#out.maxArgumentLength + 1 - this.#text.length;
    if (this.#name !== "" && room > 0) this.#text.append(text.length > room ? text.slice(0, room) : text);
  }

  #finish(complete: boolean): void {
    const name = this.#name!;
    if (name === "") return;
    const writer = new ArgumentWriter(this.#out);
    if (this.#text.length > this.#out.maxArgumentLength) this.#out.argumentsTooLong();
    else {
      const { arguments: read, problem } = this.#spec.readInside(this.#text.toString(), this.#out.parameters(name), !complete);
      for (const [key, json] of read) writer.value(key, json);
      if (problem !== undefined) this.#out.callProblem("read-argument-header-malformed", problem);
    }
    writer.close();
    this.#out.endCall(complete);
  }
}
