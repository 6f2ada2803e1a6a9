/**
 * An immutable set of texts that grows at its end. Sets that grew out of each other share one map, so that adding costs nothing as long as only the newest is added to; a second
 * addition to an older one copies.
 */
export class SeenTexts {
  static readonly NONE = new SeenTexts(new Map(), 0);
  readonly #places: Map<string, number>;
  readonly size: number;

  private constructor(places: Map<string, number>, size: number) {
    this.#places = places;
    this.size = size;
  }

  has(text: string): boolean {
    const place = this.#places.get(text);
    return place !== undefined && place < this.size;
  }

  /** Whether a text of the set starts with `prefix`. */
  hasPrefix(prefix: string): boolean {
    for (const [text, place] of this.#places) if (place < this.size && text.startsWith(prefix)) return true;
    return false;
  }

  /** The set with a text that it does not have. */
  with(text: string): SeenTexts {
    let places = this.#places;
    if (places.size !== this.size || this.size === 0) {
      places = new Map();
      for (const [known, place] of this.#places) if (place < this.size) places.set(known, place);
    }
    places.set(text, this.size);
    return new SeenTexts(places, this.size + 1);
  }
}
