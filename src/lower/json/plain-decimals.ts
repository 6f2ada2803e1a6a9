import type { ExprArena } from "../../expr/arena.ts";
import { EMPTY, type ExprId, NEVER } from "../../expr/kinds.ts";
import { type DigitPieces, digitPieces } from "./digits.ts";

/** A bound that is not negative, as its decimal digits. */
export interface PlainBound {
  /** Digits before the point, without leading zeros; `0` for none. */
  readonly whole: string;
  /** Digits after the point, without trailing zeros. */
  readonly fraction: string;
  readonly exclusive: boolean;
}

/** What may follow the digits before the point: any fraction, none, or zeros only. */
export type FractionSpelling = "any" | "none" | "zeros";

/**
 * Exactly the unsigned decimals without exponent from `low` to `high` (undefined: no end), with any number of trailing zeros. With a spelling other than `any` the bounds must be whole
 * and included.
 */
export function plainDecimals(arena: ExprArena, low: PlainBound, high: PlainBound | undefined, fraction: FractionSpelling): ExprId {
  return new PlainDecimals(arena, low, high, fraction).build();
}

class PlainDecimals {
  readonly #arena: ExprArena;
  readonly #pieces: DigitPieces;
  readonly #low: PlainBound;
  readonly #high: PlainBound | undefined;
  readonly #exact: boolean;
  readonly #free: ExprId;

  constructor(arena: ExprArena, low: PlainBound, high: PlainBound | undefined, fraction: FractionSpelling) {
    this.#arena = arena;
    const pieces = digitPieces(arena);
    this.#pieces = pieces;
    this.#low = low;
    this.#high = high;
    this.#exact = fraction === "any";
    this.#free =
      fraction === "any"
        ? pieces.fraction
        : fraction === "none"
          ? EMPTY
          : arena.optional(arena.seq(pieces.point, arena.literal("0"), pieces.zeros));
  }

  build(): ExprId {
    const arena = this.#arena;
    const { nonZero, digit } = this.#pieces;
    const least = this.#low.whole.length;
    const most = this.#high?.whole.length;
    if (most !== undefined && most < least) return NEVER;
    if (most === least) return this.#whole(0, least, true, true);
    // Numbers of as many digits as a bound are compared with it digit by digit; those between need no look.
    const parts = [this.#whole(0, least, true, false)];
    const between = most === undefined ? -1 : most - least - 1;
    if (between !== 0) parts.push(arena.seq(nonZero, arena.repeat(digit, least, between === -1 ? -1 : least + between - 1), this.#free));
    if (most !== undefined) parts.push(this.#whole(0, most, false, true));
    return arena.alt(parts);
  }

  /** The digit at `at` of `length` before the point and all that follows. `low` and `high` tell whether the digits so far equal those of the bound. */
  #whole(at: number, length: number, low: boolean, high: boolean): ExprId {
    const arena = this.#arena;
    const bound = this.#high;
    const isLow = low && (this.#exact || at < length);
    const isHigh = high && bound !== undefined && (this.#exact || at < length);
    if (!isLow && !isHigh) {
      const { nonZero, digit } = this.#pieces;
      if (at === 0 && length > 1) return arena.seq(nonZero, arena.repeat(digit, length - 1, length - 1), this.#free);
      return arena.seq2(arena.repeat(digit, length - at, length - at), this.#free);
    }
    if (at === length) return this.#fraction(isLow, isHigh);
    const least = isLow ? Number(this.#low.whole[at]) : at === 0 && length > 1 ? 1 : 0;
    const most = isHigh ? Number(bound?.whole[at]) : 9;
    return this.#branch(least, most, isLow, isHigh, (l, h) => this.#whole(at + 1, length, l, h));
  }

  /** One digit from `least` to `most`, and what follows it given whether it still equals a bound's. */
  #branch(least: number, most: number, low: boolean, high: boolean, next: (low: boolean, high: boolean) => ExprId): ExprId {
    if (least > most) return NEVER;
    const arena = this.#arena;
    const digits = (from: number, to: number): ExprId => (from > to ? NEVER : arena.range(0x30 + from, 0x30 + to));
    if (least === most) return arena.seq2(digits(least, least), next(low, high));
    const from = low ? least + 1 : least;
    const to = high ? most - 1 : most;
    const parts: ExprId[] = [];
    if (low) parts.push(arena.seq2(digits(least, least), next(true, false)));
    if (from <= to) parts.push(arena.seq2(digits(from, to), next(false, false)));
    if (high) parts.push(arena.seq2(digits(most, most), next(false, true)));
    return arena.alt(parts);
  }

  #fraction(low: boolean, high: boolean): ExprId {
    const stop = this.#mayStop(0, low, high) ? EMPTY : NEVER;
    return this.#arena.alt2(stop, this.#arena.seq2(this.#pieces.point, this.#someDigits(0, low, high)));
  }

  /** Whether a fraction may end before its digit `at`. */
  #mayStop(at: number, low: boolean, high: boolean): boolean {
    if (low && (at < this.#low.fraction.length || this.#low.exclusive)) return false;
    const bound = this.#high;
    return !high || bound === undefined || at < bound.fraction.length || !bound.exclusive;
  }

  /** One digit or more of a fraction, from digit `at` on. */
  #someDigits(at: number, low: boolean, high: boolean): ExprId {
    const arena = this.#arena;
    const { someDigits, notAllZero, zeros } = this.#pieces;
    if (!low && !high) return someDigits;
    const { fraction: lowDigits, exclusive } = this.#low;
    const highDigits = this.#high?.fraction ?? "";
    const lowSpent = at >= lowDigits.length;
    const highSpent = at >= highDigits.length;
    if (low && !high && lowSpent) return exclusive ? notAllZero : someDigits;
    if (high && highSpent && (!low || lowSpent)) {
      return this.#high?.exclusive === true || (low && exclusive) ? NEVER : arena.seq2(arena.literal("0"), zeros);
    }
    const least = low && !lowSpent ? Number(lowDigits[at]) : 0;
    const most = high ? (highSpent ? 0 : Number(highDigits[at])) : 9;
    return this.#branch(least, most, low, high, (l, h) => {
      const more = this.#someDigits(at + 1, l, h);
      return this.#mayStop(at + 1, l, h) ? arena.optional(more) : more;
    });
  }
}
