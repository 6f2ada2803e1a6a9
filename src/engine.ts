/**
 * The engine: vocabularies, compiling, matching.
 * @packageDocumentation
 */
export { type Diagnostic, type DiagnosticKind, type Issue, type Result, StructagError } from "./core/errors.ts";
export type { Json, JsonNumber, JsonObject } from "./core/json.ts";
export type { SeededRandom } from "./core/random.ts";
export type { TimeLimits, WorkLimits } from "./expr/meter.ts";
export type * from "./format/types.ts";
export type { MarkerMode } from "./lower/format/markers.ts";
export type { JsonLayout, JsonWriting } from "./lower/json/options.ts";
export type { JsonSchemaOptions } from "./lower/json/schema-grammar.ts";
export {
  type KeywordStatus,
  type KeywordSupport,
  type SupportOptions,
  type SupportReport,
  supportReport,
} from "./lower/support/support-report.ts";
export { batchAcceptString, batchAcceptToken, batchFillNextTokenBitmask, batchRollback } from "./matcher/batch.ts";
export { type ApplyBitmaskOptions, allocateTokenBitmask, applyTokenBitmask, applyTokenMask, bitmaskWidth } from "./matcher/bitmask.ts";
export { CompiledGrammar } from "./matcher/compiled-grammar.ts";
export {
  type CompileOptions,
  type CompilerStatistics,
  GrammarCompiler,
  type GrammarCompilerOptions,
} from "./matcher/compiler.ts";
export { type DraftTree, type DraftTreeOptions, traverseDraftTree } from "./matcher/draft-tree.ts";
export {
  type Expectation,
  type ExplainOptions,
  type Explanation,
  explain,
  type OutlineNode,
  type TextPlace,
  type TraceSpan,
  trace,
} from "./matcher/explain.ts";
export { explainToken, type TokenExplanation, type TokenRefusal } from "./matcher/explain-token.ts";
export { findJumpForwardBytes, findJumpForwardString, findJumpForwardTokens } from "./matcher/jump-forward.ts";
export type { MaskStatistics } from "./matcher/mask-cache.ts";
export { GrammarMatcher, type MaskOptions } from "./matcher/matcher.ts";
export { type SampledText, type SampleTextOptions, sampleText } from "./matcher/sample-text.ts";
export { type SampledToken, type SampledTokens, type SampleTokensOptions, sampleTokens } from "./matcher/sample-tokens.ts";
export { TokenMask } from "./matcher/token-mask.ts";
export type { NormalizeLimits, NormalizeOptions } from "./schema/normalize.ts";
export type { Draft } from "./schema/validate.ts";
export * from "./vocab/index.ts";
