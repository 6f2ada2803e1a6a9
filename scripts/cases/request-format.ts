import { isJsonObject, type JsonObject, toNative } from "../../src/core/json.ts";
import { buildOutputGrammar, type OutputGrammar } from "../../src/models/build.ts";

/** The output grammar of a row's tools: Kimi K3, in the shape that follows an opened response unless its options say otherwise. */
export function grammarOfTools(fields: JsonObject, changes: Partial<Parameters<typeof buildOutputGrammar>[0]> = {}): OutputGrammar {
  const options = fields.get("options");
  const option = (name: string): unknown => (isJsonObject(options) ? toNative(options.get(name) ?? null) : null);
  const fromStart = option("final_output_only") === false;
  return buildOutputGrammar({
    model: "kimi-k3",
    tools: fields.get("tools"),
    toolChoice: fields.get("tool_choice"),
    parallelToolCalls: option("parallel_tool_calls") as boolean | null,
    reasoning: "disabled",
    coverage: fromStart ? "from_token_zero" : "final_output_only",
    promptOpens: (option("prompt_opens") as string | null) ?? "none",
    ...changes,
  });
}
