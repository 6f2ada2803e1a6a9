import type { CodePointRanges } from "../lower/char-spelling.ts";
import { complementRanges, normalRanges } from "../lower/code-points.ts";

/** A class of characters and the state behind it. */
export interface ExcludingStep {
  readonly ranges: CodePointRanges;
  readonly target: number;
}

/** Texts in which none of a few others occurs (Aho-Corasick): a state is what of an excluded text has been begun, 0 is nothing; all states accept. */
export class ExcludingAutomaton {
  readonly #excluded: readonly (readonly string[])[];
  readonly #alphabet: readonly string[];
  readonly #states: string[][] = [[]];
  readonly #ids = new Map<string, number>([["", 0]]);
  readonly #steps: (readonly ExcludingStep[])[] = [];

  /** @param texts none is empty */
  constructor(texts: Iterable<string>) {
    this.#excluded = Array.from(texts, (text) => [...text]);
    this.#alphabet = [...new Set(this.#excluded.flat())];
  }

  /** The characters that may follow in a state. */
  steps(state: number): readonly ExcludingStep[] {
    this.#steps[state] ??= this.#compute(state);
    return this.#steps[state];
  }

  #compute(state: number): readonly ExcludingStep[] {
    const points = this.#alphabet.map((character) => character.codePointAt(0)!);
    const byTarget = new Map<number, (readonly [number, number])[]>([
      [0, [...complementRanges(normalRanges(points.map((point) => [point, point])))]],
    ]);
    for (const [at, character] of this.#alphabet.entries()) {
      const target = this.#after([...this.#states[state], character]);
      if (target === undefined) continue;
      const ranges = byTarget.get(target);
      if (ranges === undefined) byTarget.set(target, [[points[at], points[at]]]);
      else ranges.push([points[at], points[at]]);
    }
    return Array.from(byTarget, ([target, ranges]) => ({ ranges: normalRanges(ranges), target }));
  }

  /** The state of a text, undefined where an excluded one ends in it. */
  #after(text: readonly string[]): number | undefined {
    for (let start = 0; start <= text.length; start += 1) {
      const rest = text.slice(start);
      if (this.#excluded.some((excluded) => excluded.length === rest.length && startsWith(excluded, rest))) return undefined;
    }
    for (let start = 0; start < text.length; start += 1) {
      const rest = text.slice(start);
      if (this.#excluded.some((excluded) => startsWith(excluded, rest))) return this.#intern(rest);
    }
    return 0;
  }

  #intern(begun: string[]): number {
    const key = begun.join("");
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#states.length;
      this.#states.push(begun);
      this.#ids.set(key, id);
    }
    return id;
  }
}

function startsWith(text: readonly string[], beginning: readonly string[]): boolean {
  return beginning.length <= text.length && beginning.every((character, at) => text[at] === character);
}
