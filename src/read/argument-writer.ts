import { writeJsonString } from "../core/json-write.ts";
import { childPointer } from "../core/pointer.ts";
import { escapeJsonText } from "./json-escape.ts";
import type { ReaderOutput } from "./output.ts";

/**
 * Writes the arguments of one call, parameter by parameter, as one compact JSON object. Every fragment goes out at once; together they
 * are the same text however the stream was cut.
 */
export class ArgumentWriter {
  readonly #out: ReaderOutput;
  readonly #keys = new Set<string>();

  constructor(out: ReaderOutput) {
    this.#out = out;
  }

  /** A whole parameter whose value is JSON text already. */
  value(key: string, json: string): void {
    this.#out.callArguments(`${this.#lead(key)}${json}`);
  }

  beginString(key: string): void {
    this.#out.callArguments(`${this.#lead(key)}"`);
  }

  stringText(text: string): void {
    this.#out.callArguments(escapeJsonText(text));
  }

  endString(): void {
    this.#out.callArguments('"');
  }

  /** Closes the object, `{}` if it is empty. */
  close(): void {
    this.#out.callArguments(this.#keys.size === 0 ? "{}" : "}");
  }

  /** A repeated key is written again (JSON readers take the last one) and makes the call invalid: what was sent can't be taken back. */
  #lead(key: string): string {
    const first = this.#keys.size === 0;
    if (this.#keys.has(key)) {
      this.#out.callProblem("read-duplicate-key", `the argument ${writeJsonString(key)} occurs twice`, childPointer("", key));
    }
    this.#keys.add(key);
    return `${first ? "{" : ","}${writeJsonString(key)}:`;
  }
}
