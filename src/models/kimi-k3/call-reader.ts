import { writeJsonString } from "../../core/json-write.ts";
import { ArgumentWriter } from "../../read/argument-writer.ts";
import { JsonBody, type RereadBudget, VALUE_END } from "../../read/json-body.ts";
import { compactJson } from "../../read/json-compact.ts";
import type { ReaderOutput } from "../../read/output.ts";
import type { ReaderWindow } from "../../read/reader.ts";
import { TextBuffer } from "../../read/text-buffer.ts";
import { K3_TYPES } from "../../wire/kimi-k3.ts";
import { type K3Attributes, K3AttributeText, parseK3Attributes } from "./attributes.ts";
import { scanK3String } from "./string-body.ts";
import { K3_BODY_MARKERS, type K3Accepts, type K3Tag, scanK3Tag, startsWithK3Token } from "./tags.ts";

const BETWEEN: K3Accepts = { open: ["argument", "json", "call"], close: ["argument", "json", "call", "tools", "message"] };
/** Labels whose values are JSON; other labels are unknown, and their values may be plain text. */
const JSON_LABELS: ReadonlySet<string> = new Set([...K3_TYPES, "integer"]);

/** What the calls of one stream share. */
export interface K3StreamState {
  /** True once a marker had whitespace inside: then the close tags of string values may have it too. */
  spaced: boolean;
  readonly budget: RereadBudget;
}

type Element =
  | { readonly kind: "attributes"; readonly name: "argument" | "json"; readonly text: K3AttributeText }
  | { readonly kind: "string"; holdsTag: boolean }
  | { readonly kind: "value"; readonly body: JsonBody<K3Tag>; readonly key: string; readonly label: string; readonly text: TextBuffer }
  | { readonly kind: "block"; readonly body: JsonBody<K3Tag> };

/**
 * Reads the inside of one call, from its opening tag to its end. A muted call is read just the same, and nothing of it is delivered.
 */
export class K3CallReader {
  readonly #out: ReaderOutput;
  readonly #muted: boolean;
  readonly #stream: K3StreamState;
  readonly #writer: ArgumentWriter;
  #element: Element | undefined;
  /** The element is of the wrong kind or malformed: it is read to its end and left out. */
  #elementMuted = false;
  #argumentsAs: "none" | "typed" | "block" = "none";
  #blockIsEmpty = true;
  #noisy = false;
  #ended = false;

  constructor(out: ReaderOutput, muted: boolean, stream: K3StreamState) {
    this.#out = out;
    this.#muted = muted;
    this.#stream = stream;
    this.#writer = new ArgumentWriter(out);
  }

  /** True once the call is over. The marker that ended it is consumed only if it was the call's own. */
  get ended(): boolean {
    return this.#ended;
  }

  step(window: ReaderWindow): boolean {
    const element = this.#element;
    switch (element?.kind) {
      case undefined:
        return this.#readBetween(window);
      case "attributes":
        return this.#readAttributes(element, window);
      case "string":
        return this.#readString(element, window);
      case "value":
      case "block":
        return this.#readBody(element, window);
    }
  }

  /** At the end of the stream: true where text must be read again, else the arguments are closed as well as they can be. */
  end(window: ReaderWindow): boolean {
    const element = this.#element;
    if ((element?.kind === "value" || element?.kind === "block") && element.body.resume(window)) return true;
    const held = startsWithK3Token(window.text, window.at) ? "" : window.text.slice(window.at);
    if (!this.#silent) {
      if (element?.kind === "string") {
        this.#writer.stringText(held);
        this.#writer.endString();
      } else if (element?.kind === "block") this.#out.callArguments(held);
    }
    this.#end(false);
    return false;
  }

