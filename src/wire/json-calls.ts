/** Markers around calls that are JSON objects, by family. Where a marker is text and not a token of its own, the comment says so. */

/** Qwen3, Hermes, EXAONE 4, Granite 4, ERNIE 4.5. Text in Hermes' finetunes of other models. */
export const TOOL_CALL_BEGIN = "<tool_call>";
export const TOOL_CALL_END = "</tool_call>";

/** Stop tokens of ChatML and of the models derived from it. */
export const IM_END = "<|im_end|>";
export const IM_START = "<|im_start|>";
export const END_OF_TEXT = "<|endoftext|>";

/** Llama 3: before code, calls of builtin tools, and sometimes before a call. */
export const LLAMA_PYTHON_TAG = "<|python_tag|>";
export const LLAMA_STOPS: readonly string[] = ["<|eot_id|>", "<|eom_id|>", "<|end_of_text|>"];

/** Hunyuan A13B; text. */
export const HUNYUAN_CALLS_BEGIN = "<tool_calls>";
export const HUNYUAN_CALLS_END = "</tool_calls>";
export const HUNYUAN_ANSWER_BEGIN = "<answer>";
export const HUNYUAN_ANSWER_END = "</answer>";

/** Phi-4-mini; text. */
export const PHI_CALLS_BEGIN = "functools";
export const PHI_END = "<|end|>";

/** Apertus. */
export const APERTUS_CALLS_BEGIN = "<|tools_prefix|>";
export const APERTUS_CALLS_END = "<|tools_suffix|>";
export const APERTUS_THINK_BEGIN = "<|inner_prefix|>";
export const APERTUS_THINK_END = "<|inner_suffix|>";
export const APERTUS_END = "<|assistant_end|>";

/** Nemotron Nano v2 and Llama-Nemotron; text. */
export const NEMOTRON_CALLS_BEGIN = "<TOOLCALL>";
export const NEMOTRON_CALLS_END = "</TOOLCALL>";

/** EXAONE 4's stop token. */
export const EXAONE_END = "[|endofturn|]";

/** Hunyuan A13B's stop token, and a speaker's name that it sometimes puts in front of an answer. */
export const HUNYUAN_STOPS: readonly string[] = ["<|eos|>"];
export const HUNYUAN_SPEAKER = "助手：";

/** Stop tokens of the models that Nemotron is built on. */
export const NEMOTRON_STOPS: readonly string[] = ["<SPECIAL_12>", "<|eot_id|>"];
