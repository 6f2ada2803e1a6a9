import { JsonTracker } from "../../read/json-tracker.ts";
import { isCutOff } from "../../read/marker-set.ts";
import type { ReaderWindow } from "../../read/reader.ts";
import { type K3Element, k3Close } from "../../wire/kimi-k3.ts";
import { type K3Accepts, type K3Tag, matchK3Tag, nextK3Token } from "./tags.ts";

/** Outside of a JSON string no marker can be data, so every marker of a call ends the body. */
const OUTSIDE: K3Accepts = { open: ["argument", "json", "call"], close: ["argument", "json", "call", "tools", "message"] };
const INSIDE: readonly K3Element[] = ["argument", "json", "call", "tools", "message"];
const INSIDE_MARKERS = INSIDE.map(k3Close);

/** Text that one stream may read twice after a wrong guess; it keeps hostile input linear. */
export interface RereadBudget {
  characters: number;
}

/**
 * Reads a JSON body up to the marker that ends it. A marker inside a JSON string is data, as long as the text goes on to be JSON; where
 * it does not, the string was never closed, and reading resumes at that marker. So one broken value cannot swallow what follows.
 */
export class K3JsonBody {
  readonly #tracker = new JsonTracker();
  readonly #budget: RereadBudget;
  readonly #emit: (text: string) => void;
  /** Text since a marker inside a string, which is data only if the JSON works out. */
  #doubtful: string | undefined;
  #broken = false;

  constructor(budget: RereadBudget, emit: (text: string) => void) {
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
  read(window: ReaderWindow): K3Tag | undefined {
    for (;;) {
      const found = nextK3Token(window.text, window.at);
      const end = found < 0 ? window.text.length : found;
      if (window.at < end) {
        this.#take(window, end);
        continue;
      }
      if (found < 0) return undefined;
      const inString = !this.#broken && this.#tracker.inString;
      const tag = inString ? this.#insideString(window) : matchK3Tag(window.text, found, OUTSIDE);
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
    const stop = Math.min(end, allowed);
    if (!this.#broken && this.#tracker.feed(window.text, window.at, stop) >= 0) {
      if (doubtful !== undefined) {
        this.#rewind(window);
        return;
      }
      this.#broken = true;
    }
    const text = window.text.slice(window.at, stop);
    window.at = stop;
    if (doubtful === undefined) this.#emit(text);
    else this.#doubtful = doubtful + text;
    if (stop === allowed) this.#settle();
  }

  #insideString({ text, at }: ReaderWindow): "partial" | undefined {
    if (INSIDE_MARKERS.some((marker) => isCutOff(text, at, marker))) return "partial";
    if (this.#doubtful === undefined && this.#budget.characters > 0 && INSIDE_MARKERS.some((marker) => text.startsWith(marker, at))) {
      this.#doubtful = "";
    }
    return undefined;
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
