import type { TokenRef } from "./types.ts";

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Control characters (Cc) and lone surrogates: nothing that a line of text can show. */
const INVISIBLE = /[\p{Cc}\p{Cs}]/gu;

function codePointEscape(char: string): string {
  return NAMED[char] ?? `\\u{${char.codePointAt(0)!.toString(16)}}`;
}

/** A string in backticks on one line. Only backslash, backtick, control characters and lone surrogates are escaped. */
export function quoteText(text: string): string {
  return `\`${text.replace(/[\\`]/g, "\\$&").replace(INVISIBLE, codePointEscape)}\``;
}

/** A token: its id, or its text in backticks. */
export function quoteToken(token: TokenRef): string {
  return typeof token === "number" ? String(token) : quoteText(token);
}

/**
 * A pattern between slashes on one line. A bare slash gets a backslash and a control character its escape, neither of which changes what
 * the pattern matches; everything else stands as it is.
 */
export function quotePattern(pattern: string): string {
  const shown = pattern.replace(/\\?[/\p{Cc}\p{Cs}]|\\./gsu, (part) => {
    const char = part.slice(-1);
    if (char === "/") return "\\/";
    return part.search(INVISIBLE) < 0 ? part : codePointEscape(char);
  });
  return `/${shown}/`;
}
