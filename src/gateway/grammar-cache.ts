import { createHash } from "node:crypto";
import { type JsonObject, writeJson } from "../index.ts";

/** Members of a body that its grammar depends on. */
const PARTS = [
  "model",
  "tools",
  "functions",
  "tool_choice",
  "function_call",
  "parallel_tool_calls",
  "response_format",
  "structured_outputs",
  "text",
  "thinking",
  "strict_level",
];

export interface GrammarKey {
  readonly hash: string;
  /** JSON of the parts that can hold schemas. */
  readonly bytes: number;
}

/** What tells two grammars apart: the parts of the body and whether to reason. Keys in another order are another grammar. */
export function grammarKey(body: JsonObject, reasoning: unknown): GrammarKey {
  const hash = createHash("sha256");
  let bytes = 0;
  for (const part of PARTS) {
    const value = body.get(part);
    if (value === undefined) continue;
    const text = writeJson(value);
    bytes += Buffer.byteLength(text);
    hash.update(`${part}:${text.length}:`).update(text);
  }
  return { hash: hash.update(JSON.stringify(reasoning ?? null)).digest("base64"), bytes };
}

export interface CacheLimits {
  readonly entries: number;
  readonly bytes: number;
}

/** Keeps what was used last, within a number of entries and of bytes. */
export class BoundedCache<Value> {
  readonly #limits: CacheLimits;
  readonly #entries = new Map<string, { readonly value: Value; readonly bytes: number }>();
  #bytes = 0;

  constructor(limits: CacheLimits) {
    this.#limits = limits;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, bytes: number): void {
    this.#remove(key);
    if (bytes > this.#limits.bytes) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const [oldest] of this.#entries) {
      if (this.#entries.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) break;
      this.#remove(oldest);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
