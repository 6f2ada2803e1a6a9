/**
 * ECMAScript patterns cut into the pieces that matter for raw text: what takes one character, what repeats, what is anchored. Assertions
 * other than leading `^` and trailing `$`, and back references, are not understood; patterns with them have no pieces.
 */
export type Pattern =
  /** Takes one character; `source` is its spelling: a literal, an escape or a class. */
  | { readonly kind: "atom"; readonly source: string }
  | { readonly kind: "sequence"; readonly items: readonly Pattern[] }
  | { readonly kind: "either"; readonly items: readonly Pattern[] }
  /** `max` is Infinity where unbounded. */
  | { readonly kind: "repeat"; readonly item: Pattern; readonly min: number; readonly max: number };

/** One alternative of a pattern, and whether it is tied to the start and the end of the text. */
export interface AnchoredPattern {
  readonly body: Pattern;
  readonly start: boolean;
  readonly end: boolean;
}

const MAX_DEPTH = 200;

/** The alternatives of a valid pattern; `undefined` where it holds something that is not understood. */
export function readPattern(source: string): readonly AnchoredPattern[] | undefined {
  try {
    return new PatternParser(source).parse();
  } catch (error) {
    if (error === NOT_UNDERSTOOD) return undefined;
    throw error;
  }
}

/** A pattern's text, without anchors. */
export function writePattern(pattern: Pattern): string {
  switch (pattern.kind) {
    case "atom":
      return pattern.source;
    case "sequence":
      return pattern.items.map((item) => (item.kind === "either" ? `(?:${writePattern(item)})` : writePattern(item))).join("");
    case "either":
      return pattern.items.map(writePattern).join("|");
    case "repeat": {
      const inner = writePattern(pattern.item);
      return (pattern.item.kind === "atom" ? inner : `(?:${inner})`) + quantifier(pattern.min, pattern.max);
    }
  }
}

function quantifier(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

const NOT_UNDERSTOOD = new Error("not understood");

class PatternParser {
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): AnchoredPattern[] {
    const out: AnchoredPattern[] = [];
    do {
      const start = this.#take("^");
      const items = this.#items();
      const end = this.#take("$");
      out.push({ body: { kind: "sequence", items }, start, end });
    } while (this.#take("|"));
    if (this.#at < this.#source.length) throw NOT_UNDERSTOOD;
    return out;
  }

  #take(char: string): boolean {
    if (this.#source[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #items(): Pattern[] {
    const items: Pattern[] = [];
    for (;;) {
      const char = this.#source[this.#at];
      if (char === undefined || char === "|" || char === ")" || char === "$") return items;
      items.push(this.#quantified(this.#single()));
    }
  }

  #single(): Pattern {
    const rest = this.#source.slice(this.#at, this.#at + 3);
    if (rest[0] === "^") throw NOT_UNDERSTOOD;
    if (rest[0] === "(") return this.#group(rest);
    if (rest[0] === "[") return { kind: "atom", source: this.#class() };
    if (rest[0] === "\\") return { kind: "atom", source: this.#escape() };
    const char = String.fromCodePoint(this.#source.codePointAt(this.#at)!);
    this.#at += char.length;
    return { kind: "atom", source: char };
  }

  #group(rest: string): Pattern {
    if (rest === "(?:") this.#at += 3;
    else if (rest.startsWith("(?<") && /^\(\?<[A-Za-z_$]/.test(this.#source.slice(this.#at, this.#at + 4))) {
      this.#at = this.#source.indexOf(">", this.#at) + 1;
    } else if (rest.startsWith("(?")) throw NOT_UNDERSTOOD;
    else this.#at += 1;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw NOT_UNDERSTOOD;
    const items: Pattern[] = [];
    do items.push({ kind: "sequence", items: this.#items() });
    while (this.#take("|"));
    if (!this.#take(")")) throw NOT_UNDERSTOOD;
    this.#depth -= 1;
    return items.length === 1 ? items[0] : { kind: "either", items };
  }

  #class(): string {
    const start = this.#at;
    this.#at += this.#source[start + 1] === "^" ? 2 : 1;
    for (; this.#source[this.#at] !== "]"; this.#at += 1) {
      if (this.#at >= this.#source.length) throw NOT_UNDERSTOOD;
      if (this.#source[this.#at] === "\\") this.#at += 1;
    }
    this.#at += 1;
    return this.#source.slice(start, this.#at);
  }

  #escape(): string {
    const match = /\\(?:[dDwWsStnrvf0]|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[^a-zA-Z0-9])/uy;
    match.lastIndex = this.#at;
    const found = match.exec(this.#source);
    if (found === null) throw NOT_UNDERSTOOD;
    this.#at += found[0].length;
    return found[0];
  }

  #quantified(item: Pattern): Pattern {
    const match = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;
    match.lastIndex = this.#at;
    const found = match.exec(this.#source);
    if (found === null) return item;
    this.#at += found[0].length;
    const [text, low, comma, high] = found;
    if (low !== undefined) {
      const min = Number(low);
      return { kind: "repeat", item, min, max: comma === "" ? min : high === "" ? Number.POSITIVE_INFINITY : Number(high) };
    }
    return { kind: "repeat", item, min: text[0] === "+" ? 1 : 0, max: text[0] === "?" ? 1 : Number.POSITIVE_INFINITY };
  }
}
