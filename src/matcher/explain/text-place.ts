/** A place in a text. */
export interface TextPlace {
  /** UTF-8 bytes before it. It may lie inside a character. */
  readonly byteOffset: number;
  /** UTF-16 units before the character at it: an index into a JavaScript string. */
  readonly offset: number;
  /** From 1; lines end with a line feed. */
  readonly line: number;
  /** Characters (code points) of the line before it, plus 1. */
  readonly column: number;
  /** The character there; undefined at the end of the text. */
  readonly character: string | undefined;
}

/** Where a byte stands. Bytes that are no UTF-8 count as one character each. */
export function textPlace(bytes: Uint8Array, byteOffset: number): TextPlace {
  let start = Math.min(byteOffset, bytes.length);
  // To the first byte of the character.
  for (let back = 0; back < 3 && start > 0 && start < bytes.length && (bytes[start] & 0xc0) === 0x80; back += 1) start -= 1;
  const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.slice(0, start));
  const lineStart = before.lastIndexOf("\n") + 1;
  const after = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.slice(start, start + 4));
  const [character] = after;
  return {
    byteOffset,
    offset: before.length,
    line: before.split("\n").length,
    column: [...before.slice(lineStart)].length + 1,
    character,
  };
}
