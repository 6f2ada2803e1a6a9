import { fail } from "../core/errors.ts";
import { isRecord, member, parseIfText } from "./read-input.ts";
import type { RequestOptions, RequestPaths } from "./request.ts";

/** Error paths into an OpenAI or Anthropic request body. */
const BODY_PATHS: RequestPaths = {
  tools: "/tools",
  toolChoice: "/tool_choice",
  parallelToolCalls: "/parallel_tool_calls",
  reasoning: "/reasoning",
  responseFormat: "/response_format",
  strictLevel: "/strict_level",
};

/** The options that a request body holds, and where they stand in it. */
export interface BodyOptions {
  readonly model: string | undefined;
  readonly options: RequestOptions;
  readonly paths: RequestPaths;
}

/**
 * Takes the parts of an OpenAI Chat, OpenAI Responses or Anthropic request body that an output grammar depends on: `model`, `tools`, `tool_choice`,
 * `parallel_tool_calls`, `response_format` (or `text.format`, `structured_outputs`), `thinking`, and the legacy `functions` and
 * `function_call`. Nothing is checked here but the body's own shape.
 * @throws StructagError `request-body`
 */
export function readBody(input: unknown): BodyOptions {
  const body = parseIfText(input, "");
  if (!isRecord(body)) return fail("request-body", "", "a request body is an object");
  const model = member(body, "model");
  const legacy = member(body, "functions");
  const call = member(body, "function_call");
  const useLegacy = member(body, "tools") === undefined && Array.isArray(legacy);
  const textFormat = member(member(body, "text"), "format");
  const responseFormat = member(body, "response_format");
  const structured = member(body, "structured_outputs");
  const [format, formatPath] =
    responseFormat !== undefined && responseFormat !== null
      ? [responseFormat, "/response_format"]
      : textFormat !== undefined
        ? [textFormat, "/text/format"]
        : [structured, "/structured_outputs"];
  return {
    model: typeof model === "string" ? model : undefined,
    options: {
      tools: useLegacy ? legacy : member(body, "tools"),
      toolChoice: useLegacy && isRecord(call) ? { type: "function", function: call } : useLegacy ? call : member(body, "tool_choice"),
      parallelToolCalls: member(body, "parallel_tool_calls") as boolean | undefined,
      reasoning: readThinking(body),
      responseFormat: format,
      strictLevel: member(body, "strict_level") as string | undefined,
    },
    paths: {
      ...BODY_PATHS,
      ...(useLegacy ? { tools: "/functions", toolChoice: "/function_call" } : {}),
      responseFormat: formatPath,
    },
  };
}

/** Anthropic's and Moonshot's `thinking`; OpenAI's `reasoning` says how hard to think, not whether. */
function readThinking(body: object): unknown {
  const thinking = member(body, "thinking");
  return isRecord(thinking) ? thinking : undefined;
}
