import { isJsonArray, isJsonObject, type Json, JsonNumber } from "../../core/json.ts";
import { parseDecimal } from "../../core/json-compare.ts";
import { writeJson, writeJsonString } from "../../core/json-write.ts";
import type { ConstantLayout } from "./layout.ts";

/**
 * The texts of a constant: strings and keys in their shortest spelling, containers in the layout, numbers as they are spelled and in the shortest plain spelling. None where a string
 * of it can't be written: with a lone surrogate, or with an excluded text.
 */
export function constantTexts(value: Json, layout: ConstantLayout, excludes: readonly string[]): string[] {
  if (!isWritable(value, excludes)) return [];
  if (typeof value === "string") return [writeJsonString(value)];
  const text = print(value, layout);
  const short = print(shortest(value), layout);
  return text === short ? [text] : [text, short];
}

function print(value: Json, { indent, itemSeparator, keySeparator, depth }: ConstantLayout): string {
  const text = writeJson(value, { indent, itemSeparator, keySeparator });
  // Strings hold no raw line breaks, so every one in the text is the layout's.
  return indent === 0 || depth === 0 ? text : text.replaceAll("\n", `\n${" ".repeat(indent * depth)}`);
}

function isWritable(value: Json, excludes: readonly string[]): boolean {
  if (typeof value === "string") return isWellFormed(value) && !excludes.some((text) => value.includes(text));
  if (isJsonArray(value)) return value.every((item) => isWritable(item, excludes));
  if (isJsonObject(value)) return [...value].every(([key, item]) => isWellFormed(key) && isWritable(item, excludes));
  return true;
}

/** The same value with each number in its shortest plain spelling, or as it was where that is long. */
function shortest(value: Json): Json {
  if (value instanceof JsonNumber) return shortestNumber(value);
  if (isJsonArray(value)) return value.map(shortest);
  if (isJsonObject(value)) return new Map(Array.from(value, ([key, item]) => [key, shortest(item)]));
  return value;
}

function shortestNumber(number: JsonNumber): JsonNumber {
  const { digits, exponent } = parseDecimal(number.text);
  if (exponent > 21n || exponent < -30n) return number;
  const sign = digits < 0n ? "-" : "";
  const text = String(digits < 0n ? -digits : digits);
  if (exponent >= 0n) return new JsonNumber(sign + text + "0".repeat(Number(exponent)));
  const padded = text.padStart(1 - Number(exponent), "0");
  return new JsonNumber(`${sign}${padded.slice(0, Number(exponent))}.${padded.slice(Number(exponent))}`);
}

/** True where a text has no lone surrogate, so that UTF-8 can hold it. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
