import type { ByteSet } from "./byte-set.ts";
import type { Rule } from "./definitions.ts";
import type { ExprId } from "./kinds.ts";
import type { NodeStore } from "./node-store.ts";

/** The constructors that the laws of the algebra (normal form, derivatives, emptiness) build with. `ExprArena` is the one that there is; its comments say what each of them guarantees. */
export interface Algebra {
  readonly store: NodeStore;
  readonly all: ExprId;
  isNullable(e: ExprId): boolean;
  bytes(set: ByteSet): ExprId;
  byte(byte: number): ExprId;
  literal(text: string | Uint8Array): ExprId;
  seq2(head: ExprId, tail: ExprId): ExprId;
  alt(parts: readonly ExprId[]): ExprId;
  alt2(x: ExprId, y: ExprId): ExprId;
  repeat(e: ExprId, min: number, max: number): ExprId;
  and(...parts: readonly ExprId[]): ExprId;
  not(e: ExprId): ExprId;
  rule(rule: Rule, state?: number): ExprId;
  unfold(e: ExprId): ExprId;
  lexeme(e: ExprId): ExprId;
  tokenBudget(e: ExprId, maxTokens: number): ExprId;
  charLimit(e: ExprId, maxChars: number): ExprId;
  derivative(e: ExprId, byte: number, sameBytes: ByteSet): ExprId;
  operands(e: ExprId): Int32Array;
}
