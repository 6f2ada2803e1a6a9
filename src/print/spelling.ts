import type { CodePointRanges } from "../lower/char-spelling.ts";
import { complementRanges } from "../lower/code-points.ts";

/** Text of a string, without its quotes. `spell` writes what can't stand for itself. */
export function spellText(text: string, isPlain: (character: string) => boolean, spell: (codePoint: number) => string): string {
  return Array.from(text, (character) => (isPlain(character) ? character : spell(character.codePointAt(0)!))).join("");
}

/** A character class with its brackets. One that has all characters beyond ASCII is written as what it leaves out, which engines read best. */
export function spellClass(ranges: CodePointRanges, spell: (codePoint: number) => string): string {
  const left = complementRanges(ranges);
  const isNegated = left.length > 0 && left.at(-1)![1] < 0x80;
  const members = (isNegated ? left : ranges).map(
    ([low, high]) => spell(low) + (high === low ? "" : high === low + 1 ? spell(high) : `-${spell(high)}`),
  );
  return `[${isNegated ? "^" : ""}${members.join("")}]`;
}

/** Printable ASCII and letters, digits, punctuation and symbols beyond it. */
export function isPrintable(character: string): boolean {
  return /^[\x20-\x7e\p{L}\p{N}\p{P}\p{S}]$/u.test(character);
}

export function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}
