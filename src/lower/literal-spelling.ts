import type { ExprId } from "../expr/kinds.ts";

/** How the literals of a grammar are spelled, for example with the vocabulary's special tokens in them. */
export interface LiteralSpelling {
  literal(text: string): ExprId;
  /** Whether a literal is just its text as UTF-8. */
  isPlain(text: string): boolean;
}
