import { isJsonObject } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";

/** Follows brackets and strings of text that is no JSON, to find where it ends all the same. */
export class LooseBrackets {
  #depth: number;
  #inString: boolean;
  #escaped = false;

  constructor(depth: number, inString: boolean) {
    this.#depth = depth;
    this.#inString = inString;
  }

  /** The index behind the bracket that closes everything; -1 where it is not there yet. */
  end(text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      const char = text[at];
      if (this.#escaped) this.#escaped = false;
      else if (this.#inString) {
        if (char === "\\") this.#escaped = true;
        else if (char === '"') this.#inString = false;
      } else if (char === '"') this.#inString = true;
      else if (char === "{" || char === "[") this.#depth += 1;
      else if (char === "}" || char === "]") {
        this.#depth -= 1;
        if (this.#depth <= 0) return at + 1;
      }
    }
    return -1;
  }
}

/** True for the JSON text of an object. */
export function isObjectText(text: string): boolean {
  try {
    return isJsonObject(readJson(text));
  } catch {
    return false;
  }
}

/** The text of a JSON string literal; `undefined` where it is none. */
export function decodeLiteral(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}

/** What can be read of a literal that has no end, or holds what no JSON string may hold. */
export function decodeBrokenLiteral(literal: string): string {
  const inner = literal.replace(/^"|"$/g, "");
  return (
    decodeLiteral(`"${inner.replace(/[\u0000-\u001f]/g, (char) => JSON.stringify(char).slice(1, -1)).replace(/\\[^"\\/bfnrtu]?$/, "")}"`) ??
    inner
  );
}
