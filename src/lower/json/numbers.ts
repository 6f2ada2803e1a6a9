import type { Decimal } from "../../core/json-compare.ts";
import type { ExprArena } from "../../expr/arena.ts";
import { type ExprId, NEVER } from "../../expr/kinds.ts";
import type { NumberPiece } from "../../schema/normal.ts";
import { compareDecimals, isMultipleOf, isWhole } from "../../schema/validate/decimal.ts";
import { digitPieces } from "./digits.ts";
import { leastCommonMultiple, Multiples } from "./multiples.ts";
import { type Interval, integerInterval, numberInterval, wholePart, ZERO } from "./number-intervals.ts";

/** Up to so many multiples in a bounded interval are listed instead of counted by an automaton. */
const MAX_LISTED = 1000;

/** Lowers numbers of one arena and one spelling of integers; equal pieces give one expression. */
export class NumberLowering {
  readonly #arena: ExprArena;
  readonly #anySpelling: boolean;
  readonly #known = new Map<string, ExprId>();
  /** Any number. */
  readonly number: ExprId;
  /** Any integer. */
  readonly integer: ExprId;

  constructor(arena: ExprArena, integerSpelling: "digits" | "any") {
    this.#arena = arena;
    this.#anySpelling = integerSpelling === "any";
    const { minus, natural, fraction, exponent } = digitPieces(arena);
    this.number = arena.lexeme(arena.seq(arena.optional(minus), natural, fraction, arena.optional(exponent)));
    this.integer = arena.lexeme(this.#integers(undefined, undefined));
  }

  /**
   * The numbers of a piece as a lexeme, or NEVER where there is none.
   * @throws StructagError `lower-json-multiple-of`, `lower-json-too-many-digits`
   */
  lower(piece: NumberPiece, path: string): ExprId {
    if (piece.min === undefined && piece.max === undefined && piece.multipleOf.length === 0 && piece.notMultipleOf.length === 0) {
      if (piece.excluded.length === 0 && piece.notInteger !== true) return piece.integer ? this.integer : this.number;
    }
    const key = pieceKey(piece);
    let e = this.#known.get(key);
    if (e === undefined) this.#known.set(key, (e = this.#arena.lexeme(this.#build(piece, path))));
    return e;
  }

  /** The same where no two may be equal: bounded ones in one spelling each, and no zero with an exponent, which nothing makes another value. */
  distinct(piece: NumberPiece, path: string): ExprId {
    const arena = this.#arena;
    const e = this.lower(piece, path);
    if (piece.integer && !this.#anySpelling) return e;
    const isFree =
      [piece.min, piece.max].every((bound) => bound === undefined || bound.value.digits === 0n) && piece.multipleOf.length === 0;
    const once = isFree ? arena.and(e, this.#withoutZeroPower()) : arena.and(e, this.#shortest(), arena.not(arena.literal("-0")));
    return once === NEVER ? e : arena.lexeme(once);
  }

  /** Plain decimals without zeros at the end. */
  #shortest(): ExprId {
    const arena = this.#arena;
    const { minus, natural, point, digits, nonZero } = digitPieces(arena);
    return arena.seq(arena.optional(minus), natural, arena.optional(arena.seq(point, digits, nonZero)));
  }

  #withoutZeroPower(): ExprId {
    const arena = this.#arena;
    const { minus, point, e, someDigits } = digitPieces(arena);
    const zero = arena.seq(arena.optional(minus), arena.literal("0"), arena.optional(arena.seq2(point, arena.plus(arena.literal("0")))));
    const sign = arena.optional(arena.alt2(arena.literal("+"), minus));
    return arena.not(arena.seq(zero, e, sign, someDigits));
  }

  #build(piece: NumberPiece, path: string): ExprId {
    const arena = this.#arena;
    const divisor = piece.multipleOf.length === 0 ? undefined : leastCommonMultiple(piece.multipleOf);
    const listed = divisor === undefined ? undefined : this.#listed(piece, divisor);
    if (listed !== undefined) return listed;
    // Remainders are counted on plain decimals.
    const plainOnly = divisor !== undefined || piece.notMultipleOf.length > 0;
    const parts = [arena.alt(intervals(piece).map((interval) => this.#interval(piece, interval, plainOnly)))];
    if (divisor !== undefined) parts.push(this.#signed(Multiples.of(arena, divisor, this.#digitsOnly(piece), path)));
    for (const other of piece.notMultipleOf) parts.push(arena.not(this.#signed(Multiples.of(arena, other, this.#digitsOnly(piece), path))));
    if (piece.notInteger === true) parts.push(this.#fractional());
    return arena.and(...parts);
  }

  #digitsOnly(piece: NumberPiece): boolean {
    return piece.integer && !this.#anySpelling;
  }

  #interval(piece: NumberPiece, interval: Interval, plainOnly: boolean): ExprId {
    if (!piece.integer) return numberInterval(this.#arena, interval, plainOnly);
    const low = interval.min && wholePart(interval.min.value, true);
    const high = interval.max && wholePart(interval.max.value, false);
    const after = interval.min?.exclusive === true && isWhole(interval.min.value) ? 1n : 0n;
    const before = interval.max?.exclusive === true && isWhole(interval.max.value) ? 1n : 0n;
    return this.#integers(low === undefined ? undefined : low + after, high === undefined ? undefined : high - before);
  }

  #integers(low: bigint | undefined, high: bigint | undefined): ExprId {
    const arena = this.#arena;
    const plain = integerInterval(arena, low, high, this.#anySpelling);
    if (!this.#anySpelling || low !== undefined || high !== undefined) return plain;
    const { minus, natural, point, zeros, e } = digitPieces(arena);
    const power = arena.seq(e, arena.optional(arena.literal("+")), zeros, natural);
    return arena.seq(
      arena.optional(minus),
      natural,
      arena.optional(arena.seq(point, arena.plus(arena.literal("0")))),
      arena.optional(power),
    );
  }

  #signed(magnitude: ExprId): ExprId {
    return this.#arena.seq2(this.#arena.optional(digitPieces(this.#arena).minus), magnitude);
  }

  /** Plain decimals with a fraction that is not zero, and scientific spellings below one. */
  #fractional(): ExprId {
    const arena = this.#arena;
    const { minus, natural, point, notAllZero, nonZero, fraction, e, zeros, digits } = digitPieces(arena);
    const power = arena.seq(e, minus, zeros, nonZero, digits);
    return arena.seq2(arena.optional(minus), arena.alt2(arena.seq(natural, point, notAllZero), arena.seq(nonZero, fraction, power)));
  }

  /** The multiples of an interval with two ends, one by one, where they are few. */
  #listed(piece: NumberPiece, divisor: Decimal): ExprId | undefined {
    const { min, max } = piece;
    if (min === undefined || max === undefined) return undefined;
    const exponent = [min.value, max.value, divisor].reduce((least, { exponent }) => (exponent < least ? exponent : least), 0n);
    if (exponent < -60n || [min.value, max.value, divisor].some((value) => value.exponent > 400n)) return undefined;
    const scaled = ({ digits, exponent: own }: Decimal): bigint => digits * 10n ** (own - exponent);
    const step = scaled(divisor);
    let first = ceilDivide(scaled(min.value), step);
    if (min.exclusive && first * step === scaled(min.value)) first += 1n;
    let last = -ceilDivide(-scaled(max.value), step);
    if (max.exclusive && last * step === scaled(max.value)) last -= 1n;
    if (last - first > BigInt(MAX_LISTED)) return undefined;
    const parts: ExprId[] = [];
    for (let factor = first; factor <= last; factor += 1n) {
      const value = trimmed(factor * step, exponent);
      if (!admits(piece, value)) continue;
      const bound = { value, exclusive: false };
      parts.push(this.#interval(piece, { min: bound, max: bound }, true));
    }
    return parts.length === 0 ? NEVER : this.#arena.alt(parts);
  }
}

/** The values of a piece of whole numbers, where its bounds leave at most `limit`. */
export function wholeValues(piece: NumberPiece, limit: number): bigint[] | undefined {
  const { min, max } = piece;
  if (!piece.integer || min === undefined || max === undefined) return undefined;
  const low = wholePart(min.value, true);
  const high = wholePart(max.value, false);
  if (high - low >= BigInt(limit)) return undefined;
  const values: bigint[] = [];
  for (let value = low; value <= high; value += 1n) {
    const decimal = trimmed(value, 0n);
    if (min.exclusive && compareDecimals(decimal, min.value) === 0) continue;
    if (max.exclusive && compareDecimals(decimal, max.value) === 0) continue;
    if (piece.multipleOf.every((divisor) => isMultipleOf(decimal, divisor)) && admits(piece, decimal)) values.push(value);
  }
  return values;
}

function admits(piece: NumberPiece, value: Decimal): boolean {
  if (piece.integer && !isWhole(value)) return false;
  if (piece.notInteger === true && isWhole(value)) return false;
  if (piece.notMultipleOf.some((divisor) => isMultipleOf(value, divisor))) return false;
  return !piece.excluded.some((other) => compareDecimals(other, value) === 0);
}

/** The piece's interval without its excluded values. */
function intervals(piece: NumberPiece): Interval[] {
  const inside = piece.excluded.filter(
    (value) =>
      (piece.min === undefined || compareDecimals(value, piece.min.value) >= 0) &&
      (piece.max === undefined || compareDecimals(value, piece.max.value) <= 0) &&
      (!piece.integer || isWhole(value)),
  );
  if (inside.length === 0) return [piece];
  inside.sort(compareDecimals);
  const list: Interval[] = [];
  let min = piece.min;
  for (const value of inside) {
    const gap = { value, exclusive: true };
    list.push({ min, max: gap });
    min = gap;
  }
  list.push({ min, max: piece.max });
  return list;
}

function ceilDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return quotient * b < a ? quotient + 1n : quotient;
}

function trimmed(digits: bigint, exponent: bigint): Decimal {
  if (digits === 0n) return ZERO;
  while (digits % 10n === 0n) {
    digits /= 10n;
    exponent += 1n;
  }
  return { digits, exponent };
}

function pieceKey(piece: NumberPiece): string {
  const text = ({ digits, exponent }: Decimal): string => `${digits}e${exponent}`;
  const bound = (b: NumberPiece["min"]): string => (b === undefined ? "" : `${text(b.value)}${b.exclusive ? "x" : ""}`);
  const list = (values: readonly Decimal[]): string => values.map(text).join();
  const kind = `${piece.integer ? "i" : "n"}${piece.notInteger === true ? "f" : ""}`;
  return [kind, bound(piece.min), bound(piece.max), list(piece.multipleOf), list(piece.notMultipleOf), list(piece.excluded)].join("|");
}
