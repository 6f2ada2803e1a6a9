/**
 * structag without its engine: tools to structural tag, structural tag to JSON and outline, model output back to calls.
 * @packageDocumentation
 */
export { type Diagnostic, type DiagnosticKind, formatIssue, type Issue, type Result, StructagError } from "./core/errors.ts";
export {
  fromNative,
  isJsonArray,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  type JsonTypeName,
  jsonNumber,
  jsonObject,
  jsonTypeOf,
  toNative,
} from "./core/json.ts";
export { canonicalText, jsonEquals } from "./core/json-compare.ts";
export { type ReadOptions, readJson } from "./core/json-read.ts";
export { type WriteOptions, writeJson } from "./core/json-write.ts";
export type { ArgumentOptions } from "./dialects/keyed-parameters.ts";
export * from "./format/index.ts";
export {
  buildOutputGrammar,
  buildOutputGrammarFromBody,
  type OutputGrammar,
  type OutputGrammarOptions,
  safeBuildOutputGrammar,
} from "./models/build.ts";
export type {
  BuildContext,
  BuiltFormat,
  Coverage,
  Family,
  FamilyReaderOptions,
  GrammarShape,
  PromptOpens,
  WritableCall,
  WriteCallsContext,
} from "./models/family.ts";
export { type FamilyDescription, type GenericCalls, genericFamily } from "./models/generic-family.ts";
export { FAMILIES, resolveFamily } from "./models/registry.ts";
export { type CallIdRequest, type CallIds, randomCallIds, sequentialCallIds } from "./read/call-ids.ts";
export { type ChatChunk, type ChatChunkOptions, ChatChunks, type ChatDelta, type ChatToolCallDelta } from "./read/chat-chunks.ts";
export { type CallReport, type ChatAnswer, ChatCollector, type ChatMessage, type ChatToolCall, chatAnswer } from "./read/chat-message.ts";
export type * from "./read/events.ts";
export type { ReaderOptions, StreamReader } from "./read/reader.ts";
export type { ReaderVocabulary } from "./read/token-input.ts";
export type { ReaderTool } from "./read/tool-checks.ts";
export type { AnswerConstraint } from "./request/answer.ts";
export { type BodyOptions, readBody } from "./request/body.ts";
export { REASONING_MODES, type Reasoning, type ReasoningMode } from "./request/reasoning.ts";
export { type CallableTool, type RequestOptions, type RequestPaths, readRequest, type ToolRequest } from "./request/request.ts";
export { STRICT_LEVELS, type StrictLevel } from "./request/strictness.ts";
export { type BuiltinTool, type FunctionTool, readTools, type Tool } from "./request/tools.ts";
