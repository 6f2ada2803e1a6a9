/** DeepSeek R1, V3 and V3.1: calls with JSON arguments. The bars are full-width, the spaces U+2581; each marker is one token. */
export const DEEPSEEK_CALLS_BEGIN = "<｜tool▁calls▁begin｜>";
export const DEEPSEEK_CALLS_END = "<｜tool▁calls▁end｜>";
export const DEEPSEEK_CALL_BEGIN = "<｜tool▁call▁begin｜>";
export const DEEPSEEK_CALL_END = "<｜tool▁call▁end｜>";
export const DEEPSEEK_SEP = "<｜tool▁sep｜>";
/** The stop token of all DeepSeek models. */
export const DEEPSEEK_END_OF_SENTENCE = "<｜end▁of▁sentence｜>";
export const DEEPSEEK_USER = "<｜User｜>";
export const DEEPSEEK_ASSISTANT = "<｜Assistant｜>";
/** The type of a call in R1 and V3, and the fence around its JSON. */
export const DEEPSEEK_CALL_TYPE = "function";
export const DEEPSEEK_FENCE_BEGIN = "\n```json\n";
export const DEEPSEEK_FENCE_END = "\n```";
