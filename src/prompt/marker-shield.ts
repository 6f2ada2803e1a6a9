import { fail } from "../core/errors.ts";
import type { PromptSegment } from "./prompt.ts";

/** Brackets of a stand-in. Between them are a number and a quote, from which the escaping of the place can be told. */
const BEGIN = "\ue000";
const END = "\ue001";
const STAND_IN = /\ue000(\d+)(\\*"|&quot;|&#34;|&#x22;)\ue001/g;
const MAX_DEPTH = 200;

/** Takes texts that could forge a marker out of values, and puts them back behind rendering, as segments of their own. */
export class MarkerShield {
  readonly #markers: readonly string[];
  readonly #hidden: string[] = [];

  constructor(markers: Iterable<string>) {
    this.#markers = [...markers].filter((marker) => marker !== "");
  }

  /** A copy of plain data in which stand-ins take the place of dangerous texts. Whitespace at the edges stays, since templates trim. */
  hide(value: unknown, depth = 0): unknown {
    if (typeof value === "string") return this.#hideText(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth > MAX_DEPTH) fail("prompt-depth", "", `messages and tools are nested more than ${MAX_DEPTH} deep`, "flatten them");
    if (Array.isArray(value)) return value.map((item) => this.hide(item, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [this.#hideText(key), this.hide(member, depth + 1)]));
  }

  /** The rendered text in segments: the template's own, and the hidden texts, as its escaping asks. */
  reveal(rendered: string): PromptSegment[] {
    const segments: PromptSegment[] = [];
    let at = 0;
    for (const found of rendered.matchAll(STAND_IN)) {
      this.#add(segments, rendered.slice(at, found.index), true);
      this.#add(segments, escaped(this.#hidden[Number(found[1])] ?? "", found[2]), false);
      at = found.index + found[0].length;
    }
    this.#add(segments, rendered.slice(at), true);
    return segments;
  }

  #add(segments: PromptSegment[], text: string, special: boolean): void {
    if (text === "") return;
    if (special && /[\ue000\ue001]/.test(text)) {
      fail(
        "prompt-template-mangled",
        "",
        "the chat template changed a text that holds markers, so it can't be kept from forging them",
        "take the markers out of the message, or use a template that writes texts as they are",
      );
    }
    segments.push({ text, special });
  }

  #hideText(text: string): string {
    if (!this.#isDangerous(text)) return text;
    const core = text.trim();
    const start = text.indexOf(core);
    this.#hidden.push(core);
    return `${text.slice(0, start)}${BEGIN}${this.#hidden.length - 1}"${END}${text.slice(start + core.length)}`;
  }

  /** A marker, or an edge that could become one beside another text. A text with the stand-ins' own brackets is hidden too. */
  #isDangerous(text: string): boolean {
    // A template may trim.
    const core = text.trim();
    if (core === "") return false;
    if (core.includes(BEGIN) || core.includes(END)) return true;
    return this.#markers.some((marker) => {
      if (core.includes(marker)) return true;
      for (let length = 1; length < marker.length; length += 1) {
        if (core.endsWith(marker.slice(0, length)) || core.startsWith(marker.slice(length))) return true;
      }
      return false;
    });
  }
}

function escaped(text: string, quote: string): string {
  if (quote.startsWith("&"))
    return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', quote).replaceAll("'", "&#39;");
  // Each writing as JSON doubles the backslashes and adds one.
  let written = text;
  for (let backslashes = quote.length - 1; backslashes > 0; backslashes = (backslashes - 1) / 2)
    written = JSON.stringify(written).slice(1, -1);
  return written;
}
