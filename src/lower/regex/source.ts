import { fail } from "../../core/errors.ts";

/** Where in a pattern the parser is, and how its errors are raised. Positions count code points from 0. */
export class PatternSource {
  readonly chars: readonly string[];
  readonly path: string;
  at = 0;

  constructor(text: string, path: string) {
    this.chars = [...text];
    this.path = path;
  }

  get done(): boolean {
    return this.at >= this.chars.length;
  }

  /** The next character, or the empty text at the end. */
  peek(ahead = 0): string {
    return this.chars[this.at + ahead] ?? "";
  }

  next(): string {
    return this.chars[this.at++] ?? "";
  }

  slice(start: number, end: number): string {
    return this.chars.slice(start, end).join("");
  }

  /** Takes `text` if it comes next. */
  take(text: string): boolean {
    for (let index = 0; index < text.length; index += 1) if (this.chars[this.at + index] !== text[index]) return false;
    this.at += text.length;
    return true;
  }

  /** The longest run of characters that pass, taken. */
  takeWhile(passes: (character: string) => boolean, most = Number.POSITIVE_INFINITY): string {
    const start = this.at;
    while (this.at - start < most && !this.done && passes(this.peek())) this.at += 1;
    return this.slice(start, this.at);
  }

  syntaxError(message: string, hint?: string, at = this.at): never {
    return this.#fail("regex-syntax", message, hint, at);
  }

  unsupported(message: string, hint?: string, at = this.at): never {
    return this.#fail("regex-unsupported", message, hint, at);
  }

  ambiguous(message: string, hint: string, at = this.at): never {
    return this.#fail("regex-ambiguous", message, hint, at);
  }

  #fail(code: string, message: string, hint: string | undefined, at: number): never {
    const near = this.slice(Math.max(0, at - 12), at + 12);
    return fail(code, this.path, `the pattern is not valid at character ${at} (near ${JSON.stringify(near)}): ${message}`, hint);
  }
}

export function isDigit(character: string): boolean {
  return character >= "0" && character <= "9" && character.length === 1;
}

export function isHex(character: string): boolean {
  return /^[0-9A-Fa-f]$/.test(character);
}
