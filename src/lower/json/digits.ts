import type { ExprArena } from "../../expr/arena.ts";
import type { ExprId } from "../../expr/kinds.ts";

/** The pieces that number spellings are made of; equal in every arena that is asked twice. */
export interface DigitPieces {
  /** `0`–`9`. */
  readonly digit: ExprId;
  /** `1`–`9`. */
  readonly nonZero: ExprId;
  /** `\d*` */
  readonly digits: ExprId;
  /** `\d+` */
  readonly someDigits: ExprId;
  /** `0*` */
  readonly zeros: ExprId;
  /** `0*[1-9]\d*`: digits that are not all zero. */
  readonly notAllZero: ExprId;
  readonly minus: ExprId;
  readonly point: ExprId;
  /** `(\.\d+)?` */
  readonly fraction: ExprId;
  /** `0|[1-9]\d*` */
  readonly natural: ExprId;
  /** `[eE][+-]?\d+` */
  readonly exponent: ExprId;
  /** `e` or `E`. */
  readonly e: ExprId;
}

const known = new WeakMap<ExprArena, DigitPieces>();

export function digitPieces(arena: ExprArena): DigitPieces {
  let pieces = known.get(arena);
  if (pieces === undefined) known.set(arena, (pieces = build(arena)));
  return pieces;
}

function build(arena: ExprArena): DigitPieces {
  const digit = arena.range(0x30, 0x39);
  const nonZero = arena.range(0x31, 0x39);
  const digits = arena.star(digit);
  const someDigits = arena.plus(digit);
  const zeros = arena.star(arena.literal("0"));
  const point = arena.literal(".");
  const e = arena.alt([arena.literal("e"), arena.literal("E")]);
  const sign = arena.alt([arena.literal("+"), arena.literal("-")]);
  return {
    digit,
    nonZero,
    digits,
    someDigits,
    zeros,
    notAllZero: arena.seq(zeros, nonZero, digits),
    minus: arena.literal("-"),
    point,
    fraction: arena.optional(arena.seq2(point, someDigits)),
    natural: arena.alt2(arena.literal("0"), arena.seq2(nonZero, digits)),
    exponent: arena.seq(e, arena.optional(sign), someDigits),
    e,
  };
}
