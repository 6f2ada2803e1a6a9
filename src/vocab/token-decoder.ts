import type { TokenTable } from "./token-table.ts";

/**
 * How a token's string stands for bytes.
 * - `raw`: its UTF-8.
 * - `byte-level`: each character is a byte by GPT-2's alphabet; a token with a character outside it is its UTF-8.
 * - `byte-fallback`: `<0xHH>` is a byte; elsewhere `▁` (U+2581) is a space.
 * - `metaspace`: `▁` is a space.
 */
export type TokenDecoder = "raw" | "byte-level" | "byte-fallback" | "metaspace";

/** U+2581, SentencePiece's visible space. */
export const VISIBLE_SPACE = 0x2581;

/**
 * GPT-2's alphabet inverted: the byte of each character, or -1. Printable bytes of Latin-1 stand for themselves, and the 68 others for U+0100 and on, in
 * ascending order.
 */
const BYTE_OF_CHAR = invertByteAlphabet();

function invertByteAlphabet(): Int16Array {
  const byteOf = new Int16Array(0x144).fill(-1);
  let next = 0x100;
  for (let byte = 0; byte < 256; byte++) {
    const isItself = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
    byteOf[isItself ? byte : next++] = byte;
  }
  return byteOf;
}

/** Writes the bytes of the token string `text` as token `id` of the kind. `space`: the character that stands for a space, where it isn't `▁`. */
export function commitDecoded(
  table: TokenTable,
  id: number,
  text: string,
  kind: number,
  decoder: TokenDecoder,
  space = VISIBLE_SPACE,
): void {
  const start = table.used;
  // A UTF-16 unit takes at most three bytes.
  table.reserve(text.length * 3);
  if (decoder === "byte-level") {
    if (!writeByteLevel(table, text)) writeUtf8(table, text, -1);
  } else if (decoder === "byte-fallback") {
    const byte = fallbackByte(text);
    if (byte >= 0) table.pool[table.used++] = byte;
    else writeUtf8(table, text, space);
  } else {
    writeUtf8(table, text, decoder === "metaspace" ? space : -1);
  }
  table.commit(id, start, kind);
}

function writeByteLevel(table: TokenTable, text: string): boolean {
  const { pool } = table;
  let at = table.used;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    const byte = char < BYTE_OF_CHAR.length ? BYTE_OF_CHAR[char] : -1;
    if (byte === -1) return false;
    pool[at++] = byte;
  }
  table.used = at;
  return true;
}

const utf8 = new TextEncoder();

function writeUtf8(table: TokenTable, text: string, space: number): void {
  const shown = space === -1 || !text.includes(String.fromCharCode(space)) ? text : text.replaceAll(String.fromCharCode(space), " ");
  for (let i = 0; i < shown.length; i++) {
    const char = shown.charCodeAt(i);
    if (char >= 0x80) {
      table.used += utf8.encodeInto(shown.slice(i), table.pool.subarray(table.used)).written;
      return;
    }
    table.pool[table.used++] = char;
  }
}

/** The byte of a piece like `<0x0A>` (exactly six characters), or -1. */
function fallbackByte(text: string): number {
  if (text.length !== 6 || !text.startsWith("<0x") || !text.endsWith(">")) return -1;
  const high = hexDigit(text.charCodeAt(3));
  const low = hexDigit(text.charCodeAt(4));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexDigit(char: number): number {
  if (char >= 0x30 && char <= 0x39) return char - 0x30;
  const lower = char | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/**
 * What the token strings themselves say about their decoder: half of the 256 byte pieces make it `byte-fallback`; half of the byte alphabet as single
 * characters, with at least 99 % of the tokens inside the alphabet, make it `byte-level`; undefined where neither holds. This is surer than what a
 * tokenizer file claims.
 */
export function detectDecoder(tokens: readonly (string | null | undefined)[]): "byte-fallback" | "byte-level" | undefined {
  let bytePieces = 0;
  let singles = 0;
  let inside = 0;
  let total = 0;
  for (const text of tokens) {
    if (text === null || text === undefined || text === "") continue;
    total++;
    if (fallbackByte(text) >= 0) bytePieces++;
    let isInside = true;
    for (let i = 0; i < text.length && isInside; i++) {
      const char = text.charCodeAt(i);
      isInside = char < BYTE_OF_CHAR.length && BYTE_OF_CHAR[char] >= 0;
    }
    if (!isInside) continue;
    inside++;
    if (text.length === 1) singles++;
  }
  if (bytePieces >= 128) return "byte-fallback";
  return singles >= 128 && inside >= total * 0.99 ? "byte-level" : undefined;
}
