import type { ExprId } from "./kinds.ts";

/** Ascending, each once; sorts `list` in place. */
export function sortedDistinct(list: ExprId[]): ExprId[] {
  if (list.length < 2) return list;
  if (list.length === 2) {
    if (list[0] === list[1]) list.pop();
    else if (list[0] > list[1]) list.reverse();
    return list;
  }
  list.sort((x, y) => x - y);
  let kept = 1;
  for (let at = 1; at < list.length; at += 1) if (list[at] !== list[kept - 1]) list[kept++] = list[at];
  list.length = kept;
  return list;
}
