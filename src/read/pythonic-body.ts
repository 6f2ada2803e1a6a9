import { isJsonObject } from "../core/json.ts";
import { ArgumentWriter } from "./argument-writer.ts";
import { isCutOff } from "./marker-set.ts";
import type { ReaderOutput } from "./output.ts";
import { PythonReader } from "./python-literal.ts";
import type { ReaderWindow } from "./reader.ts";
import { TextBuffer } from "./text-buffer.ts";
import type { BodyStep, CallBody, CallPlace } from "./text-machine.ts";

/** A block of calls in Python's syntax. */
export interface PythonicSpec {
  /** Ends the block. Absent: the bracket of the list does. */
  readonly end?: string;
  /** Break the block off between calls; not consumed. */
  readonly breaks: readonly string[];
  /** The block has no marker: it is one only if it begins with a call of a declared tool. */
  readonly implicit?: boolean;
  /** Reads the block where it begins with a brace: some hold JSON instead. */
  readonly json?: (place: CallPlace) => CallBody;
}

const NAME = /^[\p{L}_][\p{L}\p{N}_.-]*/u;
const MAX_NAME = 256;

/** Makes readers of such blocks. */
export function pythonicBody(spec: PythonicSpec): (place: CallPlace) => CallBody {
  return (place) => new PythonicBody(place, spec);
}

class PythonicBody implements CallBody {
  readonly #place: CallPlace;
  readonly #out: ReaderOutput;
  readonly #spec: PythonicSpec;
  #json: CallBody | undefined;
  /** What was consumed, while the block may still be text. */
  #consumed: string | undefined = "";
  #name: string | undefined;
  #arguments = new TextBuffer();
  #depth = 0;
  #quote = "";
  #escaped = false;
  #lists = 0;

  constructor(place: CallPlace, spec: PythonicSpec) {
    this.#place = place;
    this.#out = place.out;
    this.#spec = spec;
  }

  step(window: ReaderWindow): BodyStep {
    if (this.#json !== undefined) return this.#json.step(window);
    return this.#name === undefined ? this.#between(window, false) : this.#inside(window);
  }

  end(window: ReaderWindow): "again" | "end" | { readonly text: string } {
    if (this.#json !== undefined) return this.#json.end(window);
    if (this.#name !== undefined) this.#finish(false);
    else {
      while (window.at < window.text.length) {
        const outcome = this.#between(window, true);
        if (typeof outcome === "object") return outcome;
        if (outcome === "end" || this.#name !== undefined) break;
      }
      if (this.#consumed !== undefined) return { text: this.#consumed };
    }
    window.at = window.text.length;
    return "end";
  }

  /** Between calls: brackets, commas, the next name, or the end. `last`: nothing follows. */
  #between(window: ReaderWindow, last: boolean): BodyStep {
    const { text } = window;
    const { end, breaks } = this.#spec;
    const at = window.at;
    if (at === text.length) return "more";
    const char = text[at];
    if (end !== undefined && text.startsWith(end, at)) {
      if (this.#consumed !== undefined && this.#consumed.trim().replace(/[[\]]/g, "") !== "") return { text: this.#consumed };
      window.at += end.length;
      return "end";
    }
    if (breaks.some((marker) => text.startsWith(marker, at))) return this.#over();
    const markers = end === undefined ? breaks : [end, ...breaks];
    if (!last && markers.some((marker) => isCutOff(text, at, marker))) return "more";
    if (char.trim() === "" || char === "," || char === "[" || char === "]") {
      this.#take(window, 1);
      if (char === "[") this.#lists += 1;
      if (char !== "]" || end !== undefined) return "again";
      this.#lists -= 1;
      return this.#lists > 0 ? "again" : this.#over();
    }
    if (char === "{" && this.#spec.json !== undefined && this.#consumed !== undefined) {
      this.#json = this.#spec.json(this.#place);
      return "again";
    }
    const name = NAME.exec(text.slice(at, at + MAX_NAME))?.[0];
    if (name === undefined) return this.#other(window);
    let open = at + name.length;
    while (open < text.length && text[open] === " ") open += 1;
    if (open >= text.length && name.length < MAX_NAME && !last) return "more";
    if (text[open] !== "(" || (this.#spec.implicit === true && this.#consumed !== undefined && !this.#out.declares(name)))
      return this.#other(window);
    window.at = open + 1;
    this.#consumed = undefined;
    this.#name = name;
    this.#depth = 0;
    this.#arguments = new TextBuffer();
    this.#out.startCall(name);
    return "again";
  }

  #over(): BodyStep {
    return this.#consumed === undefined ? "end" : { text: this.#consumed };
  }

  /** No call begins here: the block is text if none did before, and noise is left out. */
  #other(window: ReaderWindow): BodyStep {
    if (this.#consumed !== undefined) return { text: this.#consumed };
    if (this.#spec.end === undefined) return "end";
    window.at += 1;
    return "again";
  }

  #take(window: ReaderWindow, length: number): void {
    if (this.#consumed !== undefined) this.#consumed += window.text.slice(window.at, window.at + length);
    window.at += length;
  }

  /** The arguments up to the bracket that closes them; brackets in strings do not count. */
  #inside(window: ReaderWindow): BodyStep {
    const { text } = window;
    for (let at = window.at; at < text.length; at += 1) {
      const char = text[at];
      if (this.#escaped) this.#escaped = false;
      else if (this.#quote !== "") {
        if (char === "\\") this.#escaped = true;
        else if (char === this.#quote) this.#quote = "";
      } else if (char === '"' || char === "'") this.#quote = char;
      else if ("([{".includes(char)) this.#depth += 1;
      else if (")]}".includes(char)) {
        if (this.#depth > 0) {
          this.#depth -= 1;
          continue;
        }
        this.#append(text.slice(window.at, at));
        window.at = at + 1;
        this.#finish(char === ")");
        return "again";
      }
    }
    this.#append(text.slice(window.at));
    window.at = text.length;
    return "more";
  }

  #append(text: string): void {
    const room = this.#out.maxArgumentLength + 1 - this.#arguments.length;
    if (room > 0) this.#arguments.append(text.length > room ? text.slice(0, room) : text);
  }

  #finish(complete: boolean): void {
    const name = this.#name!;
    this.#name = undefined;
    this.#quote = "";
    this.#escaped = false;
    const writer = new ArgumentWriter(this.#out);
    if (this.#arguments.length > this.#out.maxArgumentLength) this.#out.argumentsTooLong();
    else {
      const reader = new PythonReader(this.#arguments.toString());
      const read = reader.arguments();
      const keys = this.#declaredKeys(name);
      read.forEach(({ key, json }, position) => {
        const known = key ?? keys[position];
        if (known === undefined) this.#out.callProblem("read-argument-header-malformed", "an argument has no name; it was left out");
        else writer.value(known, json);
      });
      if (complete && reader.failed)
        this.#out.callProblem("read-arguments-not-json", "an argument is no literal; it and what follows were left out");
    }
    writer.close();
    this.#out.endCall(complete);
  }

  /** The names that positional arguments stand for. */
  #declaredKeys(name: string): readonly string[] {
    const parameters = this.#out.parameters(name);
    const properties = isJsonObject(parameters) ? parameters.get("properties") : undefined;
    return isJsonObject(properties) ? [...properties.keys()] : [];
  }
}
