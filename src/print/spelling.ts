import type { CodePointRanges } from "../lower/char-spelling.ts";

/** Text of a string, without its quotes. `spell` writes what can't stand for itself. */
export function spellText(text: string, isPlain: (character: string) => boolean, spell: (codePoint: number) => string): string {
  return Array.from(text, (character) => (isPlain(character) ? character : spell(character.codePointAt(0)!))).join("");
}

/** Members of a character class, without its brackets. Ranges are never written as what they leave out: engines differ in what that is. */
export function spellRanges(ranges: CodePointRanges, spell: (codePoint: number) => string): string {
  return ranges.map(([low, high]) => spell(low) + (high === low ? "" : high === low + 1 ? spell(high) : `-${spell(high)}`)).join("");
}

/** Printable ASCII and letters, digits, punctuation and symbols beyond it. */
export function isPrintable(character: string): boolean {
  return /^[\x20-\x7e\p{L}\p{N}\p{P}\p{S}]$/u.test(character);
}

export function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}
