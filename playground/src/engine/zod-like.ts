import { fromNative, type Json, StructagError } from "../../../src/index.ts";
import { firstSchema, laterSchema, type Made, type Schema, type Shape, type Value } from "./zod-methods.ts";

/**
 * Tools written as Zod schemas, `tool("name", z.object({ … }))`, read without running them: the calls that make a schema are looked up here. Enough to paste a schema and see its grammar; code that
 * computes something is refused.
 */

const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*)|([A-Za-z_$][\w$]*)|([()[\]{},.:;=])/y;

interface Token {
  readonly kind: "string" | "number" | "pattern" | "name" | "sign";
  readonly text: string;
  readonly at: number;
}

/** Whether a text is code rather than JSON. */
export function looksLikeZod(text: string): boolean {
  return /^\s*(\/\/|\/\*|tool\s*\(|z\s*\.|const\s|export\s|import\s)/.test(text) && /\bz\s*\./.test(text);
}

/** @throws StructagError `playground-zod` with line and column of what is not understood */
export function readZodLike(text: string): Json {
  const parser = new ZodParser(text);
  return fromNative(parser.tools());
}

class ZodParser {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    const kinds = ["string", "number", "pattern", "name", "sign"] as const;
    TOKEN.lastIndex = 0;
    for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
      TOKEN.lastIndex = at;
      const match = TOKEN.exec(text);
      if (match === null) this.#fail(at, `${JSON.stringify(text[at])} is not understood`);
      const kind = kinds.findIndex((_, index) => match[index + 1] !== undefined);
      if (kind >= 0) this.#tokens.push({ kind: kinds[kind], text: match[0], at });
    }
  }

  tools(): Schema[] {
    const tools: Schema[] = [];
    const named = new Map<string, Schema>();
    while (this.#at < this.#tokens.length) {
      if (this.#takes(";") || this.#takes(",")) continue;
      if (this.#peek("import")) {
        this.#at += 1;
        while (this.#tokens[this.#at] !== undefined && this.#tokens[this.#at].kind !== "string") this.#at += 1;
        this.#at += 1;
        continue;
      }
      this.#takes("export");
      if (this.#takes("const")) {
        const { text: name } = this.#next("a name");
        this.#need("=");
        named.set(name, this.#schema().schema);
        continue;
      }
      if (this.#takes("tool")) {
        this.#need("(");
        const name = this.#value();
        this.#need(",");
        const reference = this.#tokens[this.#at];
        const known = reference === undefined ? undefined : named.get(reference.text);
        if (known !== undefined) this.#at += 1;
        const parameters = known ?? this.#schema().schema;
        this.#takes(",");
        this.#need(")");
        tools.push(toolOf(String(name), parameters));
        continue;
      }
      if (this.#peek("z")) {
        tools.push(toolOf(`tool_${tools.length + 1}`, this.#schema().schema));
        continue;
      }
      this.#fail(this.#tokens[this.#at].at, `${JSON.stringify(this.#tokens[this.#at].text)} is not understood`);
    }
    return tools.length > 0 ? tools : [...named].map(([name, schema]) => toolOf(name, schema));
  }

  /** `z.…` with its methods. */
  #schema(): Made {
    const start = this.#tokens[this.#at]?.at ?? this.#text.length;
    const value = this.#value();
    if (typeof value === "object" && value !== null && "schema" in value) return value;
    return this.#fail(start, "a schema is needed here, such as z.string()");
  }

  #value(): Value {
    const token = this.#next("a value");
    switch (token.kind) {
      case "string":
        return unquoted(token.text);
      case "number":
        return Number(token.text);
      case "pattern":
        return new RegExp(token.text.slice(1, token.text.lastIndexOf("/")));
      case "name":
        if (token.text === "z") return this.#chain();
        if (token.text === "true" || token.text === "false") return token.text === "true";
        if (token.text === "null") return null;
        return this.#fail(token.at, `${token.text} is not known; only z, texts, numbers, patterns, lists and objects are read`);
      case "sign":
        if (token.text === "[") return this.#list("]");
        if (token.text === "{") return this.#object();
        return this.#fail(token.at, `${JSON.stringify(token.text)} cannot stand here`);
    }
  }

  #list(end: string): Value[] {
    const items: Value[] = [];
    while (!this.#takes(end)) {
      items.push(this.#value());
      if (!this.#takes(",")) {
        this.#need(end);
        break;
      }
    }
    return items;
  }

  #object(): Shape {
    const members: [string, Value][] = [];
    while (!this.#takes("}")) {
      const key = this.#next("a key");
      this.#need(":");
      members.push([key.kind === "string" ? unquoted(key.text) : key.text, this.#value()]);
      if (!this.#takes(",")) {
        this.#need("}");
        break;
      }
    }
    return { members };
  }

  #chain(): Made {
    let made: Made | undefined;
    while (this.#takes(".")) {
      const { text: name, at } = this.#next("a method");
      if (name === "iso" || name === "coerce") continue;
      this.#need("(");
      const args = this.#list(")");
      const next = made === undefined ? firstSchema(name, args) : laterSchema(made, name, args);
      made = next ?? this.#fail(at, `.${name}() is not known here`);
    }
    return made ?? this.#fail(this.#tokens[this.#at - 1].at, "z alone is no schema");
  }

  #peek(text: string): boolean {
    return this.#tokens[this.#at]?.text === text;
  }

  #takes(text: string): boolean {
    if (!this.#peek(text)) return false;
    this.#at += 1;
    return true;
  }

  #need(text: string): void {
    if (!this.#takes(text)) this.#fail(this.#tokens[this.#at]?.at ?? this.#text.length, `${JSON.stringify(text)} is missing`);
  }

  #next(what: string): Token {
    const token = this.#tokens[this.#at];
    if (token === undefined) return this.#fail(this.#text.length, `${what} is missing at the end`);
    this.#at += 1;
    return token;
  }

  #fail(at: number, message: string): never {
    const before = this.#text.slice(0, at).split("\n");
    const place = `line ${before.length}, column ${before[before.length - 1].length + 1}`;
    throw new StructagError({
      code: "playground-zod",
      path: "",
      message: `${place}: ${message}`,
      hint: 'write tools as tool("name", z.object({ … })), or as JSON',
    });
  }
}

function toolOf(name: string, parameters: Schema): Schema {
  return { type: "function", function: { name, parameters } };
}

function unquoted(text: string): string {
  return text.startsWith('"')
    ? (JSON.parse(text) as string)
    : (JSON.parse(`"${text.slice(1, -1).replaceAll("\\'", "'").replaceAll('"', '\\"')}"`) as string);
}
