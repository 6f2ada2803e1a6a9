import { DEEPEST, depthError, isJsonArray, type Json, JsonNumber } from "./json.ts";

export interface WriteOptions {
  /** Text between members; default `,`. */
  readonly itemSeparator?: string;
  /** Text between a key and its value; default `:`. */
  readonly keySeparator?: string;
  /** Spaces a level; containers then go over several lines. Default: one line. */
  readonly indent?: number;
  /** Object keys in code unit order, at every level. Default false: the order of the value. */
  readonly sortKeys?: boolean;
}

/**
 * JSON text of a value: keys in their order, numbers as they are spelled, strings in the shortest escape form, non-ASCII raw, a lone
 * surrogate as `\uXXXX`. The default is compact.
 * @throws StructagError `json-depth` beyond {@link DEEPEST} levels
 */
export function writeJson(value: Json, options: WriteOptions = {}): string {
  const indent = options.indent ?? 0;
  const itemSeparator = options.itemSeparator ?? ",";
  const keySeparator = options.keySeparator ?? (indent > 0 ? ": " : ":");
  const write = (item: Json, level: number): string => {
    if (level > DEEPEST) throw depthError(DEEPEST);
    if (item instanceof JsonNumber) return item.text;
    if (item === null || typeof item === "boolean") return String(item);
    if (typeof item === "string") return writeJsonString(item);
    const array = isJsonArray(item);
    let parts: string[];
    if (array) parts = item.map((member) => write(member, level + 1));
    else {
      const entries = [...item];
      if (options.sortKeys === true) entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      parts = entries.map(([key, member]) => writeJsonString(key) + keySeparator + write(member, level + 1));
    }
    const [open, close] = array ? "[]" : "{}";
    if (parts.length === 0) return open + close;
    if (indent === 0) return open + parts.join(itemSeparator) + close;
    const inner = `\n${" ".repeat(indent * (level + 1))}`;
    return open + inner + parts.join(itemSeparator.trimEnd() + inner) + `\n${" ".repeat(indent * level)}` + close;
  };
  return write(value, 0);
}

/** A JSON string literal with its quotes. */
export function writeJsonString(text: string): string {
  return JSON.stringify(text);
}
