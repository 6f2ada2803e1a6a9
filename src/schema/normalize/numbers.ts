import type { JsonNumber } from "../../core/json.ts";
import type { Decimal } from "../../core/json-compare.ts";
import type { NumberBound, NumberPiece } from "../normal.ts";
import { compareDecimals, decimalOf, isMultipleOf, isWhole } from "../validate/decimal.ts";
import { ANY_NUMBER } from "./drafts.ts";

const ONE: Decimal = { digits: 1n, exponent: 0n };
/** Beyond this many decimal places between bound and step, a range is taken to hold a value. */
const MAX_SPREAD = 400n;
/** Ranges of at most this many steps are searched for a value that is left. */
const MAX_SEARCH = 1000n;

/** The numbers of both pieces; `undefined` where there are none. */
export function meetNumbers(a: NumberPiece, b: NumberPiece): NumberPiece | undefined {
  if (a === ANY_NUMBER || a === b) return b;
  if (b === ANY_NUMBER) return a;
  const min = tighter(a.min, b.min, 1);
  const max = tighter(a.max, b.max, -1);
  const piece: NumberPiece = {
    type: "number",
    integer: a.integer || b.integer,
    ...(a.notInteger === true || b.notInteger === true ? { notInteger: true } : {}),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    multipleOf: distinct(a.multipleOf, b.multipleOf),
    notMultipleOf: distinct(a.notMultipleOf, b.notMultipleOf),
    excluded: distinct(a.excluded, b.excluded),
  };
  return hasNumber(piece) ? piece : undefined;
}

/** What the piece leaves out. The pieces may overlap. */
export function complementNumber(piece: NumberPiece): NumberPiece[] {
  const result: NumberPiece[] = [];
  if (piece.integer) result.push({ ...ANY_NUMBER, notInteger: true });
  if (piece.notInteger === true) result.push({ ...ANY_NUMBER, integer: true });
  if (piece.min !== undefined) result.push({ ...ANY_NUMBER, max: { value: piece.min.value, exclusive: !piece.min.exclusive } });
  if (piece.max !== undefined) result.push({ ...ANY_NUMBER, min: { value: piece.max.value, exclusive: !piece.max.exclusive } });
  for (const step of piece.multipleOf) result.push({ ...ANY_NUMBER, notMultipleOf: [step] });
  for (const step of piece.notMultipleOf) result.push({ ...ANY_NUMBER, multipleOf: [step] });
  for (const value of piece.excluded) {
    const bound = { value, exclusive: false };
    result.push({ ...ANY_NUMBER, min: bound, max: bound });
  }
  return result;
}

export function numberFits(number: JsonNumber, piece: NumberPiece): boolean {
  return piece === ANY_NUMBER || decimalFits(decimalOf(number), piece);
}

function decimalFits(value: Decimal, piece: NumberPiece): boolean {
  if (piece.integer && !isWhole(value)) return false;
  if (piece.notInteger === true && isWhole(value)) return false;
  if (piece.min !== undefined && !isBeyond(value, piece.min, 1)) return false;
  if (piece.max !== undefined && !isBeyond(value, piece.max, -1)) return false;
  if (!piece.multipleOf.every((step) => isMultipleOf(value, step))) return false;
  if (piece.notMultipleOf.some((step) => isMultipleOf(value, step))) return false;
  return !piece.excluded.some((other) => compareDecimals(value, other) === 0);
}

function isBeyond(value: Decimal, bound: NumberBound, direction: 1 | -1): boolean {
  const order = compareDecimals(value, bound.value) * direction;
  return order > 0 || (order === 0 && !bound.exclusive);
}

/** The bound that leaves less. */
export function tighter(a: NumberBound | undefined, b: NumberBound | undefined, direction: 1 | -1): NumberBound | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const order = compareDecimals(a.value, b.value) * direction;
  if (order === 0) return a.exclusive ? a : b;
  return order > 0 ? a : b;
}

