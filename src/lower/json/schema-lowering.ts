import { type Diagnostic, StructagError } from "../../core/errors.ts";
import { type Json, JsonNumber, type JsonTypeName, jsonTypeOf } from "../../core/json.ts";
import { canonicalText } from "../../core/json-compare.ts";
import type { ExprArena } from "../../expr/arena.ts";
import type { Rule } from "../../expr/definitions.ts";
import { type ExprId, NEVER } from "../../expr/kinds.ts";
import type { ArrayPiece, LiteralPiece, NormalNode, NormalSchema, ObjectPiece, Piece, SchemaRef } from "../../schema/normal.ts";
import { lowerArray } from "./arrays.ts";
import { ANY_SCHEMA, type JsonWriter } from "./context.ts";
import { distinctValues } from "./distinct-values.ts";
import { existingNodes } from "./existence.ts";
import { jsonObjects } from "./json-objects.ts";
import type { Layout } from "./layout.ts";
import type { DistinctValues, Level } from "./level.ts";
import { wholeValues } from "./numbers.ts";
import { ObjectLowering } from "./objects.ts";
import { pieceRank, shortestRanks } from "./ranks.ts";
import { unwritten } from "./unwritten.ts";

/** Values of a node that are listed where items must differ. */
const MAX_LISTED_VALUES = 4096;
const MAX_LISTED_NUMBERS = 1024;

const anyLowerings = new WeakMap<JsonWriter, SchemaLowering>();

/** The schema without conditions, one lowering for each writer, so that every schema's free places are the same expressions. */
export function anyLowering(writer: JsonWriter): SchemaLowering {
  let any = anyLowerings.get(writer);
  if (any === undefined) anyLowerings.set(writer, (any = new SchemaLowering(writer, ANY_SCHEMA)));
  return any;
}

/** One schema in one way of writing. All findings about strings and numbers come up in the constructor; expressions are built where they are needed. */
export class SchemaLowering {
  readonly writer: JsonWriter;
  readonly nodes: readonly NormalNode[];
  readonly root: SchemaRef;
  readonly isAny: boolean;
  readonly level: SchemaLevel;
  #ranks: Int32Array | undefined;

  /** @throws StructagError `lower-json-unsatisfiable` and the codes of patterns, formats and numbers */
  constructor(writer: JsonWriter, normal: NormalSchema, report?: (finding: Diagnostic) => void) {
    this.writer = writer;
    this.root = normal.root;
    this.isAny = normal === ANY_SCHEMA;
    this.nodes = normal.nodes;
    if (!this.isAny) this.nodes = existingNodes(normal.nodes, writer, (nodes) => new SchemaLevel(this, writer.layout, nodes));
    this.level = new SchemaLevel(this, writer.layout, this.nodes);
    if (!this.isAny && report !== undefined) for (const finding of unwritten(normal.nodes, this.nodes, writer)) report(finding);
    const { path, pieces } = this.nodes[this.root];
    if (pieces.length === 0) {
      throw new StructagError({
        code: "lower-json-unsatisfiable",
        path,
        message: "no value fits: its patterns, formats and bounds contradict each other, or its constants can't be written",
        hint: "correct the schema so that at least one value is valid",
      });
    }
  }

  /** For each node how many levels its shortest value has at least. */
  get ranks(): Int32Array {
    this.#ranks ??= shortestRanks(this.nodes);
    return this.#ranks;
  }
}

/** The nodes of a schema at one depth of the layout; a rule whose states are the nodes. */
export class SchemaLevel implements Level, Rule {
  readonly name = "value";
  readonly arena: ExprArena;
  readonly writer: JsonWriter;
  readonly layout: Layout;
  readonly #schema: SchemaLowering;
  readonly #nodes: readonly NormalNode[];
  #deeper: SchemaLevel | undefined;
  readonly #values: (ExprId | undefined)[] = [];
  readonly #distinct: (DistinctValues | undefined)[] = [];
  readonly #objects = new Map<ObjectPiece, ObjectLowering>();

  constructor(schema: SchemaLowering, layout: Layout, nodes: readonly NormalNode[]) {
    this.#schema = schema;
    this.writer = schema.writer;
    this.arena = schema.writer.arena;
    this.layout = layout;
    this.#nodes = nodes;
  }

  get deeper(): SchemaLevel {
    if (this.layout.deeper === this.layout) return this;
    this.#deeper ??= new SchemaLevel(this.#schema, this.layout.deeper, this.#nodes);
    return this.#deeper;
  }

  exists(ref: SchemaRef): boolean {
    return this.#nodes[ref].pieces.length > 0;
  }

  value(ref: SchemaRef): ExprId {
    let e = this.#values[ref];
    if (e === undefined) this.#values[ref] = e = this.#build(ref);
    return e;
  }

  #build(ref: SchemaRef): ExprId {
    const node = this.#nodes[ref];
    if (node.any && !this.#schema.isAny) return this.#any().value(ANY_SCHEMA.root);
    if (node.pieces.length === 0) return NEVER;
    // What has no parts stands in line, so that its lexeme is the head of what is matched next.
    if (node.pieces.every((piece) => piece.type !== "array" && piece.type !== "object")) return this.#union(node.pieces, node.path);
    return this.arena.rule(this, ref);
  }

  unfold(ref: number): ExprId {
    const { pieces, path } = this.#nodes[ref];
    return this.#union(pieces, path);
  }

