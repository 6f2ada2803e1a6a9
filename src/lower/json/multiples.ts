import { StructagError } from "../../core/errors.ts";
import type { Decimal } from "../../core/json-compare.ts";
import type { ExprArena } from "../../expr/arena.ts";
import type { Rule } from "../../expr/definitions.ts";
import { EMPTY, type ExprId, NEVER } from "../../expr/kinds.ts";
import { digitPieces } from "./digits.ts";

/** Largest divisor, as a whole number of its last decimal place. */
const MAX_MODULUS = 1_000_000;
const MAX_PLACES = 30;

/** The least number that is a multiple of all of these positive numbers. */
export function leastCommonMultiple(values: readonly Decimal[]): Decimal {
  let exponent = values[0].exponent;
  for (const value of values) if (value.exponent < exponent) exponent = value.exponent;
  let digits = 1n;
  for (const value of values) {
    const scaled = value.digits * 10n ** (value.exponent - exponent);
    digits = (digits / gcd(digits, scaled)) * scaled;
  }
  return { digits, exponent };
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/**
 * Unsigned plain decimals (or whole numbers in digits only) that are a multiple of a positive number: an automaton over the remainder of the digits so far. It is a rule, so only
 * remainders that are met exist.
 */
export class Multiples implements Rule {
  readonly name = "multiple";
  readonly #arena: ExprArena;
  readonly #modulus: number;
  /** Decimal places of the divisor. */
  readonly #places: number;
  readonly #whole: boolean;

  private constructor(arena: ExprArena, modulus: number, places: number, whole: boolean) {
    this.#arena = arena;
    this.#modulus = modulus;
    this.#places = places;
    this.#whole = whole;
  }

  /** @throws StructagError `lower-json-multiple-of` where the automaton would be too large */
  static of(arena: ExprArena, divisor: Decimal, whole: boolean, path: string): ExprId {
    const places = divisor.exponent < 0n ? -divisor.exponent : 0n;
    const modulus = divisor.exponent > 20n ? -1n : divisor.digits * 10n ** (divisor.exponent > 0n ? divisor.exponent : 0n);
    if (modulus < 0n || modulus > BigInt(MAX_MODULUS) || places > BigInt(MAX_PLACES)) {
      throw new StructagError({
        code: "lower-json-multiple-of",
        path,
        message: `multipleOf ${divisor.digits}e${divisor.exponent} needs an automaton of more than ${MAX_MODULUS} remainders or ${MAX_PLACES} decimal places`,
        hint: "use a rounder divisor, or bound the number on both sides so that its multiples can be listed",
      });
    }
    return new Multiples(arena, Number(modulus), Number(places), whole).#start();
  }

  #start(): ExprId {
    const arena = this.#arena;
    const parts: ExprId[] = [];
    // A leading zero is the whole of the digits before the point.
    parts.push(arena.seq2(arena.literal("0"), this.#afterWhole(0)));
    for (let digit = 1; digit <= 9; digit += 1)
      parts.push(arena.seq2(arena.literal(String(digit)), arena.rule(this, this.#state(digit, 0))));
    return arena.alt(parts);
  }

  /** State of a remainder after so many decimal places; 0 places: before the point. */
  #state(remainder: number, place: number): number {
    return place * this.#modulus + (remainder % this.#modulus);
  }

  unfold(state: number): ExprId {
    const place = Math.floor(state / this.#modulus);
    const remainder = state % this.#modulus;
    if (place > 0) return this.#inFraction(remainder, place);
    const parts = this.#digits(remainder, 0);
    parts.push(this.#afterWhole(remainder));
    return this.#arena.alt(parts);
  }

  nullable(state: number): boolean {
    const place = Math.floor(state / this.#modulus);
    return this.#mayEnd(state % this.#modulus, place);
  }

  /** Whether the number may end here, so many places after the point. */
  #mayEnd(remainder: number, place: number): boolean {
    return this.#filled(remainder, place) === 0n;
  }

  /** The remainder once zeros fill the decimal places. */
  #filled(remainder: number, place: number): bigint {
    return (BigInt(remainder) * 10n ** BigInt(this.#places - place)) % BigInt(this.#modulus);
  }

  /** Whether some digits in the places that are left make a multiple. */
  #alive(remainder: number, place: number): boolean {
    const missing = BigInt(this.#modulus) - this.#filled(remainder, place);
    return missing === BigInt(this.#modulus) || missing < 10n ** BigInt(this.#places - place);
  }

  #digits(remainder: number, nextPlace: number): ExprId[] {
    const parts: ExprId[] = [];
    for (let digit = 0; digit <= 9; digit += 1) {
      const next = (remainder * 10 + digit) % this.#modulus;
      if (nextPlace > 0 && !this.#alive(next, nextPlace)) continue;
      parts.push(this.#arena.seq2(this.#arena.literal(String(digit)), this.#at(next, nextPlace)));
    }
    return parts;
  }

  #at(remainder: number, place: number): ExprId {
    if (place > 0 && place >= this.#places) return remainder === 0 ? digitPieces(this.#arena).zeros : NEVER;
    return this.#arena.rule(this, this.#state(remainder, place));
  }

  #inFraction(remainder: number, place: number): ExprId {
    const parts = this.#digits(remainder, place + 1);
    if (this.#mayEnd(remainder, place)) parts.push(EMPTY);
    return this.#arena.alt(parts);
  }

  /** What may follow the digits before the point. */
  #afterWhole(remainder: number): ExprId {
    const arena = this.#arena;
    const parts: ExprId[] = [];
    if (this.#mayEnd(remainder, 0)) parts.push(EMPTY);
    if (!this.#whole && this.#alive(remainder, 0)) {
      const { point, zeros } = digitPieces(arena);
      const fraction = this.#places === 0 ? arena.seq2(arena.literal("0"), zeros) : arena.alt(this.#digits(remainder, 1));
      parts.push(arena.seq2(point, fraction));
    }
    return arena.alt(parts);
  }
}
