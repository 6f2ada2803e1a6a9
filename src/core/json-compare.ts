import { DEEPEST, depthError, isJsonArray, isJsonObject, type Json, JsonNumber } from "./json.ts";
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

/**
 * One text for each JSON value: equal exactly where JSON Schema calls two values equal (`1` = `1.0`, key order is free).
 * @throws StructagError `json-depth` beyond {@link DEEPEST} levels
 */
export function canonicalText(value: Json): string {
  return canonicalAt(value, 0);
}

function canonicalAt(value: Json, depth: number): string {
  if (depth > DEEPEST) throw depthError(DEEPEST);
  if (value instanceof JsonNumber) {
    const { digits, exponent } = parseDecimal(value.text);
    return exponent === 0n ? `${digits}` : `${digits}e${exponent}`;
  }
  if (typeof value === "string") return writeJsonString(value);
  if (isJsonArray(value)) return `[${value.map((member) => canonicalAt(member, depth + 1)).join(",")}]`;
  if (isJsonObject(value)) {
    const members = [...value].map(([key, member]) => `${writeJsonString(key)}:${canonicalAt(member, depth + 1)}`);
    return `{${members.sort().join(",")}}`;
  }
  return String(value);
}

/** Equality of JSON Schema: numbers by exact value, objects without regard to key order. */
export function jsonEquals(a: Json, b: Json): boolean {
  return canonicalText(a) === canonicalText(b);
}
