/** Under which keys an object of a call has what. */
export interface EnvelopeKeys {
  readonly name: readonly string[];
  readonly arguments: readonly string[];
  /** The object is `{NAME: ARGUMENTS}`. */
  readonly short?: boolean;
}

/**
 * When an envelope is sure to hold calls. `always`: its marker said so. `object`: at the first brace. `name`: where an object names a declared tool;
 * everything else is text.
 */
export type EnvelopeCommits = "always" | "object" | "name";
