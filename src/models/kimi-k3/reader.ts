import { REREAD_CHARACTERS } from "../../read/json-body.ts";
import type { ReaderOutput } from "../../read/output.ts";
import { createStreamReader, type ReaderMachine, type ReaderOptions, type ReaderWindow, type StreamReader } from "../../read/reader.ts";
import { K3_MARKERS, K3_SEP } from "../../wire/kimi-k3.ts";
import { type K3Attributes, K3AttributeText, parseK3Attributes } from "./attributes.ts";
import { K3CallReader, type K3StreamState } from "./call-reader.ts";
import type { K3PromptOpens } from "./start-state.ts";
import { type K3Accepts, type K3Tag, scanK3Tag, startsWithK3Token } from "./tags.ts";

export interface KimiK3ReaderOptions extends ReaderOptions {
  /** The channel that the prompt has opened already, as `kimiK3PromptOpens` reads it off the prompt; default `none`. */
  readonly promptOpens?: K3PromptOpens;
}

/**
 * Reads Kimi K3's output (XTML). Every marker that can end a region ends it, also where the model forgot the marker that should have
 * come first, so one fault never swallows what follows.
 */
export function kimiK3Reader(options: KimiK3ReaderOptions = {}): StreamReader {
  return createStreamReader(new K3Machine(options.promptOpens ?? "none"), options, K3_MARKERS);
}

type TextState = "idle" | "think" | "response";
type Region = TextState | "epilogue" | "tools" | "done";

/** The markers of each region; everything else is its text. A call is recognised without its section as well. */
const ACCEPTS: Readonly<Record<Region, K3Accepts>> = {
  idle: { open: ["think", "response", "tools", "call", "message"], close: ["think", "response", "message"] },
  think: { open: ["think", "response", "tools", "call"], close: ["think", "response", "message"] },
  response: { open: ["think", "response", "tools", "call"], close: ["think", "response", "message"] },
  epilogue: { open: ["response", "tools", "call"], close: ["message"] },
  tools: { open: ["tools", "call"], close: ["tools", "message"] },
  done: { open: [], close: [] },
};

/** Whitespace between channels that is held back until it is known to be structure or text. */
const MAX_HELD_SPACE = 1024;

class K3Machine implements ReaderMachine {
  #region: Region;
  /** True until the start region has seen its first text or marker: there an echo of the prompt's last tag is swallowed. */
  #atStart = true;
  /** True once there is visible text. */
  #answered = false;
  #hadTools = false;
  #heldSpace = "";
  /** The opening tag of a call or of the message, while its attributes are read: its text so far. */
  #tag: { readonly name: "call" | "message"; readonly lead: string; readonly attributes: K3AttributeText } | undefined;
  #call: K3CallReader | undefined;
  readonly #stream: K3StreamState = { spaced: false, budget: { characters: REREAD_CHARACTERS } };

  constructor(promptOpens: K3PromptOpens) {
    this.#region = promptOpens === "none" ? "idle" : promptOpens;
  }

