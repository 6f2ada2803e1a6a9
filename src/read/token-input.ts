import { MarkerSet } from "./marker-set.ts";

/** What reading token ids needs of a vocabulary; `Vocabulary` of the engine is one. */
export interface ReaderVocabulary {
  /** The bytes of a token; empty for an id that stands for nothing. */
  bytesOf(id: number): Uint8Array;
  isSpecial(id: number): boolean;
  /** Text of each special token to its id. */
  readonly specialTokens: ReadonlyMap<string, number>;
}

/** Stands behind the first character of a special token that was spelled with text tokens, so that no reader takes it for the token. A noncharacter. */
const GUARD = "\ufdd0";
const GUARDS = /\ufdd0/g;

/** Text without the guards that {@link TokenInput} put in. */
export function withoutGuards(text: string): string {
  return text.includes(GUARD) ? text.replace(GUARDS, "") : text;
}

/**
 * Turns token ids into text in which only special tokens spell special tokens: the same text written with other tokens is marked by guards. Special tokens
 * that are no part of any marker are left out.
 */
export class TokenInput {
  readonly #vocabulary: ReaderVocabulary;
  readonly #markerParts: ReadonlySet<string>;
  readonly #spelled: MarkerSet | undefined;
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  /** The end of the text so far, where it may become the spelling of a special token. */
  #held = "";

  constructor(vocabulary: ReaderVocabulary, markers: readonly string[]) {
    this.#vocabulary = vocabulary;
    const parts = [...vocabulary.specialTokens.keys()].filter((text) => text !== "" && markers.some((marker) => marker.includes(text)));
    this.#markerParts = new Set(parts);
    this.#spelled = parts.length === 0 ? undefined : new MarkerSet(parts);
  }

  /** The text of further tokens, as far as it is sure. */
  push(ids: Iterable<number>): string {
    let out = "";
    for (const id of ids) {
      const bytes = this.#vocabulary.bytesOf(id);
      if (!this.#vocabulary.isSpecial(id)) {
        this.#decoder ??= new TextDecoder("utf-8", { ignoreBOM: true });
        out += this.#text(this.#decoder.decode(bytes, { stream: true }));
        continue;
      }
      out += this.flush();
      const text = new TextDecoder().decode(bytes);
      if (this.#markerParts.has(text)) out += text;
    }
    return out;
  }

  /** What was waiting: no text token follows directly. */
  flush(): string {
    const out = this.#text(this.#decoder?.decode() ?? "") + this.#held;
    this.#decoder = undefined;
    this.#held = "";
    return out;
  }

  #text(piece: string): string {
    if (piece === "") return "";
    const text = this.#held + (piece.includes(GUARD) ? piece.replace(GUARDS, "\ufffd") : piece);
    this.#held = "";
    if (this.#spelled === undefined) return text;
    let out = "";
    for (let from = 0; ; ) {
      const { at, marker } = this.#spelled.search(text, from);
      if (marker === undefined) {
        this.#held = text.slice(at);
        return out + text.slice(from, at);
      }
      out += text.slice(from, at + 1) + GUARD;
      from = at + 1;
    }
  }
}
