import { decodePunycode } from "./punycode.ts";

const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
/** RFC 5892: letters, digits and marks of every script. */
const PVALID = /^[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}-]$/u;
/** RFC 5892 §2.6, the exceptions, and what normalisation would change. */
const EXCEPTIONS_VALID = new Set("\u00df\u03c2\u06fd\u06fe\u0f0b\u3007");
const EXCEPTIONS_DISALLOWED = new Set("\u0640\u07fa\u302e\u302f\u3031\u3032\u3033\u3034\u3035\u303b");
const DOTS = /[.\u3002\uff0e\uff61]/;

/** RFC 1123 host name, whose `xn--` labels must hold what RFC 5890 allows. */
export function isHostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every(isAsciiLabel);
}

/** RFC 5890 host name in any script. */
export function isIdnHostname(text: string): boolean {
  const labels = text.split(DOTS);
  return text.length <= 253 && labels.every((label) => (/^[\x00-\x7f]*$/.test(label) ? isAsciiLabel(label) : isUnicodeLabel(label)));
}

function isAsciiLabel(label: string): boolean {
  if (!LABEL.test(label)) return false;
  if (label.slice(2, 4) !== "--") return true;
  if (!/^xn--/i.test(label)) return false;
  const decoded = decodePunycode(label.slice(4));
  return decoded !== undefined && isUnicodeLabel(decoded);
}

function isUnicodeLabel(label: string): boolean {
  const chars = [...label];
  if (chars.length === 0 || chars.length > 63) return false;
  if (label.startsWith("-") || label.endsWith("-") || chars.slice(2, 4).join("") === "--") return false;
  if (label.normalize("NFC") !== label || /^\p{M}/u.test(label)) return false;
  return chars.every((char, index) => isAllowed(char, index, chars));
}

function isAllowed(char: string, index: number, chars: readonly string[]): boolean {
  const before = chars[index - 1] ?? "";
  const after = chars[index + 1] ?? "";
  switch (char) {
    // RFC 5892 appendix A: characters that are right only in their own surroundings.
    case "\u00b7":
      return before === "l" && after === "l";
    case "\u0375":
      return /\p{Script=Greek}/u.test(after);
    case "\u05f3":
    case "\u05f4":
      return /\p{Script=Hebrew}/u.test(before);
    case "\u30fb":
      return chars.some((other) => other !== char && /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(other));
    case "\u200c":
    case "\u200d":
      return isVirama(before) || (char === "\u200c" && joins(before) && joins(after));
  }
  if (EXCEPTIONS_VALID.has(char)) return true;
  if (EXCEPTIONS_DISALLOWED.has(char)) return false;
  if (/[\u0660-\u0669]/.test(char)) return !chars.some((other) => /[\u06f0-\u06f9]/.test(other));
  if (/[\u06f0-\u06f9]/.test(char)) return !chars.some((other) => /[\u0660-\u0669]/.test(other));
  return PVALID.test(char) && char.normalize("NFKC").toLowerCase() === char;
}

function isVirama(char: string): boolean {
  return /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u0e3a\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3]/.test(
    char,
  );
}

/** Letters of the scripts that join: near enough to the joining types, which JavaScript does not know. */
function joins(char: string): boolean {
  return /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]/u.test(char);
}
