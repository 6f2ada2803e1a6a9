import { isJsonArray, isJsonObject, type Json, writeJson } from "../../../src/index.ts";
import type { TreeLine } from "./protocol.ts";

const SHORT = 72;

/** JSON over several lines, each with the pointer of what it shows; what is short stays on one line. */
export function jsonLines(value: Json, path = ""): TreeLine[] {
  const lines: TreeLine[] = [];
  const write = (item: Json, at: string, depth: number, before: string, after: string): void => {
    const line = writeJson(item);
    const nests = (isJsonArray(item) && item.length > 0) || (isJsonObject(item) && item.size > 0);
    if (!nests || (line.length + before.length <= SHORT && !holdsFormat(item))) {
      lines.push({ text: `${before}${line}${after}`, depth, path: at });
      return;
    }
    const entries: [string, string, Json][] = isJsonArray(item)
      ? item.map((child, index) => [`${at}/${index}`, "", child])
      : Array.from(item as ReadonlyMap<string, Json>, ([key, child]) => [`${at}/${escapePointer(key)}`, `${JSON.stringify(key)}: `, child]);
    lines.push({ text: `${before}${isJsonArray(item) ? "[" : "{"}`, depth, path: at });
    entries.forEach(([childPath, label, child], index) => write(child, childPath, depth + 1, label, index + 1 < entries.length ? "," : ""));
    lines.push({ text: `${isJsonArray(item) ? "]" : "}"}${after}`, depth, path: at });
  };
  write(value, path, 0, "", "");
  return lines;
}

/** A format that holds others gets lines of its own, so that each of them can be pointed at. */
function holdsFormat(item: Json): boolean {
  if (isJsonArray(item)) return item.some((child) => isJsonObject(child) && child.has("type") && child.has("format"));
  return (
    isJsonObject(item) &&
    ["elements", "content", "tags", "format"].some((key) => typeof item.get(key) === "object") &&
    item.get("type") !== "tag"
  );
}

function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