  get #silent(): boolean {
    return this.#muted || this.#elementMuted;
  }

  #end(complete: boolean): void {
    this.#ended = true;
    if (this.#muted) return;
    if (this.#argumentsAs !== "block") this.#writer.close();
    this.#out.endCall(complete);
  }

  #problem(code: string, message: string): void {
    if (!this.#muted) this.#out.callProblem(code, message);
  }

  #readBetween(window: ReaderWindow): boolean {
    if (window.at === window.text.length) return false;
    const { at, tag } = scanK3Tag(window.text, window.at, BETWEEN);
    if (!this.#noisy && window.text.slice(window.at, at).trim() !== "") {
      this.#noisy = true;
      this.#problem("read-call-noise", "there is text between the elements of the call; it was left out");
    }
    window.at = at;
    if (tag === undefined) return false;
    if (tag.spaced) this.#stream.spaced = true;
    if (tag.kind === "open" && (tag.name === "argument" || tag.name === "json")) {
      window.at = tag.end;
      this.#element = { kind: "attributes", name: tag.name, text: new K3AttributeText() };
    } else if (tag.kind === "close" && tag.name === "call") {
      window.at = tag.end;
      this.#end(true);
    } else if (tag.kind === "close" && (tag.name === "argument" || tag.name === "json")) window.at = tag.end;
    else this.#end(false);
    return true;
  }

  #readAttributes(element: Element & { kind: "attributes" }, window: ReaderWindow): boolean {
    const outcome = element.text.read(window);
    if (outcome === "more") return false;
    const attributes = outcome === "whole" ? parseK3Attributes(element.text.text) : undefined;
    this.#elementMuted = false;
    if (element.name === "json") this.#beginBlock();
    else this.#beginArgument(attributes);
    return true;
  }

  #beginBlock(): void {
    if (this.#argumentsAs === "none") this.#argumentsAs = "block";
    else this.#leaveOut("read-call-mixed", "the call has a json block beside other arguments; it was left out");
    const body = new JsonBody(K3_BODY_MARKERS, this.#stream.budget, (text) => {
      if (this.#silent) return;
      this.#blockIsEmpty = false;
      this.#out.callArguments(text);
    });
    this.#element = { kind: "block", body };
  }

  #beginArgument(attributes: K3Attributes | undefined): void {
    if (attributes === undefined) {
      this.#leaveOut("read-argument-header-malformed", "the opening tag of an argument is malformed; the argument was left out");
    } else if (this.#argumentsAs === "block") {
      this.#leaveOut("read-call-mixed", "the call has an argument beside its json block; the argument was left out");
    } else this.#argumentsAs = "typed";
    const key = attributes?.get("key") ?? "";
    const label = attributes?.get("type") ?? "string";
    if (label === "string") {
      this.#element = { kind: "string", holdsTag: false };
      if (!this.#silent) this.#writer.beginString(key);
      return;
    }
    const body = new JsonBody(K3_BODY_MARKERS, this.#stream.budget, (text) => {
      // One character past the limit is enough to know.
      const room = this.#out.maxArgumentLength + 1 - element.text.length;
      if (!this.#silent && room > 0) element.text.append(text.length > room ? text.slice(0, room) : text);
    });
    const element: Element & { kind: "value" } = { kind: "value", body, key, label, text: new TextBuffer() };
    this.#element = element;
  }

  #leaveOut(code: string, message: string): void {
    this.#elementMuted = true;
    this.#problem(code, message);
  }

  #readString(element: Element & { kind: "string" }, window: ReaderWindow): boolean {
    const { at, after, byCall, holdsTag } = scanK3String(window.text, window.at, this.#stream.spaced);
    element.holdsTag ||= holdsTag;
    if (!this.#silent) this.#writer.stringText(window.text.slice(window.at, at));
    window.at = after ?? at;
    if (after === undefined) return false;
    if (!this.#silent) this.#writer.endString();
    this.#element = undefined;
    if (!byCall) return true;
    if (element.holdsTag) this.#problem("read-argument-unclosed", "a string argument has no end of its own and holds further tags");
    this.#end(true);
    return true;
  }

  #readBody(element: Element & { kind: "value" | "block" }, window: ReaderWindow): boolean {
    const tag = element.body.read(window);
    if (tag === undefined || tag === VALUE_END) return false;
    this.#element = undefined;
    if (tag.spaced) this.#stream.spaced = true;
    const own = tag.kind === "close" && tag.name === (element.kind === "block" ? "json" : "argument");
    if (own) window.at = tag.end;
    if (this.#silent) return true;
    if (element.kind === "block") this.#endBlock(element.body);
    // A value may lack its own end if the call goes on; where the call breaks off, its last value is not to be trusted.
    else if (tag.name === "argument" || tag.name === "json" || (tag.name === "call" && tag.kind === "close")) this.#endValue(element);
    return true;
  }

  #endBlock(body: JsonBody<K3Tag>): void {
    if (this.#blockIsEmpty) this.#out.callArguments("{}");
    else if (!body.complete) this.#problem("read-arguments-not-json", "the json block is not JSON; it was passed on as it is");
    else if (!body.isObject) this.#problem("read-arguments-not-object", "the json block is no JSON object");
  }

  #endValue({ body, key, label, text: buffer }: Element & { kind: "value" }): void {
    if (buffer.length > this.#out.maxArgumentLength) {
      this.#out.argumentsTooLong();
      return;
    }
    const text = buffer.toString();
    const json = body.complete ? compactJson(text) : undefined;
    if (json === undefined && JSON_LABELS.has(label)) {
      this.#problem(
        "read-argument-not-json",
        `the argument ${writeJsonString(key)} is labelled ${label} and is no JSON; it is given as text`,
      );
    }
    this.#writer.value(key, json ?? writeJsonString(text));
  }
}
