/** Nesting that a tracker follows; deeper text is an error, so that hostile text cannot make it grow without end. */
const MAX_DEPTH = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** What may come next, outside of strings, numbers and words. */
type Expect = "value" | "value-or-end" | "key" | "key-or-end" | "colon" | "comma-or-end" | "nothing";

/** States of the number automaton, in the order of RFC 8259's grammar. */
type NumberState = "sign" | "zero" | "integer" | "point" | "fraction" | "e" | "e-sign" | "exponent";

const WORDS: Record<string, string> = { t: "true", f: "false", n: "null" };

/**
 * Checks JSON text while it passes by, one piece after the other, and knows at each place whether it is inside a string. It keeps the
 * kinds of the open containers and nothing of the text.
 */
export class JsonTracker {
  #expect: Expect = "value";
  /** One entry an open container: true = object. */
  readonly #stack: boolean[] = [];
  #lexeme: "none" | "string" | "number" | "word" = "none";
  #isKey = false;
  /** In a string: 0 = plain, 1 = after a backslash, 2…5 = hex digits still to come plus one. */
  #escape = 0;
  #number: NumberState = "sign";
  #word = "";
  #wordAt = 0;
  #failed = false;
  #root: "none" | "object" | "other" = "none";

  /** True inside a string literal (after its opening quote, before its closing one). */
  get inString(): boolean {
    return this.#lexeme === "string";
  }

  get failed(): boolean {
    return this.#failed;
  }

