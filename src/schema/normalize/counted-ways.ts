import type { CountedWay } from "../normal.ts";
import { type Conj, NEVER } from "./conjunctions.ts";
import type { Finisher } from "./finish.ts";

/** A condition that is counted: `excludes` where what does not count must not fit. */
export interface Counted {
  readonly entry: number;
  readonly schema: Conj;
  readonly excludes: boolean;
  /** False where nothing is gained by counting. */
  readonly asked: boolean;
}

/**
 * The ways in which a value may count for some of the conditions: one that counts fits the condition as well; one that does not count must not fit where the condition has a maximum, and may do
 * what it likes otherwise.
 */
export function countedWays(finisher: Finisher, value: Conj, conditions: readonly Counted[], path: string): CountedWay[] {
  const { conjunctions, places, limits } = finisher.work;
  if (conditions.length > limits.maxCounted) finisher.work.refuse("schema-limit-counted", path);
  let ways: { readonly value: Conj; readonly counts: readonly number[] }[] = [{ value, counts: [] }];
  for (const { entry, schema, excludes, asked } of conditions) {
    const next: typeof ways = [];
    for (const way of ways) {
      const counting = conjunctions.and(way.value, schema);
      const other = excludes ? conjunctions.and(way.value, places.not(schema)) : way.value;
      if (counting !== NEVER && (excludes || asked)) next.push({ value: counting, counts: [...way.counts, entry] });
      // Where all that fits counts anyway, not counting is no way of its own.
      if (other !== NEVER && (excludes || !asked || counting !== way.value)) next.push({ value: other, counts: way.counts });
    }
    ways = next;
  }
  return ways.filter((way) => way.value !== NEVER).map((way) => ({ value: finisher.ref(way.value), counts: way.counts }));
}
