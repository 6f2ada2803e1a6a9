/**
 * OpenAI's chat completions: from a request body to an output grammar, from what a model writes to chunks and messages. The shapes fit the types of the `openai` client; the
 * client itself is not needed.
 * @packageDocumentation
 */
export { chatError } from "./integrations/openai/chat-error.ts";
export { type ChatRequest, type ChatRequestOptions, readChatRequest } from "./integrations/openai/chat-request.ts";
export { type ChatResponseOptions, chatCompletion, chatCompletionChunks } from "./integrations/openai/chat-response.ts";
export type { OutputPart, OutputUsage, ReadOutputOptions } from "./integrations/openai/model-output.ts";
export type * from "./integrations/openai/types.ts";
