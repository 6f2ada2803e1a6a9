import { StructagError } from "../../core/errors.ts";
import type { Decimal } from "../../core/json-compare.ts";
import type { ExprArena } from "../../expr/arena.ts";
import { EMPTY, type ExprId, NEVER } from "../../expr/kinds.ts";
import type { NumberBound } from "../../schema/normal.ts";
import { compareDecimals } from "../../schema/validate/decimal.ts";
import { digitPieces } from "./digits.ts";
import { type PlainBound, plainDecimals } from "./plain-decimals.ts";

export const ZERO: Decimal = { digits: 0n, exponent: 0n };

/** Most digits that a bound may need when it is written without exponent. */
const MAX_DIGITS = 2000;

export interface Interval {
  readonly min?: NumberBound | undefined;
  readonly max?: NumberBound | undefined;
}

/**
 * The numbers of an interval. Where only the sign is bounded, all of JSON's spellings; else plain decimals with any number of trailing zeros, and scientific ones with one digit
 * that is not zero before the point (`1.5e-7`), which is how writers print numbers that are very large or small. With `plainOnly` no exponent at all.
 */
export function numberInterval(arena: ExprArena, interval: Interval, plainOnly: boolean): ExprId {
  const { min, max } = interval;
  const parts: ExprId[] = [];
  if (max === undefined || reaches(max, 1)) {
    parts.push(magnitudes(arena, min !== undefined && min.value.digits >= 0n ? min : { value: ZERO, exclusive: false }, max, plainOnly));
  }
  if (min === undefined || reaches(min, -1)) {
    const low = max !== undefined && max.value.digits <= 0n ? negated(max) : { value: ZERO, exclusive: false };
    const high = min === undefined ? undefined : negated(min);
    parts.push(arena.seq2(digitPieces(arena).minus, magnitudes(arena, low, high, plainOnly)));
  }
  return arena.alt(parts);
}

/** The integers of an interval, as digits only or (`zeros`) also with a fraction of zeros. */
export function integerInterval(arena: ExprArena, low: bigint | undefined, high: bigint | undefined, zeros: boolean): ExprId {
  const parts: ExprId[] = [];
  const from = (least: bigint, most: bigint | undefined): ExprId => {
    if (most !== undefined && most < least) return NEVER;
    return plainDecimals(arena, wholeBound(least), most === undefined ? undefined : wholeBound(most), zeros ? "zeros" : "none");
  };
  if (high === undefined || high >= 0n) parts.push(from(low !== undefined && low > 0n ? low : 0n, high));
  // With a fraction of zeros `-0.0` is a spelling like any other.
  const least = zeros ? 0n : 1n;
  if (low === undefined || low <= -least) {
    const magnitude = high !== undefined && high < -least ? -high : least;
    parts.push(arena.seq2(digitPieces(arena).minus, from(magnitude, low === undefined ? undefined : -low)));
  }
  return arena.alt(parts);
}

/** Whether the bound lets numbers of that sign pass, or zero. */
function reaches(bound: NumberBound, sign: number): boolean {
  const side = bound.value.digits === 0n ? 0 : bound.value.digits > 0n ? sign : -sign;
  return side > 0 || (side === 0 && !bound.exclusive);
}

function negated({ value, exclusive }: NumberBound): NumberBound {
  return { value: { digits: -value.digits, exponent: value.exponent }, exclusive };
}

/** Unsigned numbers between two bounds that are not negative. */
function magnitudes(arena: ExprArena, low: NumberBound, high: NumberBound | undefined, plainOnly: boolean): ExprId {
  if (high !== undefined) {
    const order = compareDecimals(low.value, high.value);
    if (order > 0 || (order === 0 && (low.exclusive || high.exclusive))) return NEVER;
  }
  if (!plainOnly && high === undefined && low.value.digits === 0n) return unboundedMagnitudes(arena, low.exclusive);
  const plain = plainDecimals(arena, plainBound(low), high === undefined ? undefined : plainBound(high), "any");
  return plainOnly ? plain : arena.alt2(plain, scientific(arena, low, high));
}

/** All unsigned spellings, or all but those of zero. */
function unboundedMagnitudes(arena: ExprArena, positive: boolean): ExprId {
  const { natural, fraction, exponent, nonZero, digits, point, notAllZero } = digitPieces(arena);
  const mantissa = positive
    ? arena.alt2(arena.seq(nonZero, digits, fraction), arena.seq(arena.literal("0"), point, notAllZero))
    : arena.seq2(natural, fraction);
  return arena.seq2(mantissa, arena.optional(exponent));
}

