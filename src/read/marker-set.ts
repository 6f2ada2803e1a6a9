/** Where a search ended: at a whole marker, or (`marker` undefined) at the place from which the text must be held back. */
export interface MarkerHit {
  readonly at: number;
  readonly marker: string | undefined;
}

/**
 * Finds literal markers in text that arrives in pieces. The earliest marker wins, the longest among those that start at one place; the
 * answer never depends on where the text was cut.
 */
export class MarkerSet {
  readonly #markers: readonly string[];
  readonly #first: RegExp;

  constructor(markers: Iterable<string>) {
    this.#markers = [...new Set(markers)].sort((a, b) => b.length - a.length);
    if (this.#markers.length === 0 || this.#markers.includes("")) throw new TypeError("a marker set needs markers, none of them empty");
    const starts = [...new Set(this.#markers.map((marker) => marker.charCodeAt(0).toString(16).padStart(4, "0")))];
    this.#first = new RegExp(`[${starts.map((hex) => `\\u${hex}`).join("")}]`, "g");
  }

  /** Searches from `from`. What lies before `at` is plain text for good; `at` = the text's length if nothing is held back. */
  search(text: string, from: number): MarkerHit {
    this.#first.lastIndex = from;
    for (let start = this.#first.exec(text); start !== null; start = this.#first.exec(text)) {
      const at = start.index;
      for (const marker of this.#markers) {
        if (text.startsWith(marker, at)) return { at, marker };
        if (isCutOff(text, at, marker)) return { at, marker: undefined };
      }
    }
    return { at: text.length, marker: undefined };
  }
}

/** True where the text ends inside `marker`, which would start at `at`: a proper prefix of it, at least one character long. */
export function isCutOff(text: string, at: number, marker: string): boolean {
  const rest = text.length - at;
  return rest > 0 && rest < marker.length && marker.startsWith(text.slice(at));
}