  step(window: ReaderWindow, out: ReaderOutput): boolean {
    if (this.#call !== undefined) {
      const further = this.#call.step(window);
      if (this.#call.ended) this.#call = undefined;
      return further;
    }
    if (this.#tag !== undefined) return this.#readAttributes(window, out);
    return this.#readRegion(window, out);
  }

  end(window: ReaderWindow, out: ReaderOutput): void {
    while (this.#call?.end(window) === true) {
      while (this.step(window, out));
    }
    if (this.#call !== undefined) return;
    if (this.#tag?.name === "call") {
      out.problem("read-call-header-cut-off", "the output ended inside the opening tag of a call, which was dropped");
    } else if (this.#tag === undefined && !startsWithK3Token(window.text, window.at)) {
      // A part of a special token can only be text; what starts with a whole one is a truncated marker.
      this.#text(window.text.slice(window.at), out);
    }
  }

  #readRegion(window: ReaderWindow, out: ReaderOutput): boolean {
    if (window.at === window.text.length) return false;
    if (this.#region === "done") {
      window.at = window.text.length;
      return false;
    }
    const { at, tag } = scanK3Tag(window.text, window.at, ACCEPTS[this.#region]);
    if (at > window.at) this.#text(window.text.slice(window.at, at), out);
    window.at = at;
    if (tag === undefined) return false;
    window.at = tag.end;
    if (tag.spaced) this.#stream.spaced = true;
    this.#onTag(tag, window.text.slice(at, tag.end), out);
    this.#atStart = false;
    return true;
  }

  #text(text: string, out: ReaderOutput): void {
    if (text === "") return;
    switch (this.#region) {
      case "think":
        out.reasoning(text);
        break;
      case "response":
        this.#answered = true;
        out.content(text);
        break;
      case "idle": {
        // Whitespace around channels is structure; in front of text it is content.
        const all = this.#heldSpace + text;
        if (!this.#answered && all.length <= MAX_HELD_SPACE && all.trim() === "") {
          this.#heldSpace = all;
          return;
        }
        this.#heldSpace = "";
        this.#answered = true;
        out.content(all);
        break;
      }
      case "epilogue":
      case "tools":
      case "done":
        return;
    }
    this.#atStart = false;
  }

  #enter(region: Region): void {
    this.#region = region;
    this.#heldSpace = "";
  }

  #onTag(tag: K3Tag, spelled: string, out: ReaderOutput): void {
    const region = this.#region;
    const open = tag.kind === "open";
    switch (tag.name) {
      case "think":
        // A close tag outside of the reasoning is noise. An opening tag inside a text is prose, unless it echoes the prompt.
        if (!open) this.#enter(region === "think" ? "idle" : region);
        else if (region === "idle" || (region === "response" && !this.#answered)) this.#enter("think");
        else if (!this.#atStart) this.#text(spelled, out);
        return;
      case "response":
        if (!open) this.#enter("epilogue");
        else if (region !== "epilogue" || !(this.#answered || this.#hadTools)) this.#enter("response");
        return;
      case "tools":
        this.#hadTools = true;
        this.#enter(open ? "tools" : "epilogue");
        return;
      case "message":
        if (!open) this.#enter("done");
        else if (this.#atStart) this.#tag = { name: "message", lead: spelled, attributes: new K3AttributeText() };
        else this.#text(spelled, out);
        return;
      case "call":
        this.#tag = { name: "call", lead: spelled, attributes: new K3AttributeText() };
        return;
      case undefined:
        this.#enter("done");
        return;
      case "argument":
      case "json":
        // No region outside of a call knows them.
        return;
    }
  }

  #readAttributes(window: ReaderWindow, out: ReaderOutput): boolean {
    const { name, lead, attributes: read } = this.#tag!;
    const outcome = read.read(window);
    if (outcome === "more") return false;
    this.#tag = undefined;
    if (name === "message") return true;
    const attributes = outcome === "whole" ? parseK3Attributes(read.text) : undefined;
    const inText = this.#region !== "tools" && this.#region !== "epilogue";
    const tool = attributes?.get("tool") ?? "";
    if (inText && (tool === "" || !out.declares(tool))) {
      // Without its section only a whole tag that names a known tool is a call.
      this.#text(`${lead}${read.text}${outcome === "whole" ? K3_SEP : ""}`, out);
    } else this.#beginCall(attributes, tool, out);
    return true;
  }

  #beginCall(attributes: K3Attributes | undefined, tool: string, out: ReaderOutput): void {
    this.#enter("tools");
    this.#hadTools = true;
    if (attributes === undefined) out.problem("read-call-header-malformed", "the opening tag of a call is malformed; the call was dropped");
    else if (tool === "") out.problem("read-call-unnamed", "a call names no tool; it was dropped");
    else out.startCall(tool);
    this.#call = new K3CallReader(out, tool === "", this.#stream);
  }
}
