/** Markers around calls whose parameters are elements, by syntax. The parameters' own are in `parameter-tags.ts`. */

/** Qwen3-Coder and its kin: `<function=NAME>` … `</function>`, text. */
export const FUNCTION_BEGIN = "<function=";
export const FUNCTION_BEGIN_END = ">";
export const FUNCTION_END = "</function>";

/** Seed-OSS. */
export const SEED_CALL_BEGIN = "<seed:tool_call>";
export const SEED_CALL_END = "</seed:tool_call>";
export const SEED_THINK_BEGIN = "<seed:think>";
export const SEED_THINK_END = "</seed:think>";
export const SEED_STOP = "<seed:eos>";

/** MiniMax M2: a section of `<invoke name="NAME">` … `</invoke>`; the latter are text. */
export const MINIMAX_CALLS_BEGIN = "<minimax:tool_call>";
export const MINIMAX_CALLS_END = "</minimax:tool_call>";
export const MINIMAX_STOP = "[e~[";
/** M3's reasoning. */
export const MINIMAX_THINK_BEGIN = "<mm:think>";
export const MINIMAX_THINK_END = "</mm:think>";
export const MINIMAX_TURN = "]~b]";

/** The elements of MiniMax M2's calls. */
export const INVOKE_BEGIN = "<invoke";
export const INVOKE_END = "</invoke>";

/** DeepSeek V3.2 and later: `｜DSML｜` is one token. V4.1 has a space behind it. */
export const DSML = "｜DSML｜";

/** GLM-4.5 and later; each is one token. */
export const GLM_STOPS: readonly string[] = ["<|user|>", "<|observation|>", "<|endoftext|>"];
export const GLM_ASSISTANT = "<|assistant|>";

/** Tencent HY. */
export const HY_CALLS_BEGIN = "<tool_calls>";
export const HY_CALLS_END = "</tool_calls>";
export const HY_NAME_END = "<tool_sep>";
export const HY_STOPS: readonly string[] = ["<|eos|>"];

/** Step3 (StepTML); the outer markers are special tokens, the elements text. */
export const STEP3_CALLS = { begin: "<｜tool_calls_begin｜>", end: "<｜tool_calls_end｜>" } as const;
export const STEP3_CALL_BEGIN = "<｜tool_call_begin｜>";
export const STEP3_CALL_END = "<｜tool_call_end｜>";
export const STEP3_SEP = "<｜tool_sep｜>";
export const STEP3_INVOKE_BEGIN = "<steptml:invoke";
export const STEP3_INVOKE_END = "</steptml:invoke>";
export const STEP3_PARAMETER_BEGIN = "<steptml:parameter";
export const STEP3_PARAMETER_END = "</steptml:parameter>";
