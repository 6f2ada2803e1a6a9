/** Markers of families with special tokens of their own around JSON calls. */

/** Kimi K2 and K2.5; all are special tokens. The singular spellings are what models fall into. */
export const K2_SECTION_BEGIN = "<|tool_calls_section_begin|>";
export const K2_SECTION_END = "<|tool_calls_section_end|>";
export const K2_SINGULAR_SECTION = { begin: "<|tool_call_section_begin|>", end: "<|tool_call_section_end|>" } as const;
export const K2_CALL_BEGIN = "<|tool_call_begin|>";
export const K2_ARGUMENT_BEGIN = "<|tool_call_argument_begin|>";
export const K2_CALL_END = "<|tool_call_end|>";
/** In front of every tool's name. */
export const K2_NAMESPACE = "functions.";
export const K2_STOPS: readonly string[] = ["<|im_end|>", "[EOS]"];
export const K2_ASSISTANT = "<|im_assistant|>";

/** Mistral; all are special tokens. */
export const MISTRAL_CALLS = "[TOOL_CALLS]";
export const MISTRAL_ARGS = "[ARGS]";
export const MISTRAL_CALL_ID = "[CALL_ID]";
export const MISTRAL_THINK_BEGIN = "[THINK]";
export const MISTRAL_THINK_END = "[/THINK]";
export const MISTRAL_STOP = "</s>";
export const MISTRAL_TURN_END = "[/INST]";

/** Granite. */
export const GRANITE_CALLS_BEGIN = "<|tool_call|>";
export const GRANITE_STOP = "<|end_of_text|>";
export const GRANITE_THOUGHT = "Here is my thought process:";
export const GRANITE_RESPONSE = "Here is my response:";

/** ERNIE 4.5: the answer may stand in this. */
export const ERNIE_RESPONSE_BEGIN = "<response>";
export const ERNIE_RESPONSE_END = "</response>";
export const ERNIE_STOPS: readonly string[] = ["<|end_of_sentence|>", "</s>"];

/** InternLM 2 and 3. */
export const INTERNLM_ACTION_BEGIN = "<|action_start|>";
export const INTERNLM_PLUGIN = "<|plugin|>";
export const INTERNLM_ACTION_END = "<|action_end|>";

/** Cohere Command. */
export const COHERE_THINK_BEGIN = "<|START_THINKING|>";
export const COHERE_THINK_END = "<|END_THINKING|>";
export const COHERE_ACTION_BEGIN = "<|START_ACTION|>";
export const COHERE_ACTION_END = "<|END_ACTION|>";
export const COHERE_RESPONSE = { begin: "<|START_RESPONSE|>", end: "<|END_RESPONSE|>" } as const;
export const COHERE_TEXT = { begin: "<|START_TEXT|>", end: "<|END_TEXT|>" } as const;
export const COHERE_STOP = "<|END_OF_TURN_TOKEN|>";
export const COHERE_CHATBOT = "<|CHATBOT_TOKEN|>";

/** Cohere Command's XML. */
export const COHERE_CALLS = { begin: "<cofl:tool_calls>", end: "</cofl:tool_calls>" } as const;
export const COHERE_CALL = { begin: "<cofl:tool_call", end: "</cofl:tool_call>" } as const;
