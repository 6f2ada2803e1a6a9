/**
 * The engine: vocabularies, compiling, matching.
 * @packageDocumentation
 */
export { batchAcceptString, batchAcceptToken, batchFillNextTokenBitmask, batchRollback } from "./matcher/batch.ts";
export { type ApplyBitmaskOptions, allocateTokenBitmask, applyTokenBitmask, applyTokenMask, bitmaskWidth } from "./matcher/bitmask.ts";
export { CompiledGrammar } from "./matcher/compiled-grammar.ts";
export {
  type CompileJsonSchemaOptions,
  type CompileOptions,
  type CompilerStatistics,
  GrammarCompiler,
  type GrammarCompilerOptions,
} from "./matcher/compiler.ts";
export { type DraftTree, type DraftTreeOptions, traverseDraftTree } from "./matcher/draft-tree.ts";
export { findJumpForwardBytes, findJumpForwardString, findJumpForwardTokens } from "./matcher/jump-forward.ts";
export { GrammarMatcher, type MaskOptions } from "./matcher/matcher.ts";
export { TokenMask } from "./matcher/token-mask.ts";
export * from "./vocab/index.ts";
