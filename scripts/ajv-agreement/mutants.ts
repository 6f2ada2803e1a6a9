import type { SeededRandom } from "../../src/core/random.ts";

const SCALARS: readonly unknown[] = [null, true, false, 0, 1, -1, 2, 0.5, 1.5, 100, "", "a", "b", "ab", "x-1", "2024-01-01", [], {}];
const STEPS = [1, -1, 0.5, -0.25, 10, 0.01] as const;
const KEYS = ["a", "b", "x-1", "zz"] as const;
const EDITS = '{}[],:"0123456789-+.eE\\ \n\u0001ab';

/** What a schema speaks of: changes that use it come near the borders of what is valid. */
interface Vocabulary {
  readonly keys: readonly string[];
  readonly scalars: readonly unknown[];
}

/** Changes values and texts at random, by the words of one schema. */
export class Mutator {
  readonly #random: SeededRandom;
  readonly #words: Vocabulary;

  constructor(schema: unknown, random: SeededRandom) {
    this.#random = random;
    this.#words = wordsOf(schema);
  }

  /** `value` with one change somewhere in it: another type, a number at a bound, an item or member more or less, twice or renamed. */
  value(value: unknown): unknown {
    const random = this.#random;
    if (Array.isArray(value) && value.length > 0 && random.below(4) > 0) return this.#list(value);
    if (isObject(value) && Object.keys(value).length > 0 && random.below(4) > 0) return this.#object(value);
    if (typeof value === "number" && random.below(2) === 0) return value + random.pick(STEPS);
    if (typeof value === "string" && random.below(2) === 0) return this.#string(value);
    return this.#scalar();
  }

  #scalar(): unknown {
    const { scalars } = this.#words;
    const scalar = scalars.length > 0 && this.#random.below(2) === 0 ? this.#random.pick(scalars) : this.#random.pick(SCALARS);
    return typeof scalar === "number" && this.#random.below(2) === 0 ? scalar + this.#random.pick(STEPS) : scalar;
  }

  #key(): string {
    const { keys } = this.#words;
    return keys.length > 0 && this.#random.below(3) > 0 ? this.#random.pick(keys) : this.#random.pick(KEYS);
  }

  #list(list: readonly unknown[]): unknown[] {
    const at = this.#random.below(list.length);
    switch (this.#random.below(5)) {
      case 0:
        return list.filter((_, index) => index !== at);
      case 1:
        return [...list, list[at]];
      case 2:
        return [...list, this.#scalar()];
      default:
        return list.map((item, index) => (index === at ? this.value(item) : item));
    }
  }

  #object(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const entries = Object.entries(object);
    const at = this.#random.below(entries.length);
    switch (this.#random.below(5)) {
      case 0:
        return Object.fromEntries(entries.filter((_, index) => index !== at));
      case 1:
        return Object.fromEntries([...entries, [this.#key(), this.#random.below(2) === 0 ? entries[at][1] : this.#scalar()]]);
      case 2:
        return Object.fromEntries(entries.map(([key, value], index) => [index === at ? this.#key() : key, value]));
      default:
        return Object.fromEntries(entries.map(([key, value], index) => [key, index === at ? this.value(value) : value]));
    }
  }

  #string(text: string): string {
    const characters = [...text];
    const at = this.#random.below(characters.length + 1);
    const added = this.#random.pick(["b", "a", "0", "-", " ", "é"]);
    if (this.#random.below(2) === 0) characters.splice(at, 0, added);
    else characters.splice(at, 1);
    return characters.join("");
  }

  /** `text` with one byte more, less or other: mostly no JSON any more. */
  text(text: string): string {
    const characters = [...text];
    const at = this.#random.below(characters.length + 1);
    const removed = this.#random.below(2);
    const added = this.#random.below(3) === 0 && removed === 1 ? [] : [this.#random.pick([...EDITS])];
    characters.splice(at, removed, ...added);
    return characters.join("");
  }
}

function wordsOf(schema: unknown): Vocabulary {
  const keys = new Set<string>();
  const scalars = new Set<unknown>();
  const todo: unknown[] = [schema];
  for (let steps = 0; todo.length > 0 && steps < 2_000; steps += 1) {
    const part = todo.pop();
    if (Array.isArray(part)) todo.push(...part.slice(0, 50));
    else if (isObject(part)) {
      for (const name of ["properties", "dependencies", "dependentRequired", "dependentSchemas"])
        if (isObject(part[name])) for (const key of Object.keys(part[name])) keys.add(key);
      if (Array.isArray(part.required)) for (const key of part.required) if (typeof key === "string") keys.add(key);
      todo.push(...Object.values(part));
    } else if (typeof part === "number" || typeof part === "string") scalars.add(part);
  }
  return { keys: [...keys], scalars: [...scalars] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