  /** True where the text so far is one whole JSON value, with whitespace around it at most. */
  get complete(): boolean {
    if (this.#failed) return false;
    if (this.#expect === "nothing") return this.#lexeme === "none";
    return this.#lexeme === "number" && this.#stack.length === 0 && this.#numberMayEnd();
  }

  /** True where one whole value has ended, so that nothing can be added to it. */
  get ended(): boolean {
    return !this.#failed && this.#expect === "nothing" && this.#lexeme === "none";
  }

  /** True where the value is an object, or could not tell yet. */
  get rootIsObject(): boolean {
    return this.#root !== "other";
  }

  /** Open containers. */
  get depth(): number {
    return this.#stack.length;
  }

  /** Takes `text[from, to)`. Returns the index of the character that no JSON text can have there, or -1; after that it stays failed. */
  feed(text: string, from: number, to: number): number {
    const at = this.#run(text, from, to, false);
    return this.#failed ? at : -1;
  }

  /**
   * Takes `text` from `from` on up to the end of one value. Returns the index behind what was taken: `complete` and `failed` say why it stopped before
   * `to`. A number ends where something else follows.
   */
  feedValue(text: string, from: number, to: number): number {
    return this.#run(text, from, to, true);
  }

  #run(text: string, from: number, to: number, stopAtEnd: boolean): number {
    for (let at = from; at < to; at += 1) {
      if (this.#failed) return at;
      if (stopAtEnd && this.#expect === "nothing" && this.#lexeme === "none") return at;
      const code = text.charCodeAt(at);
      if (this.#lexeme === "string") {
        if (this.#escape === 0 && code !== QUOTE && code !== BACKSLASH && code >= 0x20) continue;
        if (!this.#stringCode(code)) return this.#fail(at);
        continue;
      }
      if (this.#lexeme === "word") {
        if (this.#word.charCodeAt(this.#wordAt) !== code) return this.#fail(at);
        this.#wordAt += 1;
        if (this.#wordAt === this.#word.length) this.#valueEnds();
        continue;
      }
      if (this.#lexeme === "number") {
        if (this.#numberCode(code)) continue;
        if (!this.#numberMayEnd()) return this.#fail(at);
        this.#valueEnds();
        if (stopAtEnd && this.#stack.length === 0) return at;
      }
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) continue;
      if (!this.#structure(code)) return this.#fail(at);
    }
    return to;
  }

  #fail(at: number): number {
    this.#failed = true;
    return at;
  }

  #valueEnds(): void {
    this.#lexeme = "none";
    this.#expect = this.#stack.length === 0 ? "nothing" : "comma-or-end";
  }

  #structure(code: number): boolean {
    const char = String.fromCharCode(code);
    switch (this.#expect) {
      case "value":
        return this.#startsValue(char);
      case "value-or-end":
        return char === "]" ? this.#closes(false) : this.#startsValue(char);
      case "key-or-end":
        if (char === "}") return this.#closes(true);
        return this.#startsKey(char);
      case "key":
        return this.#startsKey(char);
      case "colon":
        if (char !== ":") return false;
        this.#expect = "value";
        return true;
      case "comma-or-end":
        if (char === "}" || char === "]") return this.#closes(char === "}");
        if (char !== ",") return false;
        this.#expect = this.#stack.at(-1) === true ? "key" : "value";
        return true;
      case "nothing":
        return false;
    }
  }

  #closes(object: boolean): boolean {
    if (this.#stack.at(-1) !== object) return false;
    this.#stack.pop();
    this.#valueEnds();
    return true;
  }

  #startsKey(char: string): boolean {
    if (char !== '"') return false;
    this.#lexeme = "string";
    this.#isKey = true;
    return true;
  }

  #startsValue(char: string): boolean {
    if (this.#root === "none") this.#root = char === "{" ? "object" : "other";
    if (char === "{" || char === "[") {
      if (this.#stack.length >= MAX_DEPTH) return false;
      this.#stack.push(char === "{");
      this.#expect = char === "{" ? "key-or-end" : "value-or-end";
      return true;
    }
    if (char === '"') {
      this.#lexeme = "string";
      this.#isKey = false;
      return true;
    }
    const word = WORDS[char];
    if (word !== undefined) {
      this.#lexeme = "word";
      this.#word = word;
      this.#wordAt = 1;
      return true;
    }
    this.#number = "sign";
    this.#lexeme = "number";
    return char === "-" || this.#numberCode(char.charCodeAt(0));
  }

  #stringCode(code: number): boolean {
    if (this.#escape === 0) {
      if (code === BACKSLASH) this.#escape = 1;
      else if (code === QUOTE) {
        if (this.#isKey) {
          this.#lexeme = "none";
          this.#expect = "colon";
        } else this.#valueEnds();
      } else return code >= 0x20;
      return true;
    }
    if (this.#escape === 1) {
      this.#escape = code === 0x75 ? 5 : 0;
      return code === 0x75 || '"\\/bfnrt'.includes(String.fromCharCode(code));
    }
    this.#escape = this.#escape === 2 ? 0 : this.#escape - 1;
    return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
  }

  #numberMayEnd(): boolean {
    const state = this.#number;
    return state === "zero" || state === "integer" || state === "fraction" || state === "exponent";
  }

  /** Takes one more character of a number; false if it is not part of it. */
  #numberCode(code: number): boolean {
    const next = nextNumberState(this.#number, code);
    if (next === undefined) return false;
    this.#number = next;
    return true;
  }
}

function nextNumberState(state: NumberState, code: number): NumberState | undefined {
  const digit = code >= 0x30 && code <= 0x39;
  const isE = code === 0x65 || code === 0x45;
  switch (state) {
    case "sign":
      if (!digit) return undefined;
      return code === 0x30 ? "zero" : "integer";
    case "zero":
    case "integer":
      if (digit) return state === "integer" ? "integer" : undefined;
      if (code === 0x2e) return "point";
      return isE ? "e" : undefined;
    case "point":
      return digit ? "fraction" : undefined;
    case "fraction":
      if (digit) return "fraction";
      return isE ? "e" : undefined;
    case "e":
      if (code === 0x2b || code === 0x2d) return "e-sign";
      return digit ? "exponent" : undefined;
    case "e-sign":
    case "exponent":
      return digit ? "exponent" : undefined;
  }
}
