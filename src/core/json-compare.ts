import { isJsonArray, isJsonObject, type Json, JsonNumber } from "./json.ts";
import { writeJsonString } from "./json-write.ts";

/** An exact decimal: `digits × 10^exponent`, no trailing zero in `digits` (zero is 0 × 10^0). */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: bigint;
}

/** The exact value of a JSON number spelling. The exponent stays symbolic, so `1e999999999` costs nothing. */
export function parseDecimal(text: string): Decimal {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) throw new TypeError(`not a JSON number: ${text}`);
  const [, sign, whole, fraction = "", power = "0"] = match;
  const spelled = `${whole}${fraction}`;
  const stripped = spelled.replace(/0+$/, "");
  if (/^0*$/.test(stripped)) return { digits: 0n, exponent: 0n };
  const digits = BigInt(sign + stripped);
  return { digits, exponent: BigInt(power) - BigInt(fraction.length) + BigInt(spelled.length - stripped.length) };
}

/** One text for each JSON value: equal exactly where JSON Schema calls two values equal (`1` = `1.0`, key order is free). */
export function canonicalText(value: Json): string {
  if (value instanceof JsonNumber) {
    const { digits, exponent } = parseDecimal(value.text);
    return exponent === 0n ? `${digits}` : `${digits}e${exponent}`;
  }
  if (typeof value === "string") return writeJsonString(value);
  if (isJsonArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (isJsonObject(value)) {
    const members = [...value].map(([key, member]) => `${writeJsonString(key)}:${canonicalText(member)}`);
    return `{${members.sort().join(",")}}`;
  }
  return String(value);
}

/** Equality of JSON Schema: numbers by exact value, objects without regard to key order. */
export function jsonEquals(a: Json, b: Json): boolean {
  return canonicalText(a) === canonicalText(b);
}
