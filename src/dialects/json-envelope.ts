import { JsonTracker } from "../read/json-tracker.ts";
import { decodeBrokenLiteral, decodeLiteral, isObjectText, LooseBrackets } from "../read/loose-json.ts";
import type { ReaderOutput } from "../read/output.ts";
import { TextBuffer } from "../read/text-buffer.ts";
import type { EnvelopeCommits, EnvelopeKeys } from "./envelope-keys.ts";

/** The keys of most models, with the spellings that models fall into. */
const OPENAI_KEYS: EnvelopeKeys = { name: ["name"], arguments: ["arguments", "parameters"] };

/** A key of models that wrap the call once more, as OpenAI's API does. */
const NESTED = "function";

type State =
  | "between"
  | "key-or-end"
  | "key"
  | "colon"
  | "value"
  | "name"
  | "arguments"
  | "arguments-text"
  | "arguments-loose"
  | "skipped"
  | "after-value"
  | "broken";

type Role = "name" | "arguments" | "nested" | "other";

/**
 * Reads calls that are JSON objects with a name and arguments, from text in pieces: one object, several, or lists of them. Arguments go out as they
 * come, byte for byte, once the name is known.
 */
export class CallEnvelope {
  readonly #out: ReaderOutput;
  readonly #keys: EnvelopeKeys;
  readonly #commits: EnvelopeCommits;
  /** The text that is no call yet, where it may still be none. */
  #undecided: TextBuffer | undefined;
  #rejected = false;
  #rest = "";
  #state: State = "between";
  #depth = 0;
  #role: Role = "other";
  /** The open string literal. */
  #literal = new TextBuffer();
  #escaped = false;
  #tracker = new JsonTracker();
  #loose = new LooseBrackets(0, false);
  #started = false;
  #named = false;
  /** Arguments that came before the name. */
  #early: TextBuffer | undefined;
  #arguments: "none" | "open" | "done" = "none";
  /** The first character of arguments that are no object is not out yet. */
  #scalar: TextBuffer | undefined;

  constructor(out: ReaderOutput, keys: EnvelopeKeys = OPENAI_KEYS, commits: EnvelopeCommits = "always") {
    this.#out = out;
    this.#keys = keys;
    this.#commits = commits;
    if (commits !== "always") this.#undecided = new TextBuffer();
  }

  /** The text of an envelope that turned out to be no call. */
  get rejected(): string | undefined {
    return this.#rejected ? this.#undecided?.toString() : undefined;
  }

  /** True where the text is no JSON, and no call was found in it. */
  get broken(): boolean {
    return this.#state === "broken" && !this.#started && !this.#rejected;
  }

  /** What of the last piece follows the rejected text. */
  get rest(): string {
    return this.#rest;
  }

