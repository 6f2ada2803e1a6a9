/** Value of each base64 character, or -1. */
const DIGITS = new Int8Array(256).fill(-1);
"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".split("").forEach((char, value) => {
  DIGITS[char.charCodeAt(0)] = value;
});

const PADDING = 0x3d;

/**
 * Decodes the base64 characters `text[from..to)` into `into` from `at` on, without an object per token (a rank file has 200,000 of them).
 * @returns the place after the last byte written, or -1 where the text is no base64. `into` must have room for three bytes in four characters.
 */
export function decodeBase64(text: Uint8Array, from: number, to: number, into: Uint8Array, at: number): number {
  let stop = to;
  if (stop > from && text[stop - 1] === PADDING) stop--;
  if (stop > from && stop === to - 1 && text[stop - 1] === PADDING) stop--;
  const hasPadding = stop < to;
  const rest = (stop - from) & 3;
  if (rest === 1 || (hasPadding && ((to - from) & 3) !== 0)) return -1;
  let invalid = 0;
  let i = from;
  for (; i + 4 <= stop; i += 4) {
    const a = DIGITS[text[i]];
    const b = DIGITS[text[i + 1]];
    const c = DIGITS[text[i + 2]];
    const d = DIGITS[text[i + 3]];
    invalid |= a | b | c | d;
    const word = (a << 18) | (b << 12) | (c << 6) | d;
    into[at++] = word >> 16;
    into[at++] = word >> 8;
    into[at++] = word;
  }
  if (rest >= 2) {
    const a = DIGITS[text[i]];
    const b = DIGITS[text[i + 1]];
    const c = rest === 3 ? DIGITS[text[i + 2]] : 0;
    invalid |= a | b | c;
    into[at++] = (a << 2) | (b >> 4);
    if (rest === 3) into[at++] = (b << 4) | (c >> 2);
  }
  return invalid < 0 ? -1 : at;
}
