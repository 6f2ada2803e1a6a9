import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acceptsText } from "../../../tests/support/accepts-text.ts";
import { parseDecimal } from "../../core/json-compare.ts";
import { ExprArena } from "../../expr/arena.ts";
import { NEVER } from "../../expr/kinds.ts";
import type { NumberPiece } from "../../schema/normal.ts";
import { compareDecimals, isMultipleOf, isWhole } from "../../schema/validate/decimal.ts";
import { NumberLowering } from "./numbers.ts";

const FREE: NumberPiece = { type: "number", integer: false, multipleOf: [], notMultipleOf: [], excluded: [] };

/** The values by definition, in the writing that a bounded piece has. */
function expected(piece: NumberPiece, text: string): boolean {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return false;
  const counted = piece.multipleOf.length > 0 || piece.notMultipleOf.length > 0;
  if (piece.integer && !/^(0|-?[1-9]\d*)$/.test(text)) return false;
  const spelling = counted ? /^[^eE]*$/ : /^([^eE]*|-?[1-9](\.\d+)?[eE].*)$/;
  if (!spelling.test(text)) return false;
  const value = parseDecimal(text);
  const low = piece.min === undefined ? 1 : compareDecimals(value, piece.min.value);
  const high = piece.max === undefined ? -1 : compareDecimals(value, piece.max.value);
  if (low < 0 || (low === 0 && piece.min?.exclusive === true)) return false;
  if (high > 0 || (high === 0 && piece.max?.exclusive === true)) return false;
  if (piece.notInteger === true && (isWhole(value) || (/[eE]/.test(text) && !/[eE]-/.test(text)) || !/\.|[eE]-/.test(text))) return false;
  if (piece.notInteger === true && /[eE]/.test(text) && !/[eE]-0*[1-9]/.test(text)) return false;
  if (!piece.multipleOf.every((divisor) => isMultipleOf(value, divisor))) return false;
  if (piece.notMultipleOf.some((divisor) => isMultipleOf(value, divisor))) return false;
  return !piece.excluded.some((other) => compareDecimals(other, value) === 0);
}

const decimalText = fc
  .tuple(fc.integer({ min: -1200, max: 1200 }), fc.integer({ min: -4, max: 3 }))
  .map(([digits, exponent]) => ({ decimal: parseDecimal(`${digits}e${exponent}`), digits, exponent }));

const decimal = decimalText.map((value) => value.decimal);
const bound = fc.option(fc.record({ value: decimal, exclusive: fc.boolean() }), { nil: undefined });
const divisor = fc.constantFrom("1", "2", "3", "7", "10", "0.01", "0.25", "2.5", "12", "0.125").map(parseDecimal);

const piece = fc
  .record({
    integer: fc.boolean(),
    notInteger: fc.boolean(),
    min: bound,
    max: bound,
    multipleOf: fc.array(divisor, { maxLength: 2 }),
    notMultipleOf: fc.array(divisor, { maxLength: 1 }),
    excluded: fc.array(decimal, { maxLength: 2 }),
  })
  .map(
    ({ min, max, integer, notInteger, ...rest }): NumberPiece => ({
      type: "number",
      integer,
      ...rest,
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
      ...(notInteger && !integer ? { notInteger } : {}),
    }),
  );

/** Spellings of a value: plain with zeros at the end, scientific. */
function spellings(digits: number, exponent: number): string[] {
  const value = parseDecimal(`${digits}e${exponent}`);
  const text = String(value.digits < 0n ? -value.digits : value.digits);
  const sign = digits < 0 ? "-" : "";
  const point = text.length + Number(value.exponent);
  const whole = point <= 0 ? "0" : text.slice(0, point).padEnd(point, "0");
  const fraction = point <= 0 ? "0".repeat(-point) + text : text.slice(point);
  const plain = fraction === "" ? whole : `${whole}.${fraction}`;
  const padded = fraction === "" ? `${whole}.00` : `${plain}0`;
  const mantissa = `${text[0]}${text.length > 1 ? `.${text.slice(1)}` : ""}`;
  return [`${sign}${plain}`, `${sign}${padded}`, `${sign}${mantissa}e${point - 1}`, `${sign}${mantissa}E+${point - 1}`.replace("+-", "-0")];
}

