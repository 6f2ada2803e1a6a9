import type { Diagnostic } from "../core/errors.ts";
import type { Json } from "../core/json.ts";
import type { Decimal } from "../core/json-compare.ts";

/** Index of a node of a {@link NormalSchema}: one conjunction of places of the source schema, made explicit. */
export type SchemaRef = number;

/**
 * A JSON Schema after normalisation. Every node is a union of pieces of one JSON type each, in which all keywords, references, combinators and negations are resolved: what is left is
 * what a writer must obey. Nodes refer to each other by index, so recursion is a cycle of indices. All nodes that are reachable from the root are made, and every unsatisfiable,
 * loosened or unsupported finding is known, before anything is lowered.
 */
export interface NormalSchema {
  readonly root: SchemaRef;
  readonly nodes: readonly NormalNode[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface NormalNode {
  /** A JSON pointer into the source schema for messages: the first of the places that the node is made of. */
  readonly path: string;
  /** A value is valid where it fits one of the pieces. No piece: no value is valid. Pieces may overlap. */
  readonly pieces: readonly Piece[];
  /** True where every value is valid; `pieces` then holds one unconstrained piece of each type. */
  readonly any: boolean;
}

export type Piece = LiteralPiece | NullPiece | BooleanPiece | NumberPiece | StringPiece | ArrayPiece | ObjectPiece;

/** Exactly these values (`const`, `enum`), distinct by JSON Schema equality, in source order; other keywords are already applied to them. */
export interface LiteralPiece {
  readonly type: "literals";
  readonly values: readonly Json[];
}

export interface NullPiece {
  readonly type: "null";
}

export interface BooleanPiece {
  readonly type: "boolean";
}

export interface NumberBound {
  readonly value: Decimal;
  readonly exclusive: boolean;
}

export interface NumberPiece {
  readonly type: "number";
  /** Integral values only (`1.0` is integral). */
  readonly integer: boolean;
  /** Values with a fraction only. */
  readonly notInteger?: boolean;
  readonly min?: NumberBound;
  readonly max?: NumberBound;
  /** Positive; the value is a multiple of each. */
  readonly multipleOf: readonly Decimal[];
  /** The value is a multiple of none. */
  readonly notMultipleOf: readonly Decimal[];
  /** Values that are not allowed. */
  readonly excluded: readonly Decimal[];
}

/** A regular expression or format that must hold, or with `negated` must not. */
export interface StringCheck {
  readonly source: string;
  readonly negated: boolean;
  /** JSON pointer of the keyword in the source schema. */
  readonly path: string;
}

export interface StringPiece {
  readonly type: "string";
  /** Unicode code points. */
  readonly minLength: number;
  readonly maxLength?: number;
  /** ECMAScript patterns, searched in the value. */
  readonly patterns: readonly StringCheck[];
  /** Names of formats that the standard defines; unknown ones are diagnostics. */
  readonly formats: readonly StringCheck[];
  readonly excluded: readonly string[];
}

/**
 * One way to write a value where items or members are counted: it fits `value`, and then counts for each of `counts` (indices into `contains` or `some`). The ways of a place may
 * overlap where counting too little does no harm (no `max`): the writer may choose. Where a counted entry has a `max`, ways that do not count for it exclude its schema.
 */
export interface CountedWay {
  readonly value: SchemaRef;
  readonly counts: readonly number[];
}

export interface ArrayPiece {
  readonly type: "array";
  /** Schemas of the first items. They are not mandatory; `minItems` is. */
  readonly prefix: readonly SchemaRef[];
  /** Schema of the items after the prefix. */
  readonly rest: SchemaRef;
  readonly minItems: number;
  readonly maxItems?: number;
  /** How many items fit the schema. With `from`, which is at most the length of `prefix`, only those from that index on; `counted` has that worked in. */
  readonly contains: readonly { readonly schema: SchemaRef; readonly min: number; readonly max?: number; readonly from?: number }[];
  /** Given where `contains` is not empty: the ways of each place of `prefix` and of `rest`, in the items' own schema conjoined with what they count for. */
  readonly counted?: { readonly prefix: readonly (readonly CountedWay[])[]; readonly rest: readonly CountedWay[] };
  /** `yes`: all items differ; `no`: two are equal; `any`: free. */
  readonly unique: "yes" | "no" | "any";
}

/** The keys that are not in `properties`, that match all of `matching` and none of `notMatching` (patterns, searched). Classes of a piece do not overlap; an undeclared key in none of them may not occur. */
export interface KeyClass {
  readonly matching: readonly StringCheck[];
  readonly notMatching: readonly StringCheck[];
  /** String pieces that the keys of the class must fit as well; undefined: no more condition. */
  readonly names?: SchemaRef;
  readonly value: SchemaRef;
  /** Given where `some` is not empty: the ways of a member of the class. Classes are fine enough that all keys of one meet the same conditions of `some`. */
  readonly counted?: readonly CountedWay[];
}

export interface ObjectPiece {
  readonly type: "object";
  /** Declared keys in source order, with all that applies to each. A key that may not occur maps to a node without pieces. */
  readonly properties: ReadonlyMap<string, SchemaRef>;
  /** In source order; each is also in `properties`. */
  readonly required: readonly string[];
  readonly keyClasses: readonly KeyClass[];
  /** String pieces that every undeclared key must fit (`propertyNames`); undefined: any key. Declared keys were checked already. */
  readonly names?: SchemaRef;
  readonly minProperties: number;
  readonly maxProperties?: number;
  /** Where `present` occurs, each of `requires` must occur. All names are in `properties`. */
  readonly implications: readonly { readonly present: string; readonly requires: readonly string[] }[];
  /** Given where `some` is not empty: the ways of the declared keys; a key that is absent here counts for nothing. */
  readonly counted?: ReadonlyMap<string, readonly CountedWay[]>;
  readonly some: readonly SomeMember[];
}

/**
 * At least one member must exist with a key that is not in `except`, that fits the checks (and `names` where given), and whose value fits. `counted` of the object and of its key classes says for each
 * key which entries a member counts for.
 */
export interface SomeMember {
  readonly matching: readonly StringCheck[];
  readonly notMatching: readonly StringCheck[];
  readonly except: readonly string[];
  readonly names?: SchemaRef;
  readonly value: SchemaRef;
}
