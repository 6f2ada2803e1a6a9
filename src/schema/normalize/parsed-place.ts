import type { Conj } from "./conjunctions.ts";
import type { Literals, TypedDrafts } from "./drafts.ts";

/** One thing that a schema object says; all of them must hold. */
export type Part =
  /** The schema's own keywords. */
  | { readonly kind: "own" }
  | { readonly kind: "all"; readonly conjs: readonly Conj[]; readonly path: string }
  | { readonly kind: "any"; readonly conjs: readonly Conj[]; readonly path: string }
  | { readonly kind: "one"; readonly conjs: readonly Conj[]; readonly path: string }
  | { readonly kind: "not"; readonly conj: Conj; readonly path: string }
  | { readonly kind: "if"; readonly condition: Conj; readonly consequence: Conj; readonly otherwise: Conj; readonly path: string }
  /** Objects that have the key must fit. */
  | { readonly kind: "dependent"; readonly key: string; readonly conj: Conj; readonly path: string };

/** A schema object, read: keyword values checked, subschemas numbered, references followed. */
export interface ParsedPlace {
  /** In the order of the source, so that keys keep it. */
  readonly parts: readonly Part[];
  /** What the own keywords allow by type, without regard to `literals`. */
  readonly typed: TypedDrafts;
  /** The values of `const` and `enum`; own keywords allow those of them that also fit `typed`. */
  readonly literals: Literals | undefined;
  readonly unevaluatedProperties: Conj | undefined;
  readonly unevaluatedItems: Conj | undefined;
}
