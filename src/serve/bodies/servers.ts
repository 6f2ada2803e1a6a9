import { fail } from "../../core/errors.ts";

/** What is known of an inference server. Data: a new server is one more object. */
export interface Server {
  readonly id: string;
  readonly aliases: readonly string[];
  /** Where a structural tag goes in its bodies. */
  readonly takes: "structured_outputs" | "response_format" | "grammar" | "nothing";
  /** The engine behind it, as {@link resolveTarget} knows it; absent where nothing is enforced. */
  readonly target?: string;
  /**
   * What `tool_choice` has to be for the server to render the tools into the prompt and leave the output as the model wrote it. `auto` needs a server that runs without a tool parser.
   * Absent: the client's is passed on.
   */
  readonly toolChoice?: "none" | "auto";
  /** Members of every body, so that special tokens stay in the text and no text is taken out. */
  readonly rawText: readonly (readonly [key: string, value: boolean])[];
  /** The member that keeps the text that ended the output. Not sent where the client has stop texts of its own. */
  readonly keepStop?: string;
}

/** Since v0.12; a tool choice of `none` keeps the tools in the prompt unless the server runs with `--exclude-tools-when-tool-choice-none`. */
const VLLM: Server = {
  id: "vllm",
  aliases: [],
  takes: "structured_outputs",
  target: "vllm",
  toolChoice: "none",
  rawText: [
    ["skip_special_tokens", false],
    ["spaces_between_special_tokens", false],
  ],
  keepStop: "include_stop_str_in_output",
};

/** With a tool choice of `none` it leaves the tools out of the prompt. */
const SGLANG: Server = {
  id: "sglang",
  aliases: [],
  takes: "response_format",
  target: "sglang",
  toolChoice: "auto",
  rawText: [
    ["skip_special_tokens", false],
    ["separate_reasoning", false],
  ],
  keepStop: "no_stop_trim",
};

/** `trtllm-serve` with `guided_decoding_backend: xgrammar`. It refuses members that it does not know. */
const TENSORRT_LLM: Server = {
  id: "tensorrt-llm",
  aliases: ["trtllm", "trtllm-serve"],
  takes: "response_format",
  target: "tensorrt-llm",
  toolChoice: "auto",
  rawText: [
    ["skip_special_tokens", false],
    ["spaces_between_special_tokens", false],
  ],
  keepStop: "include_stop_str_in_output",
};

/** llama.cpp's server. It takes no grammar beside tools in a chat body, so prompt and output are asked for in two requests. */
const LLAMA_SERVER: Server = {
  id: "llama-server",
  aliases: ["llama.cpp", "llama-cpp"],
  takes: "grammar",
  target: "llama-server",
  rawText: [],
};

/** Any server with OpenAI's API that takes no structural tag. */
const OPENAI: Server = { id: "openai", aliases: [], takes: "nothing", rawText: [] };

/** Every server, in the order of the documentation. */
export const SERVERS: readonly Server[] = [VLLM, SGLANG, TENSORRT_LLM, LLAMA_SERVER, OPENAI];

/**
 * A server by its name.
 * @throws StructagError `target-unknown`
 */
export function resolveServer(name: string): Server {
  const wanted = name.toLowerCase();
  const found = SERVERS.find(({ id, aliases }) => id === wanted || aliases.includes(wanted));
  const known = SERVERS.map(({ id }) => id).join(", ");
  return found ?? fail("target-unknown", "", `there is no server ${JSON.stringify(name)}`, `known are ${known}`);
}
