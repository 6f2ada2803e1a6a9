/**
 * Generation under masks and tool calls for `node-llama-cpp`.
 * @packageDocumentation
 */
export type { ToolGeneration } from "./integrations/generation.ts";
export {
  type GenerateWithLlamaOptions,
  generateTokens,
  generateWithTools,
  type LlamaGenerateOptions,
  type LlamaGenerationEnd,
} from "./integrations/node-llama-cpp/generate.ts";
export type { LlamaModel, LlamaSequence } from "./integrations/node-llama-cpp/host.ts";
export type { LlamaSamplingOptions } from "./integrations/node-llama-cpp/sample-token.ts";
export { vocabularyFromLlamaModel } from "./integrations/node-llama-cpp/vocabulary.ts";
export { compileTools, type ToolGrammar, type ToolOptions } from "./integrations/tool-grammar.ts";
