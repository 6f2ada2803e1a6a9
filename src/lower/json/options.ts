/** How JSON values are written in the output. Everything that is valid JSON and not listed here is left free. */
export interface JsonWriting {
  /** Default `flexible`. */
  readonly layout?: JsonLayout;
  /** Keys in any order (each once, required ones all present). Default false: declared keys in declared order, then the others. */
  readonly anyOrder?: boolean;
  /** Texts that no string value and no undeclared key may contain, in whatever spelling. Default none. */
  readonly excludes?: readonly string[];
  /** How integers are spelled. `digits` (default): no fraction, no exponent, no `-0`. `any`: also `1.0`, `1e2`, `-0`. */
  readonly integerSpelling?: "digits" | "any";
}

export type JsonLayout = FlexibleLayout | FixedLayout;

/** Whitespace between any two tokens of the JSON text, none outside the root value. */
export interface FlexibleLayout {
  readonly type: "flexible";
  /** Most whitespace characters in a run. Default {@link DEFAULT_MAX_WHITESPACE}; 0: compact. */
  readonly maxWhitespaceCount?: number;
  /** CR counts as whitespace too. Default true; XGrammar takes space, LF and TAB only. */
  readonly carriageReturn?: boolean;
}

/** One layout, as a JSON writer would print it. */
export interface FixedLayout {
  readonly type: "fixed";
  /** Spaces a level; containers that are not empty then go over several lines. Default: one line. */
  readonly indent?: number;
  /** Default `,`. Whitespace at its end is dropped where `indent` is given. */
  readonly itemSeparator?: string;
  /** Default `:`; with `indent` `: `. */
  readonly keySeparator?: string;
}

/** Whitespace characters of a run where nothing is said: no endless whitespace, yet room for every usual indentation (64 levels of four spaces). */
export const DEFAULT_MAX_WHITESPACE = 256;
