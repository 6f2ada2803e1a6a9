import type { ExprArena } from "../../../expr/arena.ts";
import type { ExprId } from "../../../expr/kinds.ts";
import type { CharSpelling } from "../../char-spelling.ts";
import { lowerRegex } from "../../regex/lower.ts";

/** Groups within groups that a written regular expression may have. */
const MAX_NESTING = 4;

const HEX = "[0-9A-Fa-f]";
const ESCAPE = `\\\\(?:[dDsSwW]|[\\^$\\\\.*+?()\\[\\]{}|\\/]|[fnrtv]|c[A-Za-z]|x${HEX}{2}|u${HEX}{4}|u\\{(?:0*${HEX}{1,5}|0*10${HEX}{4})\\})`;

/** `a-z` and the like: two digits or two letters of one case, in order. */
function classRanges(): string {
  const options: string[] = [];
  for (const [first, last] of ["09", "AZ", "az"]) {
    const end = last.charCodeAt(0);
    for (let low = first.charCodeAt(0); low <= end; low += 1)
      options.push(`${String.fromCharCode(low)}-[${String.fromCharCode(low)}-${last}]`);
  }
  return options.join("|");
}

/** `{2}`, `{2,}`, `{2,5}` with bounds in order, of up to two digits. */
function counts(): string {
  const options = ["\\d+", "\\d+,", "\\d,[1-9]\\d"];
  for (let low = 0; low <= 9; low += 1) options.push(`${low},[${low}-9]`);
  for (let tens = 1; tens <= 9; tens += 1) {
    if (tens < 9) options.push(`${tens}\\d,[${tens + 1}-9]\\d`);
    for (let low = 0; low <= 9; low += 1) options.push(`${tens}${low},${tens}[${low}-9]`);
  }
  return `\\{(?:${options.join("|")})\\}`;
}

/** Regular expressions of ECMAScript in Unicode mode: a subset, without names, back references, property escapes and deep nesting. */
export function lowerRegexFormat(arena: ExprArena, spelling: CharSpelling): ExprId {
  const lower = (source: string): ExprId => lowerRegex(arena, source, { spelling, mode: "whole", flags: "u" });
  const characterClass = `\\[\\^?(?:${classRanges()}|[^\\\\\\]\\[\\^\\-]|${ESCAPE})*-?\\]`;
  const single = lower(`[^\\^$\\\\.*+?()\\[\\]{}|]|\\.|${ESCAPE}|${characterClass}`);
  const quantifier = lower(`(?:(?:[*+?]|${counts()})\\??)?`);
  const assertion = lower("\\^|\\$|\\\\[bB]");
  const [open, lookOpen, close, or] = ["\\((?:\\?:)?", "\\(\\?<?[=!]", "\\)", "\\|"].map(lower);
  let inner: ExprId | undefined;
  for (let level = 0; ; level += 1) {
    const atom = inner === undefined ? single : arena.alt2(single, arena.seq(open, inner, close));
    const parts = [arena.seq2(atom, quantifier), assertion];
    if (inner !== undefined) parts.push(arena.seq(lookOpen, inner, close));
    const sequence = arena.star(arena.alt(parts));
    inner = arena.seq2(sequence, arena.star(arena.seq2(or, sequence)));
    if (level === MAX_NESTING) return inner;
  }
}
