import type { ExprId } from "../expr/kinds.ts";

/** Ranges of Unicode code points, both ends included: ascending, disjoint, without surrogates (D800 to DFFF), which no text holds. */
export type CodePointRanges = readonly (readonly [low: number, high: number])[];

/**
 * How characters are written in the output: as raw UTF-8, or inside a JSON string, where a character may be escaped. Every spelling can be decoded in one way only, so the
 * complement of spelled strings is exact once it is intersected with `star(any)`.
 */
export interface CharSpelling {
  /** Exactly one character out of these, in every spelling it has. `NEVER` for no ranges. */
  chars(ranges: CodePointRanges): ExprId;
  /** Any one character. */
  readonly any: ExprId;
}
