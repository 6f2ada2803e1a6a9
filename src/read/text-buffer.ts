/** Characters that are gathered before they are put away as one string. */
const PIECE = 8192;

/**
 * Text that grows by small pieces. Appending piece by piece to one long string makes a chain of millions of links; here the chains
 * stay short, so memory is that of the text.
 */
export class TextBuffer {
  readonly #parts: string[] = [];
  #tail = "";
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(text: string): void {
    this.#tail += text;
    this.#length += text.length;
    if (this.#tail.length < PIECE) return;
    // Looking into a chained string makes the engine lay it out in one piece.
    this.#tail.charCodeAt(PIECE - 1);
    this.#parts.push(this.#tail);
    this.#tail = "";
  }

  toString(): string {
    return this.#parts.join("") + this.#tail;
  }
}
