/** Gemma 4; all are special tokens. The quote around strings is in `parameter-tags.ts`. */
export const GEMMA_CALL_BEGIN = "<|tool_call>";
export const GEMMA_CALL_END = "<tool_call|>";
export const GEMMA_THINK_BEGIN = "<|channel>thought\n";
export const GEMMA_THINK_END = "<channel|>";
export const GEMMA_CHANNEL = "<|channel>";
export const GEMMA_STOPS: readonly string[] = ["<turn|>", "<|tool_response>"];
export const GEMMA_TURN = "<|turn>";
/** In front of a tool's name. */
export const GEMMA_NAME_BEGIN = "call:";

/** FunctionGemma; all are special tokens. */
export const FUNCTION_GEMMA_CALL_BEGIN = "<start_function_call>";
export const FUNCTION_GEMMA_CALL_END = "<end_function_call>";
export const FUNCTION_GEMMA_QUOTE = "<escape>";
export const FUNCTION_GEMMA_STOPS: readonly string[] = ["<start_function_response>", "<end_of_turn>"];
