import { JsonTracker } from "./json-tracker.ts";
import { isCutOff, MarkerSet } from "./marker-set.ts";
import type { ReaderWindow } from "./reader.ts";

/** The markers that may end a JSON body, as its reader asks for them. */
export interface BodyMarkers<M> {
  /** Where one of them may start, from `from` on; -1 if nowhere. */
  next(text: string, from: number): number;
  /** The marker at a place outside of JSON strings; `partial` where the text ends inside what may become one. */
  match(text: string, at: number): M | "partial" | undefined;
  /** The same inside a JSON string: `whole` for a marker that ends the body if the string turns out never to have been closed. */
  matchInString(text: string, at: number): "whole" | "partial" | undefined;
}

/** Literal markers. `ends` end the body outside of strings, `strong` ones (default: `ends`) also end an unclosed string. */
export function literalMarkers(ends: readonly string[], strong: readonly string[] = ends): BodyMarkers<string> {
  const all = new MarkerSet(ends);
  return {
    next(text, from) {
      const { at } = all.search(text, from);
      return at < text.length ? at : -1;
    },
    match(text, at) {
      const hit = all.search(text, at);
      return hit.at !== at ? undefined : (hit.marker ?? "partial");
    },
    matchInString(text, at) {
      if (strong.some((marker) => isCutOff(text, at, marker))) return "partial";
      return strong.some((marker) => text.startsWith(marker, at)) ? "whole" : undefined;
    },
  };
}

/** Text that one stream may read twice after a wrong guess; it keeps hostile input linear. */
export interface RereadBudget {
  characters: number;
}

/** What a {@link RereadBudget} starts with. */
export const REREAD_CHARACTERS = 4 * 1024 * 1024;

/** What may stand between the values of a sequence. */
const BETWEEN = " \n\r\t,;";

export interface JsonBodyOptions {
  /** Several values, with whitespace, commas or semicolons between them. Default: one. */
  readonly sequence?: boolean;
  /** The body ends with its value; no marker is needed. */
  readonly stopAtEnd?: boolean;
}

/** What {@link JsonBody.read} gives where the value ended by itself. */
export const VALUE_END = Symbol("value end");

/**
 * Reads a JSON body up to the marker that ends it. A marker inside a JSON string is data, as long as the text goes on to be JSON; where
 * it does not, the string was never closed, and reading resumes at that marker. So one broken value cannot swallow what follows.
 */
export class JsonBody<M> {
  readonly #markers: BodyMarkers<M>;
  readonly #options: JsonBodyOptions;
  #tracker = new JsonTracker();
  readonly #budget: RereadBudget;
  readonly #emit: (text: string) => void;
  /** Text since a marker inside a string, which is data only if the JSON works out. */
  #doubtful: string | undefined;
  #broken = false;

  constructor(markers: BodyMarkers<M>, budget: RereadBudget, emit: (text: string) => void, options: JsonBodyOptions = {}) {
    this.#markers = markers;
    this.#options = options;
    this.#budget = budget;
    this.#emit = emit;
  }

  /** True where the body is one whole JSON value. */
  get complete(): boolean {
    return !this.#broken && this.#tracker.complete;
  }

  get isObject(): boolean {
    return this.complete && this.#tracker.rootIsObject;
  }

  /** Reads on. The marker that ends the body is returned, not consumed; `undefined`: more text is needed. */
  read(window: ReaderWindow): M | typeof VALUE_END | undefined {
    for (;;) {
      if (this.#options.stopAtEnd === true && this.#doubtful === undefined && this.#ended) return VALUE_END;
      const found = this.#markers.next(window.text, window.at);
      const end = found < 0 ? window.text.length : found;
      if (window.at < end) {
        this.#take(window, end);
        continue;
      }
      if (found < 0) return undefined;
      const inString = !this.#broken && this.#tracker.inString;
      const tag = inString ? this.#insideString(window) : this.#markers.match(window.text, found);
      if (tag === "partial") return undefined;
      if (tag === undefined) this.#take(window, found + 1);
      else if (this.#doubtful !== undefined && !this.complete) this.#rewind(window);
      else {
        this.#settle();
        return tag;
      }
    }
  }

  /** At the end of the stream: true where there is text to be read again. */
  resume(window: ReaderWindow): boolean {
    if (this.#doubtful === undefined) return false;
    this.#rewind(window);
    return true;
  }

  /** Consumes text up to `end`, or less. */
  #take(window: ReaderWindow, end: number): void {
    const doubtful = this.#doubtful;
    const allowed = doubtful === undefined ? end : window.at + this.#budget.characters - doubtful.length;
    const limit = Math.min(end, allowed);
    let stop = limit;
    if (!this.#broken) stop = this.#feed(window.text, window.at, stop);
    if (!this.#broken && this.#tracker.failed) {
      if (doubtful !== undefined) {
        this.#rewind(window);
        return;
      }
      this.#broken = true;
      stop = limit;
    }
    const text = window.text.slice(window.at, stop);
    window.at = stop;
    if (doubtful === undefined) this.#emit(text);
    else this.#doubtful = doubtful + text;
    if (stop === allowed || (this.#ended && this.#options.stopAtEnd === true)) this.#settle();
  }

  get #ended(): boolean {
    return !this.#broken && this.#tracker.ended;
  }

  /** Checks `text[from, to)`. Returns the index up to which it belongs to the body. */
  #feed(text: string, from: number, to: number): number {
    if (this.#options.stopAtEnd === true) return this.#tracker.feedValue(text, from, to);
    if (this.#options.sequence !== true) {
      this.#tracker.feed(text, from, to);
      return to;
    }
    for (let at = from; at < to && !this.#tracker.failed; ) {
      if (this.#tracker.ended) {
        while (at < to && BETWEEN.includes(text[at])) at += 1;
        if (at === to) break;
        this.#tracker = new JsonTracker();
      }
      at = this.#tracker.feedValue(text, at, to);
    }
    return to;
  }

  #insideString({ text, at }: ReaderWindow): "partial" | undefined {
    const found = this.#markers.matchInString(text, at);
    if (found === "whole" && this.#doubtful === undefined && this.#budget.characters > 0) this.#doubtful = "";
    return found === "partial" ? found : undefined;
  }

  #settle(): void {
    if (this.#doubtful !== undefined) this.#emit(this.#doubtful);
    this.#doubtful = undefined;
  }

  #rewind(window: ReaderWindow): void {
    const text = this.#doubtful ?? "";
    this.#doubtful = undefined;
    this.#budget.characters -= text.length;
    this.#broken = true;
    window.text = text + window.text.slice(window.at);
    window.at = 0;
  }
}
