import {
  buildOutputGrammar,
  buildOutputGrammarFromBody,
  isJsonArray,
  isJsonObject,
  type Json,
  type OutputGrammar,
  type OutputGrammarOptions,
  readJson,
  readTools,
} from "../../../src/index.ts";
import type { GrammarInput, Settings } from "./protocol.ts";
import { looksLikeZod, readZodLike } from "./zod-like.ts";

/**
 * The output grammar of what stands in the tools pane: tools in any common shape, or a whole request body, whose own options hold where the settings say nothing.
 */
export function buildGrammar({ tools, settings }: GrammarInput): OutputGrammar {
  const json = toolsJson(tools);
  const options = buildOptions(settings);
  return isRequestBody(json) ? buildOutputGrammarFromBody(json, options) : buildOutputGrammar({ ...options, tools: json });
}

/** What was typed, as JSON. */
export function toolsJson(text: string): Json {
  return text.trim() === "" ? [] : looksLikeZod(text) ? readZodLike(text) : readJson(text);
}

/** Names of all functions, whatever the tool choice leaves of them. */
export function toolNames(text: string): string[] {
  const json = toolsJson(text);
  const tools = isRequestBody(json) && isJsonObject(json) ? (json.get("tools") ?? []) : json;
  return readTools(tools).flatMap((tool) => (tool.kind === "function" ? [tool.name] : []));
}

/** A list of tools stands in `tools` of an MCP answer too, which says nothing else about a request. */
function isRequestBody(json: Json): boolean {
  return (
    isJsonObject(json) &&
    ["messages", "input", "model"].some((key) => json.has(key)) &&
    (isJsonArray(json.get("tools")) || json.has("messages"))
  );
}

function buildOptions(settings: Settings): OutputGrammarOptions {
  return {
    model: settings.family,
    ...(settings.toolChoice === "" ? {} : { toolChoice: toolChoice(settings) }),
    ...(settings.reasoning === "" ? {} : { reasoning: settings.reasoning }),
    ...(settings.parallel === "" ? {} : { parallelToolCalls: settings.parallel === "yes" }),
    ...(settings.coverage === "" ? {} : { coverage: settings.coverage }),
    ...(settings.promptOpens === "" ? {} : { promptOpens: settings.promptOpens }),
    ...(settings.strictLevel === "" ? {} : { strictLevel: settings.strictLevel }),
    ...(settings.anyOrder ? { anyOrder: true } : {}),
    ...(settings.tightJson ? { maxWhitespaceCount: 1 } : {}),
    ...(settings.shape === "structag" ? {} : { shape: settings.shape }),
  };
}

/** The tool choice as OpenAI's Chat API spells it. */
export function toolChoice({ toolChoice: mode, named, allowed, allowedMode }: Settings): unknown {
  switch (mode) {
    case "":
      return undefined;
    case "auto":
    case "required":
    case "none":
      return mode;
    case "named":
      return { type: "function", function: { name: named } };
    case "allowed": {
      const tools = allowed.map((name) => ({ type: "function", function: { name } }));
      return { type: "allowed_tools", allowed_tools: { mode: allowedMode, tools } };
    }
  }
}
