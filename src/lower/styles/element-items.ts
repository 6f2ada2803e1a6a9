import type { ExprArena } from "../../expr/arena.ts";
import type { Rule } from "../../expr/definitions.ts";
import { EMPTY, type ExprId, NEVER } from "../../expr/kinds.ts";
import type { ArrayPiece, SchemaRef } from "../../schema/normal.ts";
import { mostItems } from "../json/arrays.ts";
import { ItemPlan } from "../json/item-plan.ts";

/** How arrays are written: open ( closeEmpty | item (separator item)* close ). */
export interface ItemSyntax {
  readonly arena: ExprArena;
  readonly open: ExprId;
  readonly separator: ExprId;
  readonly close: ExprId;
  readonly closeEmpty: ExprId;
  item(ref: SchemaRef): ExprId;
  exists(ref: SchemaRef): boolean;
}

/** An array piece whose items are elements: a rule whose states are those of the plan. */
export class ElementItems implements Rule {
  readonly name = "items";
  readonly #syntax: ItemSyntax;
  readonly #plan: ItemPlan;

  constructor(syntax: ItemSyntax, piece: ArrayPiece) {
    this.#syntax = syntax;
    this.#plan = new ItemPlan(piece, mostItems(syntax, piece), (ref) => syntax.exists(ref), "");
  }

  expr(): ExprId {
    const { arena, open, closeEmpty } = this.#syntax;
    const start = this.#plan.start();
    if (start === -1) return NEVER;
    const items = this.#items(start);
    return arena.seq2(open, this.#plan.mayClose(start) ? arena.alt2(closeEmpty, items) : items);
  }

  nullable(state: number): boolean {
    return this.#syntax.close === EMPTY && this.#plan.mayClose(state);
  }

  unfold(state: number): ExprId {
    const { arena, separator, close } = this.#syntax;
    const more = arena.seq2(separator, this.#items(state));
    return this.#plan.mayClose(state) ? arena.alt2(close, more) : more;
  }

  #items(state: number): ExprId {
    const { arena } = this.#syntax;
    return arena.alt(this.#plan.next(state).map((way) => arena.seq2(this.#syntax.item(way.value), arena.rule(this, way.state))));
  }
}
