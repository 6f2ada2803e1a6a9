/** Texts behind the newest index that are compared one by one. */
const MAX_CHAIN = 32;

/** An immutable set of texts that grows at its end: a chain of additions, with an index of all earlier ones here and there, so that forks share what they have in common. */
export class SeenTexts {
  static readonly NONE = new SeenTexts(undefined, "");
  readonly size: number;
  readonly #before: SeenTexts | undefined;
  readonly #text: string;
  #index: ReadonlySet<string> | undefined;

  private constructor(before: SeenTexts | undefined, text: string) {
    this.#before = before;
    this.#text = text;
    this.size = before === undefined ? 0 : before.size + 1;
  }

  has(text: string): boolean {
    let steps = 0;
    for (let at: SeenTexts = this; at.#before !== undefined; at = at.#before) {
      if (at.#index !== undefined) return at.#index.has(text);
      if (at.#text === text) return true;
      steps += 1;
      if (steps > MAX_CHAIN) return this.#indexed().has(text);
    }
    return false;
  }

  /** What follows `beginning` in the texts that start with it. */
  endsBehind(beginning: string): string[] {
    const ends: string[] = [];
    for (let at: SeenTexts = this; at.#before !== undefined; at = at.#before) {
      if (at.#text.startsWith(beginning)) ends.push(at.#text.slice(beginning.length));
    }
    return ends;
  }

  /** The set with a text that it does not have. */
  with(text: string): SeenTexts {
    return new SeenTexts(this, text);
  }

  #indexed(): ReadonlySet<string> {
    if (this.#index === undefined) {
      const all = new Set<string>();
      for (let at: SeenTexts = this; at.#before !== undefined; at = at.#before) all.add(at.#text);
      this.#index = all;
    }
    return this.#index;
  }
}
