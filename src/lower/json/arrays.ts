import type { Rule } from "../../expr/definitions.ts";
import { EMPTY, type ExprId, NEVER } from "../../expr/kinds.ts";
import type { ArrayPiece, SchemaRef } from "../../schema/normal.ts";
import { DistinctItems } from "./distinct-items.ts";
import { ItemPlan } from "./item-plan.ts";
import type { Level } from "./level.ts";
import { distinctItems, type Ends, type ItemEffects, OPEN_ARRAY, repeatedItems, unusedItem } from "./unique-effects.ts";

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Most items of an array piece: its bound, and the first place that no value fits. */
export function mostItems(level: Pick<Level, "exists">, piece: ArrayPiece): number {
  const closed = piece.prefix.findIndex((ref) => !level.exists(ref));
  const most = closed >= 0 ? closed : level.exists(piece.rest) ? NO_LIMIT : piece.prefix.length;
  return Math.min(most, piece.maxItems ?? NO_LIMIT);
}

/** An array piece, or NEVER where no array fits. */
export function lowerArray(level: Level, piece: ArrayPiece, path: string): ExprId {
  let most = mostItems(level, piece);
  if (most < piece.minItems) return NEVER;
  const plain = piece.contains.length === 0 && (piece.unique === "any" || (piece.unique === "yes" && most <= 1));
  if (plain && (piece.prefix.length === 0 || most === 0)) return repeatedArray(level, piece, most);
  if (piece.unique === "yes" && piece.contains.length === 0 && piece.prefix.length === 0) {
    const values = level.deeper.finiteTexts(piece.rest);
    if (values !== undefined) return new DistinctItems(level, values, piece.minItems, most).expr();
  }
  // There are no more items than values.
  if (piece.unique === "yes" && piece.prefix.length === 0 && most > 1) most = Math.min(most, level.deeper.distinct(piece.rest).most);
  if (most < piece.minItems) return NEVER;
  return new ArrayLowering(level, piece, most, path).expr();
}

/** Items of one kind, counted by a repetition. */
function repeatedArray(level: Level, { rest, minItems }: ArrayPiece, most: number): ExprId {
  const { arena, layout } = level;
  const empty = minItems === 0 ? arena.literal("]") : NEVER;
  if (most === 0) return arena.seq(arena.literal("["), layout.afterOpen, empty);
  const item = arena.seq2(level.deeper.value(rest), layout.afterValue);
  const more = arena.repeat(
    arena.seq(layout.separator, layout.afterSeparator, item),
    Math.max(0, minItems - 1),
    most === NO_LIMIT ? -1 : most - 1,
  );
  const items = arena.seq(layout.first, item, more, layout.last, arena.literal("]"));
  return arena.seq(arena.literal("["), layout.afterOpen, arena.alt2(empty, items));
}

/** An array whose items differ by place, are counted, or are compared: a rule whose states are those of the plan. */
class ArrayLowering implements Rule {
  readonly name = "items";
  readonly #level: Level;
  readonly #plan: ItemPlan;
  readonly #effects: ItemEffects | undefined;
  readonly #distinct: boolean;

  constructor(level: Level, piece: ArrayPiece, most: number, path: string) {
    this.#level = level;
    const { unique } = piece;
    this.#distinct = unique === "yes";
    this.#effects =
      unique === "any"
        ? undefined
        : unique === "yes"
          ? distinctItems(level.layout.separatorBytes)
          : repeatedItems(level.layout.separatorBytes);
    this.#plan = new ItemPlan(piece, most, (ref) => level.exists(ref), path);
  }

  expr(): ExprId {
    const { arena, layout } = this.#level;
    const start = this.#plan.start();
    if (start === -1) return NEVER;
    const open = arena.seq(arena.literal("["), this.#effects === undefined ? EMPTY : arena.effect(OPEN_ARRAY), layout.afterOpen);
    const parts = [arena.seq2(layout.first, this.#items(start))];
    if (this.#plan.mayClose(start)) parts.push(this.#bracket());
    return arena.seq2(open, arena.alt(parts));
  }

  unfold(state: number): ExprId {
    const { arena, layout } = this.#level;
    const next = this.#effects === undefined ? EMPTY : arena.effect(this.#effects.next);
    const more = arena.seq(layout.separator, next, this.#unused(state), layout.afterSeparator, this.#items(state));
    return this.#plan.mayClose(state) ? arena.alt2(arena.seq2(layout.last, this.#bracket()), more) : more;
  }

  /** Behind a separator where only few values may follow: refused where all are used up. */
  #unused(state: number): ExprId {
    if (!this.#distinct) return EMPTY;
    const ways = this.#plan.next(state).map(({ value }) => this.#level.deeper.distinct(value));
    if (ways.some(({ most }) => most === NO_LIMIT)) return EMPTY;
    const ends: Ends = {
      count: Math.max(...ways.map(({ least }) => least)),
      *words() {
        for (const way of ways) yield* way.words();
      },
    };
    return this.#level.arena.effect(unusedItem(ends));
  }

  #bracket(): ExprId {
    const { arena } = this.#level;
    return this.#effects === undefined ? arena.literal("]") : arena.seq2(arena.literal("]"), arena.effect(this.#effects.close));
  }

  /** The next item and all behind it. */
  #items(state: number): ExprId {
    const { arena } = this.#level;
    return arena.alt(this.#plan.next(state).map((way) => this.#item(way.value, way.state)));
  }

  #item(value: SchemaRef, next: number): ExprId {
    const { arena, layout, deeper } = this.#level;
    const tail = arena.seq2(layout.afterValue, arena.rule(this, next));
    if (this.#effects === undefined) return arena.seq2(deeper.value(value), tail);
    // Numbers end where something else follows; everything else is checked at its own last byte.
    const { closed, open } = this.#distinct ? deeper.distinct(value) : deeper.split(value);
    return arena.alt2(arena.seq(closed, arena.effect(this.#effects.end), tail), arena.seq2(open, tail));
  }
}
