import type { ExprId } from "../../expr/kinds.ts";

/** What a leaf is, in the words of whoever wrote the format. */
export type LeafKind =
  /** One of these texts. */
  | { readonly type: "literal"; readonly texts: readonly string[] }
  /** Free text in which none of these completes. */
  | { readonly type: "text"; readonly excludes: readonly string[] }
  /** Free text up to the end of this trigger. */
  | { readonly type: "trigger"; readonly trigger: string }
  | { readonly type: "json" }
  | { readonly type: "other" };

/**
 * A piece of a grammar that remembers which format it comes from. The tree follows the format tree; only its leaves are expressions, and both are made where they are first entered.
 */
export type LabelledNode =
  | { readonly op: "leaf"; readonly id: number; readonly path: string; readonly kind: LeafKind; readonly expr: () => ExprId }
  | { readonly op: "sequence"; readonly id: number; readonly parts: readonly LabelledNode[] }
  /** The first part has precedence where a text can be read in several ways. */
  | { readonly op: "choice"; readonly id: number; readonly parts: readonly LabelledNode[] }
  /** `max` -1: no bound. */
  | { readonly op: "repeat"; readonly id: number; readonly body: LabelledNode; readonly min: number; readonly max: number }
  /** What a format matches; its text starts `back` bytes before the body is entered. */
  | { readonly op: "span"; readonly id: number; readonly path: string; readonly back: number; readonly body: LabelledNode }
  | { readonly op: "later"; readonly id: number; readonly node: () => LabelledNode };
