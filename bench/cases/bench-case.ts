/** A grammar and a document that it accepts. */
export interface BenchCase {
  readonly name: string;
  /** What `schema` is: a JSON Schema, nothing (any JSON), or a structural tag. */
  readonly kind: "json" | "builtin" | "structural_tag";
  /** Parsed JSON. */
  readonly schema: unknown;
  readonly text: string;
  /** The document as the model's tokenizer writes it. */
  readonly tokens: readonly number[];
}
