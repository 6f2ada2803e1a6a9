import { JsonBody, literalMarkers, REREAD_CHARACTERS, VALUE_END } from "../../read/json-body.ts";
import { MarkerSet } from "../../read/marker-set.ts";
import type { ReaderOutput } from "../../read/output.ts";
import { createStreamReader, type ReaderMachine, type ReaderWindow, type StreamReader } from "../../read/reader.ts";
import {
  HARMONY_CHANNEL,
  HARMONY_END,
  HARMONY_MARKERS,
  HARMONY_MESSAGE,
  HARMONY_NAMESPACE,
  HARMONY_RECIPIENT,
  HARMONY_RETURN,
  HARMONY_START,
} from "../../wire/harmony.ts";
import type { FamilyReaderOptions } from "../family.ts";

/** Reads Harmony's messages. A header decides what its body is; a marker that begins the next message also ends an unclosed one. */
export function harmonyReader(options: FamilyReaderOptions): StreamReader {
  return createStreamReader(new HarmonyMachine(options.promptOpens === "think"), options, HARMONY_MARKERS);
}

const ALL = new MarkerSet(HARMONY_MARKERS);
/** A header may hold any marker but those that end a body; a body is ended by all but those that only headers have. */
const BODY_ENDS = HARMONY_MARKERS.filter((marker) => marker !== HARMONY_MESSAGE);
const JSON_ENDS = literalMarkers(BODY_ENDS);
/** Longest header that is read. */
const MAX_HEADER = 4096;
const RECIPIENT = /(?:^|\s)to=([^\s<]+)/;

/** `start` is where the prompt has written the role, and the header or plain text may follow. */
type State = "start" | "header" | "reasoning" | "content" | "call" | "call-tail" | "between" | "done";

class HarmonyMachine implements ReaderMachine {
  #state: State;
  #header = "";
  #json: JsonBody<string> | undefined;
  #empty = true;
  #noisy = false;
  readonly #budget = { characters: REREAD_CHARACTERS };

  constructor(inAnalysis: boolean) {
    this.#state = inAnalysis ? "reasoning" : "start";
  }

  step(window: ReaderWindow, out: ReaderOutput): boolean {
    if (window.at === window.text.length) return false;
    switch (this.#state) {
      case "start":
        return this.#readStart(window);
      case "header":
        return this.#readHeader(window, out);
      case "call":
        return this.#readCall(window, out);
      case "call-tail":
        return this.#readTail(window, out);
      case "done":
        window.at = window.text.length;
        return false;
      default:
        return this.#readText(window, out);
    }
  }

  end(window: ReaderWindow, out: ReaderOutput): void {
    while (this.#state === "call" && this.#json?.resume(window) === true) {
      while (this.step(window, out));
    }
    const rest = window.text.slice(window.at);
    switch (this.#state) {
      case "start":
        out.content(rest);
        return;
      case "call":
        this.#emit(rest, out);
        // The token that ends a call is a stop token, which servers leave out.
        this.#endCall(this.#empty || this.#json?.complete === true, out);
        return;
      case "call-tail":
        this.#endCall(true, out);
        return;
      case "header":
        if (RECIPIENT.test(this.#header + rest)) {
          out.problem("read-call-header-cut-off", "the output ended inside the header of a call, which was dropped");
        }
        return;
      default:
        this.#text(rest, out);
    }
  }

  /** A header goes on behind the role with a marker or a recipient; everything else is plain text. */
  #readStart({ text, at }: ReaderWindow): boolean {
    const rest = text.slice(at, at + 16).trimStart();
    if (rest === "") return false;
    const begins = [...HARMONY_MARKERS, HARMONY_RECIPIENT.trim()];
    if (begins.some((begin) => rest.startsWith(begin))) this.#state = "header";
    else if (begins.some((begin) => begin.startsWith(rest))) return false;
    else this.#state = "content";
    return true;
  }