describe("numbers", () => {
  it("accept exactly the values of a piece", () => {
    fc.assert(
      fc.property(piece, fc.array(decimalText, { minLength: 5, maxLength: 12 }), (numbers, values) => {
        const arena = new ExprArena();
        const e = new NumberLowering(arena, "digits").lower(numbers, "");
        const near = [numbers.min?.value, numbers.max?.value, ...numbers.excluded].flatMap((v) => (v === undefined ? [] : [v]));
        const all = [...values, ...near.map(({ digits, exponent }) => ({ digits: Number(digits), exponent: Number(exponent) }))];
        for (const { digits, exponent } of all) {
          for (const text of spellings(digits, exponent)) {
            const free = numbers.min === undefined || numbers.min.value.digits === 0n || numbers.max === undefined;
            if (free && /^-?0/.test(text) && /[eE]/.test(text)) continue;
            expect([text, acceptsText(arena, e, text)]).toEqual([text, expected(numbers, text)]);
          }
        }
      }),
      { seed: 7, numRuns: 400 },
    );
  });

  it("keep JSON's grammar", () => {
    const arena = new ExprArena();
    const { number, integer } = new NumberLowering(arena, "digits");
    for (const text of ["0", "-0", "-0.5", "1e5", "1E+5", "10", "1.50"])
      expect([text, acceptsText(arena, number, text)]).toEqual([text, true]);
    for (const text of ["", "-", ".5", "1.", "01", "+1", "1e", "NaN", "--1", "0x1"])
      expect([text, acceptsText(arena, number, text)]).toEqual([text, false]);
    for (const text of ["0", "-5", "100"]) expect([text, acceptsText(arena, integer, text)]).toEqual([text, true]);
    for (const text of ["-0", "01", "1.0", "1e2"]) expect([text, acceptsText(arena, integer, text)]).toEqual([text, false]);
    const any = new NumberLowering(arena, "any");
    for (const text of ["-0", "1.0", "1e2", "7"]) expect([text, acceptsText(arena, any.integer, text)]).toEqual([text, true]);
    expect(acceptsText(arena, any.integer, "1.5")).toBe(false);
  });

  it("keep every digit of large bounds", () => {
    const arena = new ExprArena();
    const numbers = new NumberLowering(arena, "digits");
    const max = { value: parseDecimal("9223372036854775807"), exclusive: false };
    const e = numbers.lower({ ...FREE, integer: true, min: { value: parseDecimal("0"), exclusive: false }, max }, "");
    expect(acceptsText(arena, e, "9223372036854775807")).toBe(true);
    expect(acceptsText(arena, e, "9223372036854775808")).toBe(false);
    expect(acceptsText(arena, e, "-1")).toBe(false);
  });

  it("find what is empty and refuse what is too large", () => {
    const arena = new ExprArena();
    const numbers = new NumberLowering(arena, "digits");
    const at = (text: string): { value: ReturnType<typeof parseDecimal>; exclusive: boolean } => ({
      value: parseDecimal(text),
      exclusive: false,
    });
    expect(numbers.lower({ ...FREE, integer: true, min: at("1.2"), max: at("1.9") }, "")).toBe(NEVER);
    expect(numbers.lower({ ...FREE, min: at("10"), max: at("5") }, "")).toBe(NEVER);
    expect(numbers.lower({ ...FREE, integer: true, min: at("1"), max: at("6"), multipleOf: [parseDecimal("7")] }, "")).toBe(NEVER);
    expect(() => numbers.lower({ ...FREE, multipleOf: [parseDecimal("1e-40")] }, "/multipleOf")).toThrow(/lower-json-multiple-of/);
    expect(() => numbers.lower({ ...FREE, max: at("1e99999999") }, "")).toThrow(/lower-json-too-many-digits/);
    expect(() => numbers.lower({ ...FREE, integer: true, max: at("9".repeat(100_000)) }, "")).toThrow(/lower-json-too-many-digits/);
  });
});