  cheapest(ref: number): ExprId {
    const { pieces, path } = this.#nodes[ref];
    const { ranks } = this.#schema;
    let best = pieces[0];
    for (const piece of pieces) if (pieceRank(piece, ranks) < pieceRank(best, ranks)) best = piece;
    if (best.type === "object") return this.#object(best, path).cheapestExpr();
    if (best.type === "array" && best.minItems === 0 && best.contains.every(({ min }) => min === 0) && best.unique !== "no") {
      return lowerArray(this, { ...best, prefix: [], contains: [], maxItems: 0, unique: "any" }, path);
    }
    return this.#piece(best, path);
  }

  split(ref: SchemaRef): { readonly closed: ExprId; readonly open: ExprId } {
    const { any, pieces, path } = this.#nodes[ref];
    if (any && !this.#schema.isAny) return this.#any().split(ANY_SCHEMA.root);
    const closed: Piece[] = [];
    const open: Piece[] = [];
    for (const piece of pieces) {
      if (piece.type === "literals") {
        const numbers = piece.values.filter((value) => value instanceof JsonNumber);
        const others = piece.values.filter((value) => !(value instanceof JsonNumber));
        if (numbers.length > 0) open.push({ type: "literals", values: numbers });
        if (others.length > 0) closed.push({ type: "literals", values: others });
      } else if (piece.type === "number") open.push(piece);
      else closed.push(piece);
    }
    if (open.length === 0) return { closed: this.value(ref), open: NEVER };
    return { closed: this.#union(closed, path), open: this.#union(open, path) };
  }

  distinct(ref: SchemaRef): DistinctValues {
    const { any, pieces, path } = this.#nodes[ref];
    if (any && !this.#schema.isAny) return this.#any().distinct(ANY_SCHEMA.root);
    let distinct = this.#distinct[ref];
    if (distinct === undefined) this.#distinct[ref] = distinct = distinctValues(this, pieces, path, (piece) => this.#piece(piece, path));
    return distinct;
  }

  typed(ref: SchemaRef, types: readonly JsonTypeName[]): ExprId {
    const { any, pieces, path } = this.#nodes[ref];
    if (any && !this.#schema.isAny) return this.#any().typed(ANY_SCHEMA.root, types);
    const kept = pieces.flatMap((piece): Piece[] => {
      if (piece.type !== "literals") return types.includes(piece.type) ? [piece] : [];
      const values = piece.values.filter((value) => types.includes(jsonTypeOf(value)));
      return values.length === 0 ? [] : [{ type: "literals", values }];
    });
    return kept.length === pieces.length && kept.every((piece, at) => piece === pieces[at]) ? this.value(ref) : this.#union(kept, path);
  }

  pieces(ref: SchemaRef): readonly Piece[] {
    return this.#nodes[ref].pieces;
  }

  finiteTexts(ref: SchemaRef): string[][] | undefined {
    const values = new Map<string, string[]>();
    const add = (list: readonly Json[]): void => {
      for (const value of list) {
        const texts = this.writer.constantTexts([value], this.layout);
        if (texts.length > 0) values.set(canonicalText(value), texts);
      }
    };
    for (const piece of this.#nodes[ref].pieces) {
      if (piece.type === "literals") add(piece.values);
      else if (piece.type === "null") add([null]);
      else if (piece.type === "boolean") add([true, false]);
      else if (piece.type === "number") {
        const whole = wholeValues(piece, MAX_LISTED_NUMBERS);
        if (whole === undefined) return undefined;
        add(whole.map((value) => new JsonNumber(String(value))));
      } else return undefined;
      if (values.size > MAX_LISTED_VALUES) return undefined;
    }
    return [...values.values()];
  }

  keyTexts(ref: SchemaRef): ExprId {
    const { texts } = this.writer;
    const node = this.#nodes[ref];
    if (node.any) return texts.any;
    const parts: ExprId[] = [];
    for (const piece of node.pieces) {
      if (piece.type === "string") parts.push(texts.lower(piece));
      else if (piece.type === "literals") for (const value of piece.values) if (typeof value === "string") parts.push(texts.spelled(value));
    }
    return this.arena.alt(parts);
  }

  #any(): SchemaLevel {
    let level = anyLowering(this.writer).level;
    while (level.layout !== this.layout) level = level.deeper;
    return level;
  }

  #union(pieces: readonly Piece[], path: string): ExprId {
    return this.arena.alt(pieces.map((piece) => this.#piece(piece, path)));
  }

  #piece(piece: Piece, path: string): ExprId {
    switch (piece.type) {
      case "literals":
        return this.#literals(piece);
      case "null":
        return this.writer.null;
      case "boolean":
        return this.writer.boolean;
      case "number":
        return this.writer.numbers.lower(piece, path);
      case "string":
        return this.writer.strings(piece);
      case "array":
        return this.array(piece, path);
      case "object":
        return this.#object(piece, path).expr();
    }
  }

  array(piece: ArrayPiece, path: string): ExprId {
    return lowerArray(this, piece, path);
  }

  /** Whether an object of the piece can be completed. */
  hasObject(piece: ObjectPiece, path: string): boolean {
    return this.#object(piece, path).plan.start() !== -1;
  }

  #object(piece: ObjectPiece, path: string): ObjectLowering {
    let object = this.#objects.get(piece);
    if (object === undefined) this.#objects.set(piece, (object = new ObjectLowering(jsonObjects(this, piece), piece, path)));
    return object;
  }

  #literals(piece: LiteralPiece): ExprId {
    return this.writer.literals(this.writer.constantTexts(piece.values, this.layout));
  }
}