  #readHeader(window: ReaderWindow, out: ReaderOutput): boolean {
    const { at, marker } = ALL.search(window.text, window.at);
    this.#addHeader(window.text.slice(window.at, at));
    window.at = at;
    if (marker === undefined) return false;
    window.at += marker.length;
    switch (marker) {
      case HARMONY_MESSAGE:
        this.#begin(out);
        return true;
      case HARMONY_START:
        this.#lost(out);
        this.#header = "";
        return true;
      case HARMONY_END:
      case HARMONY_RETURN:
        this.#lost(out);
        this.#state = marker === HARMONY_RETURN ? "done" : "between";
        return true;
      default:
        this.#addHeader(marker);
        return true;
    }
  }

  #addHeader(text: string): void {
    this.#header = (this.#header + text).slice(0, MAX_HEADER);
  }

  /** A header without a body: nothing is lost but a call. */
  #lost(out: ReaderOutput): void {
    if (RECIPIENT.test(this.#header)) out.problem("read-call-header-malformed", "the header of a call has no body; the call was dropped");
  }

  #begin(out: ReaderOutput): void {
    const header = this.#header;
    this.#header = "";
    const recipient = RECIPIENT.exec(header)?.[1];
    const channelAt = header.indexOf(HARMONY_CHANNEL);
    const channel = channelAt < 0 ? "" : /^\s*(\w*)/.exec(header.slice(channelAt + HARMONY_CHANNEL.length))![1];
    if (recipient !== undefined && recipient !== "user" && recipient !== "assistant") {
      const name = recipient.startsWith(HARMONY_NAMESPACE) ? recipient.slice(HARMONY_NAMESPACE.length) : recipient;
      this.#state = "call";
      this.#empty = true;
      this.#json = new JsonBody(JSON_ENDS, this.#budget, (text) => this.#emit(text, out), { stopAtEnd: true });
      if (name === "") out.problem("read-call-unnamed", "a call names no tool; it was dropped");
      else out.startCall(name);
      return;
    }
    // An unknown channel is not for the user's eyes.
    this.#state = channel === "final" || channel === "commentary" || channelAt < 0 ? "content" : "reasoning";
  }

  #emit(text: string, out: ReaderOutput): void {
    if (this.#empty && text.trim() === "") return;
    this.#empty = false;
    out.callArguments(text);
  }

  #readCall(window: ReaderWindow, out: ReaderOutput): boolean {
    const found = this.#json!.read(window);
    if (found === undefined) return false;
    if (found === VALUE_END) {
      this.#state = "call-tail";
      this.#noisy = false;
      return true;
    }
    this.#endCall(true, out);
    this.#after(found, window);
    return true;
  }

  /** What follows the JSON of a call. Code may begin like JSON, and is then passed on whole. */
  #readTail(window: ReaderWindow, out: ReaderOutput): boolean {
    const { at, marker } = ALL.search(window.text, window.at);
    const text = window.text.slice(window.at, at);
    window.at = at;
    if (this.#json?.isObject !== true) this.#emit(text, out);
    else if (!this.#noisy && text.trim() !== "") {
      this.#noisy = true;
      out.callProblem("read-call-noise", "there is text behind the arguments of the call; it was left out");
    }
    if (marker === undefined) return false;
    this.#endCall(true, out);
    this.#after(marker, window);
    return true;
  }

  #endCall(complete: boolean, out: ReaderOutput): void {
    if (this.#empty) out.callArguments("{}");
    else if (this.#json?.complete !== true) {
      if (complete) out.callProblem("read-arguments-not-json", "the arguments are not JSON; they were passed on as they are");
    } else if (!this.#json.isObject) out.callProblem("read-arguments-not-object", "the arguments are no JSON object");
    out.endCall(complete);
    this.#json = undefined;
  }

  #readText(window: ReaderWindow, out: ReaderOutput): boolean {
    const { at, marker } = ALL.search(window.text, window.at);
    this.#text(window.text.slice(window.at, at), out);
    window.at = at;
    if (marker === undefined) return false;
    this.#after(marker, window);
    return true;
  }

  /** What a marker behind a body means. */
  #after(marker: string, window: ReaderWindow): void {
    switch (marker) {
      case HARMONY_START:
        window.at += marker.length;
        this.#state = "header";
        this.#header = "";
        return;
      case HARMONY_CHANNEL:
        this.#state = "header";
        this.#header = "";
        return;
      case HARMONY_RETURN:
        this.#state = "done";
        return;
      case HARMONY_MESSAGE:
        // A body without a header is an answer, unless it stands inside one.
        window.at += marker.length;
        if (this.#state === "between") this.#state = "content";
        return;
      default:
        window.at += marker.length;
        this.#state = "between";
    }
  }

  #text(text: string, out: ReaderOutput): void {
    if (this.#state === "reasoning") out.reasoning(text);
    else if (this.#state === "content") out.content(text);
  }
}
