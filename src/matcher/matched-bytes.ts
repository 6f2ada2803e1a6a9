import type { MatchedText } from "../expr/definitions.ts";

/** The bytes that a matcher has accepted, as effects see them. */
export class MatchedBytes implements MatchedText {
  #bytes = new Uint8Array(256);
  length = 0;

  push(byte: number): void {
    if (this.length === this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.length] = byte;
    this.length += 1;
  }

  slice(start: number, end: number): Uint8Array {
    return this.#bytes.slice(start, Math.min(end, this.length));
  }

  clone(): MatchedBytes {
    const copy = new MatchedBytes();
    copy.#bytes = this.#bytes.slice();
    copy.length = this.length;
    return copy;
  }
}
