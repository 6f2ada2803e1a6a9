import type { Json } from "../../core/json.ts";
import type { NumberPiece, StringCheck, StringPiece } from "../normal.ts";
import { ANY, type Conj } from "./conjunctions.ts";

/** What one schema says about the members of an object: a key's value must fit `properties[key]` and every matching pattern, or `additional` where neither applies. */
export interface ObjectLayer {
  readonly id: number;
  readonly properties: ReadonlyMap<string, Conj>;
  readonly patterns: readonly LayerPattern[];
  readonly additional: Conj;
  /** Whether the members that it looks at count as evaluated for `unevaluatedProperties`: those named, or all. */
  readonly evaluates: "none" | "named" | "all";
  /** The key, where the layer says something about one key only, at a conjunction that is no schema's own. Such layers are merged and dropped where they add nothing. */
  readonly single?: string;
  /** Under `closed`: `closes` where it declares keys and says nothing of others, `opens` where it says something of others. */
  readonly openness: "closes" | "opens" | "neutral";
}

export interface LayerPattern {
  readonly source: string;
  readonly path: string;
  readonly value: Conj;
}

/** Where `present` occurs, each of `requires` must occur. */
export interface Implication {
  readonly present: string;
  readonly requires: readonly string[];
}

/** At least one member has a key that is none of `except`, fits the patterns and `names`, and has a value that fits. */
export interface SomeDraft {
  readonly matching: readonly StringCheck[];
  readonly notMatching: readonly StringCheck[];
  readonly except: readonly string[];
  readonly names: Conj;
  readonly value: Conj;
}

/** One alternative of objects, before its layers are put together. */
export interface ObjectDraft {
  readonly layers: readonly ObjectLayer[];
  readonly required: readonly string[];
  readonly min: number;
  /** Infinity: unbounded. */
  readonly max: number;
  readonly names: Conj;
  readonly implications: readonly Implication[];
  readonly some: readonly SomeDraft[];
}

export interface ContainsDraft {
  readonly schema: Conj;
  readonly min: number;
  /** Infinity: unbounded. */
  readonly max: number;
  readonly from: number;
}

/** One alternative of arrays. */
export interface ArrayDraft {
  readonly prefix: readonly Conj[];
  readonly rest: Conj;
  readonly min: number;
  /** Infinity: unbounded. */
  readonly max: number;
  readonly contains: readonly ContainsDraft[];
  readonly unique: "yes" | "no" | "any";
  /** Leading items that count as evaluated; Infinity: all. */
  readonly evaluated: number;
  /** Items that fit one of these count as evaluated too. */
  readonly evaluating: readonly Conj[];
  /** As for objects, about the items after a prefix. */
  readonly openness: "closes" | "opens" | "neutral";
}

/** Values by their canonical text, in source order. */
export type Literals = ReadonlyMap<string, Json>;

/** Alternatives, sorted by JSON type. */
export interface TypedDrafts {
  readonly null: boolean;
  readonly boolean: boolean;
  readonly numbers: readonly NumberPiece[];
  readonly strings: readonly StringPiece[];
  readonly arrays: readonly ArrayDraft[];
  readonly objects: readonly ObjectDraft[];
}

export const ANY_NUMBER: NumberPiece = { type: "number", integer: false, multipleOf: [], notMultipleOf: [], excluded: [] };
export const ANY_STRING: StringPiece = { type: "string", minLength: 0, patterns: [], formats: [], excluded: [] };
export const ANY_ARRAY: ArrayDraft = {
  prefix: [],
  rest: ANY,
  min: 0,
  max: Number.POSITIVE_INFINITY,
  contains: [],
  unique: "any",
  evaluated: 0,
  evaluating: [],
  openness: "neutral",
};
export const ANY_OBJECT: ObjectDraft = {
  layers: [],
  required: [],
  min: 0,
  max: Number.POSITIVE_INFINITY,
  names: ANY,
  implications: [],
  some: [],
};

export const NO_LITERALS: Literals = new Map();
