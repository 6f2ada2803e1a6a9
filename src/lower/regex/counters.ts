import { fail } from "../../core/errors.ts";
import type { ExprArena } from "../../expr/arena.ts";
import { type ExprId, REPEAT_KIND } from "../../expr/kinds.ts";
import { MAX_REPEAT } from "./parse.ts";

/**
 * `min` to `max` (-1: no bound) times `e`. A repetition of a repetition becomes one counter where that is the same language, as in `(a{1,100}){1,100}`: nested counters would
 * keep an alternative for every way to divide the text.
 *
 * @throws StructagError `regex-repeat-too-large`
 */
export function repeated(arena: ExprArena, e: ExprId, min: number, max: number, path: string): ExprId {
  const { kind, a, b, c } = arena.store;
  if (kind[e] === REPEAT_KIND) {
    const innerMin = b[e];
    const innerMax = c[e] === -1 ? Number.POSITIVE_INFINITY : c[e];
    const outerMax = max === -1 ? Number.POSITIVE_INFINITY : max;
    // The counts k·innerMin to k·innerMax of neighbouring k must touch; if they do for the least k, they do for all.
    const touches = min === 0 ? innerMin <= 1 : min * (innerMax - innerMin) >= innerMin - 1;
    if (touches && outerMax > 0) {
      const least = min * innerMin;
      const most = innerMax * outerMax;
      if (least > MAX_REPEAT || (most > MAX_REPEAT && most !== Number.POSITIVE_INFINITY)) {
        fail("regex-repeat-too-large", path, `nested repetitions allow more than ${MAX_REPEAT} times`, "use smaller counts or no bound");
      }
      return arena.repeat(a[e], least, most === Number.POSITIVE_INFINITY ? -1 : most);
    }
  }
  return arena.repeat(e, min, max);
}
