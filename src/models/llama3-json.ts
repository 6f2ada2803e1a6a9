import { wholeJsonCalls } from "../dialects/whole-json-calls.ts";
import { LLAMA_PYTHON_TAG, LLAMA_STOPS } from "../wire/json-calls.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { defineFamily } from "./define-family.ts";

/**
 * Llama 3.1 to 3.3 with JSON calls. An output is either calls or text: what begins with a brace must be a call, so no spelling of a call escapes the
 * grammar, and a text that mentions the format stays text. Several calls are separated by `; `, which is a convention of inference engines; the
 * template knows one call only.
 */
export const llama3Json = defineFamily({
  id: "llama3-json",
  title: "Llama 3 (JSON)",
  aliases: ["llama", "llama3", "llama-3", "meta-llama-3"],
  calls: wholeJsonCalls({
    separator: "; ",
    keys: { name: "name", arguments: "parameters" },
    prefixes: [LLAMA_PYTHON_TAG],
    stops: LLAMA_STOPS,
    xgrammarTrigger: '{"name": ',
  }),
  stops: LLAMA_STOPS,
  xgrammar: { textExcludes: [THINK_BEGIN, THINK_END] },
  sources: [
    "chat template of meta-llama/Llama-3.1-8B-Instruct",
    "vLLM: rust/src/parser/src/tool/json/llama.rs (December 2026)",
    "XGrammar: python/xgrammar/builtin_structural_tag.py at 53da3ff8",
  ],
});