/** `d.ddde±x` with a first digit that is not zero. */
function scientific(arena: ExprArena, low: NumberBound, high: NumberBound | undefined): ExprId {
  const any: PlainBound = { whole: "1", fraction: "", exclusive: false };
  const ten: PlainBound = { whole: "10", fraction: "", exclusive: true };
  const from = low.value.digits === 0n ? undefined : normalised(low);
  const to = high === undefined ? undefined : normalised(high);
  if (high !== undefined && high.value.digits === 0n) return NEVER;
  const one = (least: PlainBound, most: PlainBound, first: bigint | undefined, last: bigint | undefined): ExprId => {
    const exponents = exponentInterval(arena, first, last);
    return exponents === NEVER ? NEVER : arena.seq2(plainDecimals(arena, least, most, "any"), exponents);
  };
  if (from !== undefined && to !== undefined && from.exponent === to.exponent)
    return one(from.digits, to.digits, from.exponent, from.exponent);
  const parts = [one(any, ten, from && from.exponent + 1n, to && to.exponent - 1n)];
  if (from !== undefined) parts.push(one(from.digits, ten, from.exponent, from.exponent));
  if (to !== undefined) parts.push(one(any, to.digits, to.exponent, to.exponent));
  return arena.alt(parts);
}

function normalised({ value, exclusive }: NumberBound): { digits: PlainBound; exponent: bigint } {
  const text = String(value.digits);
  return { digits: { whole: text[0], fraction: text.slice(1), exclusive }, exponent: value.exponent + BigInt(text.length - 1) };
}

/** `e` and an exponent from `low` to `high`, with sign and leading zeros as one likes. */
function exponentInterval(arena: ExprArena, low: bigint | undefined, high: bigint | undefined): ExprId {
  if (low !== undefined && high !== undefined && low > high) return NEVER;
  const { e, minus, zeros } = digitPieces(arena);
  const whole = (least: bigint, most: bigint | undefined): ExprId =>
    arena.seq2(zeros, plainDecimals(arena, wholeBound(least), most === undefined ? undefined : wholeBound(most), "none"));
  const parts: ExprId[] = [];
  if (high === undefined || high >= 0n) {
    const positive = whole(low !== undefined && low > 0n ? low : 0n, high);
    parts.push(arena.seq2(arena.alt2(EMPTY, arena.literal("+")), positive));
  }
  if (low === undefined || low <= 0n) {
    parts.push(arena.seq2(minus, whole(high !== undefined && high < 0n ? -high : 0n, low === undefined ? undefined : -low)));
  }
  return arena.seq2(e, arena.alt(parts));
}

function wholeBound(value: bigint): PlainBound {
  return { whole: String(value), fraction: "", exclusive: false };
}

function plainBound({ value, exclusive }: NumberBound): PlainBound {
  const text = String(value.digits);
  const { exponent } = value;
  if (exponent > BigInt(MAX_DIGITS) || exponent < BigInt(-MAX_DIGITS) || text.length > MAX_DIGITS) throw tooManyDigits();
  if (exponent >= 0n) return { whole: text + "0".repeat(Number(exponent)), fraction: "", exclusive };
  const padded = text.padStart(1 - Number(exponent), "0");
  const point = padded.length + Number(exponent);
  return { whole: padded.slice(0, point), fraction: padded.slice(point), exclusive };
}

/** @throws StructagError `lower-json-too-many-digits` where the value can't be written in a reasonable number of digits */
export function wholePart(value: Decimal, up: boolean): bigint {
  if (value.exponent > BigInt(MAX_DIGITS)) throw tooManyDigits();
  if (String(value.digits).length + Number(value.exponent) > MAX_DIGITS) throw tooManyDigits();
  if (value.exponent >= 0n) return value.digits * 10n ** value.exponent;
  // Far below one: only the sign matters.
  if (value.exponent < BigInt(-MAX_DIGITS) && String(value.digits).length < MAX_DIGITS)
    return value.digits > 0n ? (up ? 1n : 0n) : up ? 0n : -1n;
  const scale = 10n ** -value.exponent;
  const truncated = value.digits / scale;
  if (truncated * scale === value.digits) return truncated;
  if (up) return value.digits > 0n ? truncated + 1n : truncated;
  return value.digits > 0n ? truncated : truncated - 1n;
}

function tooManyDigits(): StructagError {
  return new StructagError({
    code: "lower-json-too-many-digits",
    path: "",
    message: `a bound needs more than ${MAX_DIGITS} digits when it is written without an exponent`,
    hint: "use a smaller bound",
  });
}
