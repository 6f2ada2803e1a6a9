/** Classes of bytes, of which a set is two words: letters without case, digits, each ASCII mark, controls, characters beyond ASCII, and bytes that are no UTF-8. */
export const CLASS_OF = new Uint8Array(256);
const DIGITS = 26;
const CONTROLS = 27;
export const BEYOND_ASCII = 28;
export const NO_UTF8 = 29;
const FIRST_MARK = 30;

{
  let mark = FIRST_MARK;
  for (let byte = 0; byte < 256; byte += 1) {
    const letter = byte & 0xdf;
    if (byte >= 0x80) CLASS_OF[byte] = BEYOND_ASCII;
    else if (letter >= 0x41 && letter <= 0x5a) CLASS_OF[byte] = letter - 0x41;
    else if (byte >= 0x30 && byte <= 0x39) CLASS_OF[byte] = DIGITS;
    else if (byte < 0x20 || byte === 0x7f) CLASS_OF[byte] = CONTROLS;
    else CLASS_OF[byte] = mark++;
  }
}

/** A set of classes: its lower and its upper 32. */
export interface ByteClasses {
  readonly low: number;
  readonly high: number;
}

export const NO_CLASSES: ByteClasses = { low: 0, high: 0 };

export function union(x: ByteClasses, y: ByteClasses): ByteClasses {
  return { low: x.low | y.low, high: x.high | y.high };
}

export function intersection(x: ByteClasses, y: ByteClasses): ByteClasses {
  return { low: x.low & y.low, high: x.high & y.high };
}

/** The classes of some bytes. */
export function classesOf(bytes: readonly number[]): ByteClasses {
  return bytes.reduce((classes, byte) => union(classes, classOf(byte)), NO_CLASSES);
}

function classOf(byte: number): ByteClasses {
  const index = CLASS_OF[byte];
  return index < 32 ? { low: 1 << index, high: 0 } : { low: 0, high: 1 << (index - 32) };
}

/** Whether a byte is of one of the classes. */
export function hasClassOf(classes: ByteClasses, byte: number): boolean {
  const index = CLASS_OF[byte];
  return ((index < 32 ? classes.low >>> index : classes.high >>> (index - 32)) & 1) === 1;
}

export const WHOLE = 0;
export const BROKEN = 8;

/** Where UTF-8 is behind one more byte: 0 between characters, 1 to 3 that many bytes before the end of one, 4 to 7 behind a first byte that narrows the second, 8 past something wrong. */
export function nextUtf8(state: number, byte: number): number {
  switch (state) {
    case WHOLE:
      if (byte < 0x80) return WHOLE;
      if (byte < 0xc2 || byte > 0xf4) return BROKEN;
      if (byte < 0xe0) return 1;
      if (byte === 0xe0) return 4;
      if (byte === 0xed) return 5;
      if (byte < 0xf0) return 2;
      return byte === 0xf0 ? 6 : byte === 0xf4 ? 7 : 3;
    case 1:
    case 2:
    case 3:
      return isBetween(byte, 0x80, 0xbf) ? state - 1 : BROKEN;
    case 4:
      return isBetween(byte, 0xa0, 0xbf) ? 1 : BROKEN;
    case 5:
      return isBetween(byte, 0x80, 0x9f) ? 1 : BROKEN;
    case 6:
      return isBetween(byte, 0x90, 0xbf) ? 2 : BROKEN;
    case 7:
      return isBetween(byte, 0x80, 0x8f) ? 2 : BROKEN;
    default:
      return BROKEN;
  }
}

function isBetween(byte: number, low: number, high: number): boolean {
  return byte >= low && byte <= high;
}
