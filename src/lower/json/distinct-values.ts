import { JsonNumber } from "../../core/json.ts";
import type { ExprId } from "../../expr/kinds.ts";
import type { LiteralPiece, Piece } from "../../schema/normal.ts";
import { type DistinctKind, DistinctTexts } from "./distinct-texts.ts";
import type { DistinctValues, Level } from "./level.ts";
import { isUnconditional } from "./strings.ts";

const MANY = Number.POSITIVE_INFINITY;
/** A string that is only bounded by at least so many characters is not checked inside: masks of bounded strings are shared by all of them. */
const LONG_STRING = 8;

/** The values of some pieces for an array whose items differ, checked where they could be used up. Arrays and objects are checked at their ends only. */
export function distinctValues(
  { arena, writer, layout }: Level,
  pieces: readonly Piece[],
  path: string,
  lower: (piece: Piece) => ExprId,
): DistinctValues {
  const texts = DistinctTexts.of(arena);
  const closed: ExprId[] = [];
  const open: ExprId[] = [];
  const others: ExprId[] = [];
  const numbers: ExprId[] = [];
  const counted: ExprId[] = [];
  let most = 0;
  let least = 0;
  const add = (list: ExprId[], e: ExprId, kind: DistinctKind): void => {
    list.push(texts.checked(e, kind));
    const count = texts.count(e, kind);
    most += count;
    // Pieces may have values in common.
    least = Math.max(least, count);
    counted.push(texts.values(e, kind));
  };
  /** One text for each. */
  const constants = (values: LiteralPiece["values"]): ExprId =>
    writer.literals(values.flatMap((value) => writer.constantTexts([value], layout).slice(-1)));
  for (const piece of pieces) {
    switch (piece.type) {
      case "literals":
        numbers.push(constants(piece.values.filter((value) => value instanceof JsonNumber)));
        others.push(constants(piece.values.filter((value) => !(value instanceof JsonNumber))));
        break;
      case "null":
      case "boolean":
        others.push(lower(piece));
        break;
      case "number":
        add(open, writer.numbers.distinct(piece, path), "number");
        break;
      case "string":
        if (isUnconditional(piece) || isOnlyLong(piece)) {
          closed.push(lower(piece));
          most = MANY;
        } else add(closed, lower(piece), "string");
        break;
      case "array":
      case "object":
        closed.push(lower(piece));
        most = MANY;
    }
  }
  add(open, arena.alt(numbers), "number");
  add(closed, arena.alt(others), "other");
  return {
    closed: arena.alt(closed),
    open: arena.alt(open),
    most,
    least,
    *words() {
      for (const values of counted) yield* texts.words(values);
    },
  };
}

function isOnlyLong({ patterns, formats, maxLength = MANY }: Piece & { type: "string" }): boolean {
  return patterns.length === 0 && formats.length === 0 && maxLength >= LONG_STRING;
}
