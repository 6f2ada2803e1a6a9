/** Llama 4: around calls, mostly left out. */
export const LLAMA4_BEGIN = "<|python_start|>";
export const LLAMA4_END = "<|python_end|>";
export const LLAMA4_STOPS: readonly string[] = ["<|eot|>", "<|eom|>", "<|eot_id|>"];

/** OLMo 3; text. */
export const OLMO_BEGIN = "<function_calls>";
export const OLMO_END = "</function_calls>";

/** LFM2. */
export const LFM2_BEGIN = "<|tool_call_start|>";
export const LFM2_END = "<|tool_call_end|>";
