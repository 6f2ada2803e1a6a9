/**
 * Generation under masks and tool calls for `node-llama-cpp`.
 * @packageDocumentation
 */
export type { ToolGeneration } from "./integrations/generation.ts";
export type { GenerationEnd } from "./integrations/generation-loop.ts";
export {
  type GenerateWithLlamaOptions,
  generateTokens,
  generateWithTools,
  type LlamaGenerateOptions,
} from "./integrations/node-llama-cpp/generate.ts";
export type { LlamaModel, LlamaSequence } from "./integrations/node-llama-cpp/host.ts";
export { vocabularyFromLlamaModel } from "./integrations/node-llama-cpp/vocabulary.ts";
export type { SamplingOptions } from "./integrations/sample-logits.ts";
export { compileTools, type ToolGrammar, type ToolOptions } from "./integrations/tool-grammar.ts";
