import type { JsonNumber } from "../../core/json.ts";
import { type Decimal, parseDecimal } from "../../core/json-compare.ts";

const known = new WeakMap<JsonNumber, Decimal>();

/** The exact value of a number; remembered, since schemas' bounds are asked again and again. */
export function decimalOf(number: JsonNumber): Decimal {
  let decimal = known.get(number);
  if (decimal === undefined) {
    decimal = parseDecimal(number.text);
    known.set(number, decimal);
  }
  return decimal;
}

/** True for numbers without a fraction, however they are spelled (`1.0`, `1e3`). */
export function isWhole(decimal: Decimal): boolean {
  return decimal.exponent >= 0n;
}

/** Negative, zero or positive, as `a` is less than, equal to or greater than `b`. Exponents of any size cost nothing. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const sign = signOf(a) - signOf(b);
  if (sign !== 0 || a.digits === 0n) return sign;
  const [digitsA, digitsB] = [magnitude(a), magnitude(b)];
  const top = BigInt(digitsA.length) + a.exponent - BigInt(digitsB.length) - b.exponent;
  const direction = signOf(a);
  if (top !== 0n) return top > 0n ? direction : -direction;
  const length = Math.max(digitsA.length, digitsB.length);
  const [paddedA, paddedB] = [digitsA.padEnd(length, "0"), digitsB.padEnd(length, "0")];
  if (paddedA === paddedB) return 0;
  return paddedA > paddedB ? direction : -direction;
}

/** True where `value` is a whole multiple of `divisor`, exactly. Zero divides nothing but zero. */
export function isMultipleOf(value: Decimal, divisor: Decimal): boolean {
  if (value.digits === 0n) return true;
  if (divisor.digits === 0n) return false;
  const shift = value.exponent - divisor.exponent;
  // The digits have no trailing zero, so they can't be a multiple of ten.
  if (shift < 0n) return false;
  const modulus = divisor.digits < 0n ? -divisor.digits : divisor.digits;
  return ((value.digits % modulus) * powerModulo(10n, shift, modulus)) % modulus === 0n;
}

function signOf(decimal: Decimal): number {
  if (decimal.digits === 0n) return 0;
  return decimal.digits > 0n ? 1 : -1;
}

function magnitude({ digits }: Decimal): string {
  return String(digits < 0n ? -digits : digits);
}

function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n % modulus;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
