/** Tokens that a completion used, in OpenAI's shape. */
export interface CompletionUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details?: { cached_tokens: number };
}

/** A fragment of a call in a stream: id, type and name in its first only. */
export interface ToolCallFragment {
  index: number;
  id?: string;
  type?: "function";
  function: { name?: string; arguments: string };
}

export interface ChatCompletionDelta {
  role?: "assistant";
  content?: string;
  reasoning_content?: string;
  tool_calls?: ToolCallFragment[];
}

/** One `chat.completion.chunk`; the `openai` client's type of the same name takes it. */
export interface ChatCompletionChunk {
  id: string;
  object: "chat.completion.chunk";
  created: number;
  model: string;
  /** Empty in the chunk that holds the usage. */
  choices: { index: number; delta: ChatCompletionDelta; finish_reason: ChatFinishReason | null }[];
  usage?: CompletionUsage;
}

export interface ChatCompletionMessage {
  role: "assistant";
  content: string | null;
  refusal: null;
  reasoning_content?: string;
  tool_calls?: { id: string; type: "function"; function: { name: string; arguments: string } }[];
}

/** One `chat.completion`; the `openai` client's type of the same name takes it. */
export interface ChatCompletion {
  id: string;
  object: "chat.completion";
  created: number;
  model: string;
  choices: { index: number; message: ChatCompletionMessage; finish_reason: ChatFinishReason; logprobs: null }[];
  usage?: CompletionUsage;
}

export type ChatFinishReason = "stop" | "tool_calls" | "length";

/** An error as OpenAI's API answers with it. */
export interface ChatError {
  error: { message: string; type: string; param: string | null; code: string };
}
