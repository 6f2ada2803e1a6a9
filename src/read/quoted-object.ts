import type { Json } from "../core/json.ts";
import { writeJsonString } from "../core/json-write.ts";
import type { ReadArgument, ReadInside } from "./buffered-body.ts";
import { coercionOf } from "./coerce.ts";
import { jsonText } from "./json-compact.ts";

/** Nesting that is read. */
const MAX_DEPTH = 500;
const KEY = /\s*([^\s:=,{}[\]"'<]+)\s*[:=]/y;
const STOP = /[,}\]]/g;
/** Longest text whose opening quote may be missing. */
const MAX_UNOPENED = 4096;
const NEXT_KEY = /,\s*[A-Za-z_]\w*\s*[:=]/g;

/**
 * Reads objects with bare keys and strings in quotes that are markers (`{key:<|"|>text<|"|>,n:3}`), as Gemma's models write them, and what they make of it:
 * quotes that are missing on one side, quotes of JSON and Python, a missing bracket at the end.
 */
export class QuotedObjectReader {
  readonly #quote: string;
  #text = "";
  #at = 0;
  #broken = false;
  /** Where the next quote stands, as far as it is known. */
  #nextQuote = -1;

  constructor(quote: string) {
    this.#quote = quote;
  }

  /** The members of an object, from behind its opening bracket. */
  read(text: string, parameters: Json | undefined, cutOff: boolean): ReadInside {
    this.#text = text;
    this.#at = 0;
    this.#broken = false;
    this.#nextQuote = -1;
    const read: ReadArgument[] = [];
    for (;;) {
      const key = this.#key();
      if (key === undefined) break;
      const from = this.#at;
      const json = this.#value(0);
      // A bare value of a text is text; what a cut-off leaves last is not to be trusted.
      const bare = this.#text.slice(from, this.#at).trim();
      const isText =
        coercionOf(parameters, key).text && parameters !== undefined && !bare.startsWith(this.#quote) && /^[-\d\w.+]+$/.test(bare);
      if (!(cutOff && this.#at >= this.#text.length)) read.push([key, isText && declares(parameters, key) ? writeJsonString(bare) : json]);
      if (!this.#comma()) break;
    }
    return this.#broken ? { arguments: read, problem: "the arguments are malformed" } : { arguments: read };
  }

  #space(): void {
    while (this.#at < this.#text.length && this.#text[this.#at].trim() === "") this.#at += 1;
  }

  #comma(): boolean {
    this.#space();
    if (this.#text[this.#at] !== ",") return false;
    this.#at += 1;
    return true;
  }

  #key(): string | undefined {
    this.#space();
    for (const quote of [this.#quote, '"', "'"]) {
      if (!this.#text.startsWith(quote, this.#at)) continue;
      const end = this.#text.indexOf(quote, this.#at + quote.length);
      const colon = end < 0 ? undefined : /^\s*[:=]/.exec(this.#text.slice(end + quote.length, end + quote.length + 16));
      if (colon === undefined || colon === null) {
        this.#broken = true;
        return undefined;
      }
      const key = this.#text.slice(this.#at + quote.length, end);
      this.#at = end + quote.length + colon[0].length;
      return key;
    }
    KEY.lastIndex = this.#at;
    const found = KEY.exec(this.#text);
    if (found === null) {
      const rest = this.#text.slice(this.#at).trim();
      if (rest !== "" && !rest.startsWith("}")) this.#broken = true;
      return undefined;
    }
    this.#at = KEY.lastIndex;
    return found[1];
  }

  #value(depth: number): string {
    this.#space();
    if (depth > MAX_DEPTH) {
      this.#broken = true;
      this.#at = this.#text.length;
      return "null";
    }
    if (this.#text.startsWith(this.#quote, this.#at)) return this.#quoted();
    switch (this.#text[this.#at]) {
      case "{":
        return this.#object(depth);
      case "[":
        return this.#array(depth);
      case '"':
      case "'":
        return this.#plainQuoted();
      default:
        return this.#bare();
    }
  }

  #object(depth: number): string {
    this.#at += 1;
    const members: string[] = [];
    for (;;) {
      const key = this.#key();
      if (key === undefined) break;
      members.push(`${writeJsonString(key)}:${this.#value(depth + 1)}`);
      if (!this.#comma()) break;
    }
    this.#close("}");
    return `{${members.join(",")}}`;
  }

  #array(depth: number): string {
    this.#at += 1;
    const items: string[] = [];
    for (;;) {
      this.#space();
      if (this.#at >= this.#text.length || this.#text[this.#at] === "]") break;
      items.push(this.#value(depth + 1));
      if (!this.#comma()) break;
    }
    this.#close("]");
    return `[${items.join(",")}]`;
  }

  #close(bracket: string): void {
    this.#space();
    if (this.#text[this.#at] === bracket) this.#at += 1;
    else this.#broken = true;
  }

  #quoted(): string {
    const from = this.#at + this.#quote.length;
    const end = this.#text.indexOf(this.#quote, from);
    if (end < 0) {
      this.#broken = true;
      NEXT_KEY.lastIndex = from;
      const next = NEXT_KEY.exec(this.#text);
      if (next !== null) {
        this.#at = next.index;
        return writeJsonString(this.#text.slice(from, next.index));
      }
      this.#at = this.#text.length;
      return writeJsonString(this.#text.slice(from).replace(/}\s*$/, ""));
    }
    // A quote that never closed runs into the next member: the text ends in front of it.
    if (!this.#endsValue(end + this.#quote.length)) {
      NEXT_KEY.lastIndex = from;
      const next = NEXT_KEY.exec(this.#text.slice(0, end));
      if (next !== null) {
        this.#broken = true;
        this.#at = next.index;
        return writeJsonString(this.#text.slice(from, next.index));
      }
    }
    this.#at = end + this.#quote.length;
    return writeJsonString(this.#text.slice(from, end));
  }

  /** True where a value may end: in front of a comma, a bracket or nothing. */
  #endsValue(at: number): boolean {
    let next = at;
    while (next < this.#text.length && this.#text[next].trim() === "") next += 1;
    return next >= this.#text.length || ",}]".includes(this.#text[next]);
  }

  /** A string in the quotes of JSON or Python. */
  #plainQuoted(): string {
    const quote = this.#text[this.#at];
    let end = this.#at + 1;
    while (end < this.#text.length && this.#text[end] !== quote) end += this.#text[end] === "\\" ? 2 : 1;
    const inner = this.#text.slice(this.#at + 1, end);
    this.#at = Math.min(end + 1, this.#text.length);
    if (end >= this.#text.length) this.#broken = true;
    const json = quote === '"' ? jsonText(`"${inner}"`) : undefined;
    return json ?? writeJsonString(inner.replace(/\\(['"\\])/g, "$1"));
  }

  #bare(): string {
    STOP.lastIndex = this.#at;
    const end = STOP.exec(this.#text)?.index ?? this.#text.length;
    // An opening quote that is missing shows by the closing one.
    if (this.#nextQuote < this.#at) {
      const next = this.#text.indexOf(this.#quote, this.#at);
      this.#nextQuote = next < 0 ? Number.POSITIVE_INFINITY : next;
    }
    const closing = this.#nextQuote;
    if (closing - this.#at <= MAX_UNOPENED && this.#endsValue(closing + this.#quote.length)) {
      const between = this.#text.slice(this.#at, closing);
      if (!/[:=[]\s*$|,\s*[A-Za-z_]\w*\s*[:=]/.test(between)) {
        this.#at = closing + this.#quote.length;
        return writeJsonString(between);
      }
    }
    const word = this.#text.slice(this.#at, end).trim();
    this.#at = end;
    if (word === "") this.#broken = true;
    if (/^(?:true|false|null|none)$/i.test(word)) return /^none$/i.test(word) ? "null" : word.toLowerCase();
    const json = jsonText(word);
    return json !== undefined && /^-?\d/.test(json) ? json : writeJsonString(word);
  }
}

function declares(parameters: Json | undefined, key: string): boolean {
  const properties = parameters instanceof Map ? (parameters.get("properties") as Json | undefined) : undefined;
  return properties instanceof Map && properties.has(key);
}
