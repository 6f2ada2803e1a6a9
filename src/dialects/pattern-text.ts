import { type Pattern, readPattern } from "./pattern.ts";
import { takes } from "./pattern-atoms.ts";

/**
 * Whether some text of the pattern may contain `needle`. Repeats with a bound count as unbounded and every place as reachable, so `false` is
 * certain and `true` may be too careful.
 */
export function mayContain(pattern: Pattern, needle: string): boolean {
  const graph = new Graph();
  const end = graph.add(pattern, graph.place());
  let places: Set<number> = new Set(Array.from({ length: end + 1 }, (_, index) => index));
  for (const char of needle) {
    places = graph.step(places, char);
    if (places.size === 0) return false;
  }
  return true;
}

/**
 * Whether a pattern, searched as `patternProperties` does, takes a key; `undefined` where the pattern is not understood. Bounded repeats count as
 * unbounded.
 */
export function takesKey(source: string, key: string): boolean | undefined {
  const alternatives = readPattern(source);
  if (alternatives === undefined) return undefined;
  return alternatives.some(({ body, start, end }) => {
    const graph = new Graph();
    const first = graph.place();
    const last = graph.add(body, first);
    let places: ReadonlySet<number> = new Set([first]);
    for (const char of key) {
      if (!end && graph.reaches(places, last)) return true;
      places = graph.step(start ? places : new Set([...places, first]), char);
    }
    return graph.reaches(start ? places : new Set([...places, first]), last);
  });
}

/** The least and greatest number of characters of the pattern's texts. */
export function lengths(pattern: Pattern): readonly [min: number, max: number] {
  switch (pattern.kind) {
    case "atom":
      return [1, 1];
    case "sequence":
      return pattern.items.map(lengths).reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
    case "either": {
      const all = pattern.items.map(lengths);
      return [Math.min(...all.map(([min]) => min)), Math.max(...all.map(([, max]) => max))];
    }
    case "repeat": {
      const [min, max] = lengths(pattern.item);
      return [min * pattern.min, max === 0 || pattern.max === 0 ? 0 : max * pattern.max];
    }
  }
}

/** A pattern as places with edges: some take a character, some none. */
class Graph {
  readonly #takes: (string | undefined)[] = [];
  readonly #next: number[][] = [];

  place(): number {
    this.#takes.push(undefined);
    this.#next.push([]);
    return this.#next.length - 1;
  }

  /** Adds the pattern behind `from` and gives the place behind it; the last place made is always the greatest. */
  add(pattern: Pattern, from: number): number {
    switch (pattern.kind) {
      case "atom": {
        const start = this.place();
        this.#next[from].push(start);
        this.#takes[start] = pattern.source;
        const end = this.place();
        this.#next[start].push(end);
        return end;
      }
      case "sequence":
        return pattern.items.reduce((at, item) => this.add(item, at), from);
      case "either": {
        const ends = pattern.items.map((item) => this.add(item, from));
        const end = this.place();
        for (const each of ends) this.#next[each].push(end);
        return end;
      }
      case "repeat": {
        const start = this.place();
        this.#next[from].push(start);
        const last = this.add(pattern.item, start);
        const end = this.place();
        this.#next[last].push(end);
        if (pattern.min === 0) this.#next[start].push(end);
        if (pattern.max > 1) this.#next[last].push(start);
        return end;
      }
    }
  }

  reaches(places: ReadonlySet<number>, goal: number): boolean {
    return this.#closure(places).has(goal);
  }

  /** The places that are reached without a character. */
  #closure(places: ReadonlySet<number>): ReadonlySet<number> {
    const seen = new Set(places);
    const queue = [...places];
    while (queue.length > 0) {
      const place = queue.pop()!;
      if (this.#takes[place] !== undefined) continue;
      for (const next of this.#next[place]) {
        if (!seen.has(next)) {
          seen.add(next);
          queue.push(next);
        }
      }
    }
    return seen;
  }

  step(places: ReadonlySet<number>, char: string): Set<number> {
    const out = new Set<number>();
    for (const place of this.#closure(places)) {
      const source = this.#takes[place];
      if (source !== undefined && takes(source, char)) for (const next of this.#next[place]) out.add(next);
    }
    return out;
  }
}
