import { type ByteSet, byteRange, byteSet, bytesOfSet, complementSet, hasByte, intersectSets, unionSets } from "../../expr/byte-set.ts";
import { printSet } from "../../expr/print.ts";

const ASCII_TEXT = byteRange(0x20, 0x7e);
const NAMES: readonly (readonly [ByteSet, string])[] = [
  [byteRange(0x30, 0x39), "a digit"],
  [byteRange(0x31, 0x39), "a digit from 1 to 9"],
  [unionSets(byteRange(0x30, 0x39), unionSets(byteRange(0x61, 0x66), byteRange(0x41, 0x46))), "a hexadecimal digit"],
  [byteRange(0x61, 0x7a), "a lower-case letter"],
  [byteRange(0x41, 0x5a), "an upper-case letter"],
  [unionSets(byteRange(0x61, 0x7a), byteRange(0x41, 0x5a)), "a letter"],
  [unionSets(byteRange(0x30, 0x39), unionSets(byteRange(0x61, 0x7a), byteRange(0x41, 0x5a))), "a letter or digit"],
  [byteSet(0x20, 0x09, 0x0a, 0x0d), "whitespace"],
  [byteSet(0x20, 0x09, 0x0a), "whitespace"],
];

/** A set of next bytes in words. */
export function describeBytes(set: ByteSet): string {
  const ascii = intersectSets(set, byteRange(0, 0x7f));
  const beyond = bytesOfSet(set).some((byte) => byte >= 0xc2);
  if (bytesOfSet(set).every((byte) => byte >= 0x80 && byte < 0xc0)) return "the rest of a character";
  const named = NAMES.find(([members]) => members.every((word, index) => word === ascii[index]));
  if (named !== undefined) return beyond ? `${named[1]} or a character beyond ASCII` : named[1];
  if (bytesOfSet(ascii).length === 0) return "a character beyond ASCII";
  const missing = bytesOfSet(intersectSets(ASCII_TEXT, complementSet(ascii)));
  if (missing.length <= 12) {
    const others = missing.map((byte) => JSON.stringify(String.fromCharCode(byte))).join(" ");
    return `any ${beyond ? "" : "ASCII "}character${missing.length === 0 ? "" : ` but ${others}`}`;
  }
  const text = `one of ${printSet(ascii)}`;
  return beyond ? `${text} or a character beyond ASCII` : text;
}

/** True for a set that holds nearly all characters of ASCII. */
export function isText(set: ByteSet): boolean {
  return bytesOfSet(intersectSets(ASCII_TEXT, set)).length > 80;
}

/** True where a digit may come next. */
export function hasDigits(set: ByteSet): boolean {
  for (let byte = 0x31; byte <= 0x39; byte += 1) if (!hasByte(set, byte)) return false;
  return true;
}