function distinct(a: readonly Decimal[], b: readonly Decimal[]): readonly Decimal[] {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  const known = new Set(a.map(decimalKey));
  const added = b.filter((value) => !known.has(decimalKey(value)));
  return added.length === 0 ? a : [...a, ...added];
}

function decimalKey({ digits, exponent }: Decimal): string {
  return `${digits}e${exponent}`;
}

/** One text for each set of conditions. */
export function numberKey(piece: NumberPiece): string {
  const bound = (at: NumberBound | undefined): string => (at === undefined ? "" : `${decimalKey(at.value)}${at.exclusive ? "x" : ""}`);
  const list = (values: readonly Decimal[]): string => values.map(decimalKey).sort().join();
  return [
    piece.integer,
    piece.notInteger === true,
    bound(piece.min),
    bound(piece.max),
    ...[piece.multipleOf, piece.notMultipleOf, piece.excluded].map(list),
  ].join(";");
}

/** False where the conditions contradict each other. */
export function hasNumber(piece: NumberPiece): boolean {
  const { min, max } = piece;
  if (piece.integer && piece.notInteger === true) return false;
  const steps = piece.integer ? [ONE, ...piece.multipleOf] : piece.multipleOf;
  const stepped = steps.length === 0 ? undefined : commonStep(steps);
  if (stepped !== undefined) {
    if (piece.notInteger === true && isMultipleOf(stepped, ONE)) return false;
    if (piece.notMultipleOf.some((step) => isMultipleOf(stepped, step))) return false;
  }
  if (min === undefined || max === undefined) return true;
  const order = compareDecimals(min.value, max.value);
  if (order > 0 || (order === 0 && (min.exclusive || max.exclusive))) return false;
  if (order === 0) return decimalFits(min.value, piece);
  return stepped === undefined || hasStepBetween(piece, stepped, min, max);
}

function hasStepBetween(piece: NumberPiece, step: Decimal, min: NumberBound, max: NumberBound): boolean {
  const scale = smallest([step.exponent, min.value.exponent, max.value.exponent]);
  if ([step, min.value, max.value].some((value) => value.exponent - scale > MAX_SPREAD)) return true;
  const scaled = (value: Decimal): bigint => value.digits * 10n ** (value.exponent - scale);
  const [width, low, high] = [scaled(step), scaled(min.value), scaled(max.value)];
  let first = -floorDivide(-low, width);
  if (min.exclusive && first * width === low) first += 1n;
  let last = floorDivide(high, width);
  if (max.exclusive && last * width === high) last -= 1n;
  if (first > last) return false;
  if (piece.excluded.length === 0 && piece.notMultipleOf.length === 0) return true;
  if (last - first > MAX_SEARCH) return true;
  for (let count = first; count <= last; count += 1n) {
    const value = normal(count * width, scale);
    if (decimalFits(value, piece)) return true;
  }
  return false;
}

/** The least number of which every multiple of all steps is a multiple; `undefined` where it would be too long to write. */
function commonStep(steps: readonly Decimal[]): Decimal | undefined {
  const scale = smallest(steps.map((step) => step.exponent));
  let common = 1n;
  for (const step of steps) {
    if (step.exponent - scale > MAX_SPREAD) return undefined;
    const scaled = step.digits * 10n ** (step.exponent - scale);
    common = (common * scaled) / greatestDivisor(common, scaled);
  }
  return normal(common, scale);
}

function normal(digits: bigint, exponent: bigint): Decimal {
  if (digits === 0n) return { digits: 0n, exponent: 0n };
  let [rest, power] = [digits, exponent];
  while (rest % 10n === 0n) {
    rest /= 10n;
    power += 1n;
  }
  return { digits: rest, exponent: power };
}

function smallest(values: readonly bigint[]): bigint {
  let least = values[0];
  for (const value of values) if (value < least) least = value;
  return least;
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x < 0n ? -x : x;
}
