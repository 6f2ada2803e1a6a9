import { isJsonArray, isJsonObject, type Json } from "../core/json.ts";

/** The value with the keys of all its objects in the order of their code points; lists keep theirs. */
export function withSortedKeys(value: Json): Json {
  if (isJsonArray(value)) return value.map(withSortedKeys);
  if (!isJsonObject(value)) return value;
  return new Map([...value].sort(([x], [y]) => compareText(x, y)).map(([key, member]) => [key, withSortedKeys(member)]));
}

function compareText(x: string, y: string): number {
  const [one, other] = [Array.from(x), Array.from(y)];
  for (let at = 0; at < one.length && at < other.length; at += 1) {
    if (one[at] !== other[at]) return one[at].codePointAt(0)! - other[at].codePointAt(0)!;
  }
  return one.length - other.length;
}
