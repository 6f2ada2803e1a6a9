/**
 * A decoding loop over plain logits, for `onnxruntime-web`, `onnxruntime-node` and the like.
 * @packageDocumentation
 */
export type { GenerationEnd } from "./integrations/generation-loop.ts";
export { generateTokens, type OnnxGenerateOptions } from "./integrations/onnxruntime/generate.ts";
export { type SamplingOptions, sampleLogits } from "./integrations/sample-logits.ts";
export { compileTools, type ToolGrammar, type ToolOptions } from "./integrations/tool-grammar.ts";
