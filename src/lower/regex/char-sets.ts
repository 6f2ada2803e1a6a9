import type { CodePointRanges } from "../char-spelling.ts";
import { complementRanges } from "../code-points.ts";

/** `\d` */
export const DIGITS: CodePointRanges = [[0x30, 0x39]];
/** `\w` without the `i` flag. */
export const WORD: CodePointRanges = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
/** `\s`: white space and line terminators of ECMAScript. */
export const SPACE: CodePointRanges = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
export const LINE_TERMINATORS: CodePointRanges = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
/** `.` without the `s` flag. */
export const NOT_LINE_TERMINATOR: CodePointRanges = complementRanges(LINE_TERMINATORS);