  feed(text: string): void {
    let at = 0;
    while (at < text.length && !this.#rejected) {
      const pending = this.#undecided;
      const end = this.#step(text, at);
      if (pending !== undefined && pending === this.#undecided) {
        pending.append(text.slice(at, end));
        if (pending.length > this.#out.maxArgumentLength) this.#reject();
      }
      at = end;
    }
    if (this.#rejected) this.#rest = text.slice(at);
  }

  /** The body is over; `marked` if its own end marker ended it. */
  end(marked: boolean): void {
    if (this.#undecided !== undefined) {
      // Brackets without a call in them, and what stands between calls, are structure.
      if (this.#state !== "between" || this.#undecided.toString().search(/[^[\],;\s]/) >= 0) this.#reject();
      return;
    }
    switch (this.#state) {
      case "between":
        return;
      case "arguments":
      case "arguments-loose":
        if (marked) this.#notJson();
        this.#finish(marked);
        return;
      case "arguments-text":
        if (this.#started) this.#out.callArguments(decodeBrokenLiteral(this.#literal.toString()));
        if (marked) this.#notJson();
        this.#finish(marked);
        return;
      case "broken":
        if (this.#started) this.#finish(marked);
        else this.#out.problem("read-call-header-malformed", "a call is no JSON object; it was dropped");
        return;
      default:
        // What is missing is a bracket at most, where the arguments are whole.
        this.#finish(marked && this.#arguments === "done");
    }
  }

  #reject(): void {
    this.#rejected = true;
    this.#state = "broken";
  }

  #break(): void {
    if (this.#undecided !== undefined) this.#reject();
    else {
      if (this.#started) this.#notJson();
      this.#state = "broken";
    }
  }

  #notJson(): void {
    this.#out.callProblem("read-arguments-not-json", "the call is not JSON; its arguments were passed on as they are");
  }

  #step(text: string, at: number): number {
    switch (this.#state) {
      case "key":
      case "name":
      case "arguments-text":
        return this.#string(text, at);
      case "arguments":
        return this.#readArguments(text, at);
      case "arguments-loose":
        return this.#readLoose(text, at);
      case "skipped": {
        const end = this.#tracker.feedValue(text, at, text.length);
        if (this.#tracker.failed) this.#break();
        else if (this.#tracker.ended) this.#state = "after-value";
        return end;
      }
      case "broken":
        return text.length;
      default:
        return this.#structure(text, at);
    }
  }

  #structure(text: string, at: number): number {
    const char = text[at];
    if (" \n\t\r".includes(char)) return at + 1;
    switch (this.#state) {
      case "between":
        if (char === "{") this.#beginObject();
        else if (this.#undecided !== undefined && !"[],;".includes(char)) this.#reject();
        return at + 1;
      case "key-or-end":
        if (char === '"') this.#beginLiteral("key");
        else if (char === "}") this.#endObject();
        else if (char !== ",") this.#break();
        return at + 1;
      case "colon":
        if (char === ":") this.#state = "value";
        else this.#break();
        return at + 1;
      case "after-value":
        if (char === ",") this.#state = "key-or-end";
        else if (char === "}") this.#endObject();
        else this.#break();
        return at + 1;
      default:
        return this.#beginValue(char, at);
    }
  }

  #beginObject(): void {
    if (this.#commits === "object") this.#undecided = undefined;
    this.#depth = 1;
    this.#state = "key-or-end";
    this.#started = false;
    this.#named = false;
    this.#early = undefined;
    this.#arguments = "none";
  }

  #endObject(): void {
    this.#depth -= 1;
    if (this.#depth > 0) this.#state = "after-value";
    else this.#finish(true);
  }

  /** The object of a call is over. */
  #finish(complete: boolean): void {
    this.#state = "between";
    if (this.#keys.short === true) {
      if (this.#started) this.#endCall(complete);
      return;
    }
    if (this.#undecided !== undefined) {
      this.#reject();
      return;
    }
    if (!this.#started) {
      if (!this.#named) this.#out.problem("read-call-unnamed", "a call names no tool; it was dropped");
      return;
    }
    this.#endCall(complete);
  }

  #endCall(complete: boolean): void {
    if (this.#arguments === "none" && complete) this.#out.callArguments("{}");
    this.#out.endCall(complete);
    this.#started = false;
    if (this.#commits !== "always") this.#undecided = new TextBuffer();
  }

  #beginLiteral(state: "key" | "name" | "arguments-text"): void {
    this.#state = state;
    this.#literal = new TextBuffer();
    this.#literal.append('"');
    this.#escaped = false;
  }

  #string(text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      const char = text[at];
      if (this.#escaped) this.#escaped = false;
      else if (char === "\\") this.#escaped = true;
      else if (char === '"') {
        this.#literal.append(text.slice(from, at + 1));
        this.#endLiteral();
        return at + 1;
      }
    }
    this.#literal.append(text.slice(from));
    return text.length;
  }

  #endLiteral(): void {
    const literal = this.#literal.toString();
    const value = decodeLiteral(literal);
    if (value === undefined && this.#state !== "arguments-text") {
      this.#break();
      return;
    }
    switch (this.#state) {
      case "key":
        this.#role = this.#roleOf(value!);
        this.#state = "colon";
        if (this.#keys.short === true) this.#name(value!);
        return;
      case "name":
        this.#state = "after-value";
        this.#name(value!);
        return;
      default:
        this.#state = "after-value";
        this.#textArguments(value ?? decodeBrokenLiteral(literal));
    }
  }

  #roleOf(key: string): Role {
    if (this.#keys.short === true) return "arguments";
    if (this.#keys.name.includes(key)) return "name";
    if (this.#keys.arguments.includes(key)) return this.#arguments === "none" ? "arguments" : "other";
    return key === NESTED ? "nested" : "other";
  }

  #name(name: string): void {
    if (this.#started && this.#keys.short !== true) return;
    if (this.#keys.short === true && this.#started) {
      this.#endCall(true);
      this.#arguments = "none";
    }
    if (this.#undecided !== undefined && !this.#out.declares(name)) {
      this.#reject();
      return;
    }
    this.#undecided = undefined;
    if (name === "") return;
    this.#named = true;
    this.#started = true;
    this.#out.startCall(name);
    if (this.#early === undefined) return;
    this.#out.callArguments(this.#early.toString());
    this.#early = undefined;
  }

  #emit(text: string): void {
    if (this.#started) this.#out.callArguments(text);
    else if (this.#early !== undefined && this.#early.length <= this.#out.maxArgumentLength) this.#early.append(text);
  }

  #beginValue(char: string, at: number): number {
    switch (this.#role) {
      case "name":
      case "nested":
        if (char === '"') {
          this.#beginLiteral("name");
          return at + 1;
        }
        if (char === "{" && this.#role === "nested") {
          this.#depth += 1;
          this.#state = "key-or-end";
          return at + 1;
        }
        break;
      case "arguments":
        this.#arguments = "open";
        if (!this.#started) this.#early = new TextBuffer();
        if (char === '"') {
          this.#beginLiteral("arguments-text");
          return at + 1;
        }
        this.#state = "arguments";
        this.#tracker = new JsonTracker();
        this.#scalar = char === "{" || char === "[" ? undefined : new TextBuffer();
        if (char !== "{" && char !== "n") this.#out.callProblem("read-arguments-not-object", "the arguments are no JSON object");
        return at;
      case "other":
        break;
    }
    this.#state = "skipped";
    this.#tracker = new JsonTracker();
    return at;
  }

  #readArguments(text: string, from: number): number {
    const end = this.#tracker.feedValue(text, from, text.length);
    const piece = text.slice(from, end);
    if (this.#scalar === undefined) this.#emit(piece);
    else this.#scalar.append(piece);
    if (this.#tracker.failed) {
      this.#notJson();
      this.#flushScalar();
      const { depth, inString } = this.#tracker;
      this.#loose = new LooseBrackets(depth, inString);
      this.#state = depth === 0 && !inString ? "broken" : "arguments-loose";
    } else if (this.#tracker.ended) {
      this.#flushScalar();
      this.#arguments = "done";
      this.#state = "after-value";
    }
    return end;
  }

  /** Arguments that are neither object nor list: null stands for none. */
  #flushScalar(): void {
    const text = this.#scalar?.toString();
    this.#scalar = undefined;
    if (text === undefined) return;
    this.#emit(text.trim() === "null" ? "{}" : text);
  }

  /** Arguments that are no JSON go on to the bracket that closes them. */
  #readLoose(text: string, from: number): number {
    const end = this.#loose.end(text, from);
    this.#emit(text.slice(from, end < 0 ? text.length : end));
    if (end < 0) return text.length;
    this.#arguments = "done";
    this.#state = "after-value";
    return end;
  }

  /** Arguments that were written as the JSON text of an object, in a string. */
  #textArguments(text: string): void {
    this.#arguments = "done";
    if (text.trim() === "") {
      this.#emit("{}");
      return;
    }
    this.#emit(text);
    if (isObjectText(text)) return;
    this.#notJson();
  }
}
