import { isJsonObject, type JsonObject, toNative } from "../../src/core/json.ts";
import { buildOutputGrammar, type OutputGrammar } from "../../src/models/build.ts";
import type { Prefill } from "./readers.ts";

/** The row's options as plain data, `null` where absent. */
function optionOf(fields: JsonObject, name: string): unknown {
  const options = fields.get("options");
  return isJsonObject(options) ? toNative(options.get(name) ?? null) : null;
}

/** What the prompt has opened before an output of the row's grammar: the response, unless the grammar begins with the first token. */
export function prefillOf(fields: JsonObject): Prefill {
  if (optionOf(fields, "final_output_only") !== false) return "response";
  return (optionOf(fields, "prompt_opens") as Prefill | null) ?? "none";
}

/** The output grammar of a row's tools: Kimi K3, in the shape that follows an opened response unless its options say otherwise. */
export function grammarOfTools(fields: JsonObject, changes: Partial<Parameters<typeof buildOutputGrammar>[0]> = {}): OutputGrammar {
  const fromStart = optionOf(fields, "final_output_only") === false;
  return buildOutputGrammar({
    model: "kimi-k3",
    tools: fields.get("tools"),
    toolChoice: fields.get("tool_choice"),
    parallelToolCalls: optionOf(fields, "parallel_tool_calls") as boolean | null,
    reasoning: "disabled",
    coverage: fromStart ? "from_token_zero" : "final_output_only",
    promptOpens: (optionOf(fields, "prompt_opens") as string | null) ?? "none",
    ...changes,
  });
}
