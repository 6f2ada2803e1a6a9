/**
 * Masks, streams and tool calls for `@huggingface/transformers`.
 * @packageDocumentation
 */
export type { ToolGeneration } from "./integrations/generation.ts";
export { compileTools, type ToolGrammar, type ToolOptions } from "./integrations/tool-grammar.ts";
export { type GenerateWithToolsOptions, generateWithTools } from "./integrations/transformers/generate.ts";
export type {
  TransformersLogitsCall,
  TransformersModel,
  TransformersTensor,
  TransformersTokenizer,
} from "./integrations/transformers/host.ts";
export {
  createLogitsProcessor,
  type LogitsProcessorOptions,
  type StructagLogitsProcessorList,
} from "./integrations/transformers/logits-processor.ts";
export { createStreamer, type StructagStreamer } from "./integrations/transformers/streamer.ts";
export { type TransformersVocabularyOptions, vocabularyFromTransformers } from "./integrations/transformers/vocabulary.ts";
