import { DEFAULT_MAX_DEPTH, isJsonArray, isJsonObject, type Json } from "./json.ts";

/** Whether arrays and objects are nested deeper than `maxDepth` levels. No recursion, so that it may stand before code that recurses. */
export function isDeeperThan(value: Json, maxDepth: number = DEFAULT_MAX_DEPTH): boolean {
  const open: { readonly value: Json; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const members = isJsonArray(node.value) ? node.value : isJsonObject(node.value) ? node.value.values() : undefined;
    if (members === undefined) continue;
    if (node.depth >= maxDepth) return true;
    for (const member of members) if (typeof member === "object" && member !== null) open.push({ value: member, depth: node.depth + 1 });
  }
  return false;
}
