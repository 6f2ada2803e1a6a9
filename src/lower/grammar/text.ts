import { fail } from "../../core/errors.ts";

/** Where the parser is in a grammar's text. Positions are code units. */
export class GrammarText {
  readonly text: string;
  readonly path: string;
  at = 0;

  constructor(text: string, path: string) {
    this.text = text;
    this.path = path;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  peek(): string {
    return this.text[this.at] ?? "";
  }

  /** The next code point, taken; the empty text at the end. */
  next(): string {
    const code = this.text.codePointAt(this.at);
    if (code === undefined) return "";
    const character = String.fromCodePoint(code);
    this.at += character.length;
    return character;
  }

  take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** What a sticky expression matches here, taken. */
  match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }

  /** Takes white space, line ends and comments. */
  skipSpace(): void {
    while (this.match(SPACE) !== undefined || this.match(COMMENT) !== undefined);
  }

  fail(code: string, message: string, hint?: string, at = this.at): never {
    let line = 1;
    let start = 0;
    for (let end = this.text.indexOf("\n"); end !== -1 && end < at; end = this.text.indexOf("\n", end + 1)) {
      line += 1;
      start = end + 1;
    }
    return fail(code, this.path, `${message}, in line ${line}, column ${at - start + 1}`, hint);
  }

  syntaxError(message: string, hint?: string, at = this.at): never {
    return this.fail("grammar-syntax", message, hint, at);
  }
}

const SPACE = /[ \t\r\n]+/y;
const COMMENT = /#[^\n]*/y;
