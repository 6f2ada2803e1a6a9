import { fail } from "../../core/errors.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonObject } from "../../core/json.ts";
import type { Constraint } from "./constraint.ts";
import { resolveServer, type Server } from "./servers.ts";

/** What takes the place of the client's own members, or means nothing to inference servers. */
const REPLACED: ReadonlySet<string> = new Set([
  "tool_choice",
  "parallel_tool_calls",
  "functions",
  "function_call",
  "response_format",
  "structured_outputs",
  "structural_tag",
  "guided_json",
  "guided_regex",
  "guided_choice",
  "guided_grammar",
  "strict_level",
  "thinking",
  "stream",
  "stream_options",
  "n",
  "store",
  "metadata",
  "service_tier",
  "prediction",
  "modalities",
  "safety_identifier",
  "prompt_cache_key",
  "prompt_cache_retention",
  "verbosity",
]);

/**
 * The body of `/v1/chat/completions` that has a server write the output of this request under a grammar, as raw text, as a stream. The server renders messages and
 * tools with the model's own template; it does not read calls, since a reader of structag does. Keys and numbers of the client's body keep order and spelling.
 * `reasoning` tells templates that know `enable_thinking` or `thinking` whether to reason.
 * @throws StructagError `target-unknown`, `target-no-chat` for servers without such a body
 */
export function chatRequestBody(
  body: JsonObject,
  constraint: Constraint | undefined,
  server: string | Server,
  reasoning?: "enabled" | "disabled" | "auto",
): JsonObject {
  const facts = typeof server === "string" ? resolveServer(server) : server;
  if (facts.takes === "grammar") {
    return fail("target-no-chat", "", `${facts.id} takes no grammar beside tools`, "use templateRequestBody and completionRequestBody");
  }
  const kept = facts.takes === "nothing" ? ["stream", "stream_options", "n"] : [...REPLACED];
  const out = new Map([...body].filter(([key]) => !kept.includes(key)));
  if (facts.takes !== "nothing") {
    const tools = chatToolsOf(body);
    if (tools === undefined) out.delete("tools");
    else {
      out.set("tools", tools);
      if (facts.toolChoice !== undefined) out.set("tool_choice", facts.toolChoice);
    }
    setReasoning(out, reasoning);
    setRawText(out, facts);
    for (const [key, value] of constraint?.members ?? []) out.set(key, value);
  }
  return streamed(out);
}

/** Asks for a stream with the usage at its end. */
export function streamed(out: Map<string, Json>): JsonObject {
  out.set("stream", true);
  out.set("stream_options", jsonObject([["include_usage", true]]));
  return out;
}

/** Special tokens stay in the text, and so does the one that ends it, unless the client's own stop texts would stay too. */
export function setRawText(out: Map<string, Json>, { rawText, keepStop }: Server): void {
  for (const [key, value] of rawText) out.set(key, value);
  const stop = out.get("stop");
  const hasStop = typeof stop === "string" || (isJsonArray(stop) && stop.length > 0);
  if (keepStop !== undefined) out.set(keepStop, !hasStop);
}

function setReasoning(out: Map<string, Json>, reasoning: "enabled" | "disabled" | "auto" | undefined): void {
  if (reasoning === undefined || reasoning === "auto") return;
  const given = out.get("chat_template_kwargs");
  const enabled = reasoning === "enabled";
  const entries: [string, Json][] = [
    ["enable_thinking", enabled],
    ["thinking", enabled],
  ];
  out.set("chat_template_kwargs", jsonObject([...entries, ...(isJsonObject(given) ? given : [])]));
}

/** Tools as chat templates take them: without `strict`, which servers would enforce in their own way; the older `functions` too. */
export function chatToolsOf(body: JsonObject): readonly Json[] | undefined {
  const legacy = body.get("functions");
  const tools = body.get("tools") ?? (isJsonArray(legacy) ? legacy.map((definition) => functionTool(definition)) : undefined);
  if (!isJsonArray(tools) || tools.length === 0) return undefined;
  return tools.map((tool) => {
    const definition = isJsonObject(tool) ? tool.get("function") : undefined;
    if (!isJsonObject(tool) || !isJsonObject(definition)) return tool;
    return new Map([...tool, ["function", new Map([...definition].filter(([key]) => key !== "strict"))]]);
  });
}

function functionTool(definition: Json): JsonObject {
  return jsonObject([
    ["type", "function"],
    ["function", definition],
  ]);
}
