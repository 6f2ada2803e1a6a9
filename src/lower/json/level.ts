import type { JsonTypeName } from "../../core/json.ts";
import type { ExprArena } from "../../expr/arena.ts";
import type { ExprId } from "../../expr/kinds.ts";
import type { Piece, SchemaRef } from "../../schema/normal.ts";
import type { JsonWriter } from "./context.ts";
import type { Layout } from "./layout.ts";

/** The values of a node for an array whose items differ. */
export interface DistinctValues {
  readonly closed: ExprId;
  readonly open: ExprId;
  /** No more than so many; Infinity where they are many. */
  readonly most: number;
  /** At least so many. */
  readonly least: number;
  /** Their texts, each value once. */
  words(): Iterable<readonly number[]>;
}

/** A schema's values at one depth of the layout: what containers are built from. */
export interface Level {
  readonly arena: ExprArena;
  readonly writer: JsonWriter;
  readonly layout: Layout;
  /** The level of what is inside containers of this one. */
  readonly deeper: Level;
  /** Whether some value fits the node and can be written. */
  exists(ref: SchemaRef): boolean;
  /** The values of a node, or NEVER. */
  value(ref: SchemaRef): ExprId;
  /** The same in two parts: values that end with a byte of their own, and numbers, which end where something else follows. */
  split(ref: SchemaRef): { readonly closed: ExprId; readonly open: ExprId };
  /** The two parts where no two items may be equal: nothing of them begins an item that is used up. */
  distinct(ref: SchemaRef): DistinctValues;
  /** The values of a node that are of one of these JSON types, or NEVER. */
  typed(ref: SchemaRef, types: readonly JsonTypeName[]): ExprId;
  /** The pieces of a node. */
  pieces(ref: SchemaRef): readonly Piece[];
  /** For each value of the node its texts, where the values are few; equal values once. */
  finiteTexts(ref: SchemaRef): string[][] | undefined;
  /** String values of the node by their content, for keys. */
  keyTexts(ref: SchemaRef): ExprId;
}
