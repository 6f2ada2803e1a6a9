import { fail } from "../../core/errors.ts";
import { fromNative, isJsonArray, isJsonObject, type Json, JsonNumber, type JsonObject } from "../../core/json.ts";
import { readJson } from "../../core/json-read.ts";
import { buildOutputGrammarFromBody, type OutputGrammar, type OutputGrammarOptions } from "../../models/build.ts";
import type { Family } from "../../models/family.ts";
import { resolveFamily } from "../../models/registry.ts";

/** A chat completion that is to be generated, as it was understood. */
export interface ChatRequest {
  /** The whole body; keys in their order, numbers as they were spelled where the body was text. */
  readonly body: JsonObject;
  /** The body's `model`, or an empty text. */
  readonly model: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly family: Family;
  readonly output: OutputGrammar;
  /** Whether an output without the grammar would do too: no tools, and an answer of any form. */
  readonly free: boolean;
}

export interface ChatRequestOptions extends Partial<Omit<OutputGrammarOptions, "model">> {
  /** A family, its id or a model id of it. Default: the body's `model`. */
  readonly family?: string | Family | undefined;
  /** Builds the output grammar, where it is kept between requests. Default: {@link buildOutputGrammarFromBody}. */
  readonly build?: (body: JsonObject, options: Partial<OutputGrammarOptions>) => OutputGrammar;
}

/**
 * Reads the body of `/v1/chat/completions` (an object, or JSON text, which keeps the order of keys and the spelling of numbers): what of it asks for something that one
 * structured output can't be is refused, not ignored. Whether to reason is taken from `thinking`, `chat_template_kwargs` (`enable_thinking`, `thinking`) and
 * `reasoning_effort: "none"`.
 * @throws StructagError `openai-body`, `openai-messages`, `openai-option`, `openai-unsupported`, `model-unknown`, and the codes of {@link buildOutputGrammarFromBody}
 */
export function readChatRequest(input: unknown, options: ChatRequestOptions = {}): ChatRequest {
  const body = typeof input === "string" ? readJson(input) : fromNative(input);
  if (!isJsonObject(body)) return fail("openai-body", "", "the body is no object");
  checkMessages(body.get("messages"));
  checkSupported(body);
  const model = body.get("model") ?? "";
  if (typeof model !== "string") return fail("openai-option", "/model", "the model is a text");
  const { family: name, build = buildOutputGrammarFromBody, ...given } = options;
  const family = typeof name === "object" ? name : resolveFamily(name ?? model);
  const reasoning = isJsonObject(body.get("thinking")) ? undefined : (wantsReasoning(body) ?? given.reasoning);
  const output = build(body, { ...given, reasoning, model: family });
  const streamOptions = body.get("stream_options");
  return {
    body,
    model,
    stream: flag(body, "stream"),
    includeUsage: isJsonObject(streamOptions) && flag(streamOptions, "include_usage", "/stream_options"),
    family,
    output,
    free: !output.needed && !hasTools(body),
  };
}

function checkMessages(messages: Json | undefined): void {
  if (!isJsonArray(messages) || messages.length === 0) fail("openai-messages", "/messages", "messages are a list that is not empty");
  for (const [index, message] of (messages as readonly Json[]).entries()) {
    if (!isJsonObject(message) || typeof message.get("role") !== "string") {
      fail("openai-messages", `/messages/${index}`, "a message is an object with a role");
    }
  }
}

function checkSupported(body: JsonObject): void {
  const choices = body.get("n") ?? null;
  if (choices !== null && !(choices instanceof JsonNumber && choices.value === 1)) {
    fail("openai-unsupported", "/n", "only one choice a request is generated", "send the request several times");
  }
  for (const key of ["logprobs", "top_logprobs", "audio"]) {
    const value = body.get(key) ?? false;
    if (value === false || (value instanceof JsonNumber && value.value === 0)) continue;
    fail("openai-unsupported", `/${key}`, `${key} is not given: what the client gets is read from the output, not the output itself`);
  }
  const modalities = body.get("modalities") ?? null;
  if (modalities !== null && !(isJsonArray(modalities) && modalities.every((item) => item === "text"))) {
    fail("openai-unsupported", "/modalities", "the output is text");
  }
}

function flag(body: JsonObject, key: string, path = ""): boolean {
  const value = body.get(key) ?? false;
  return typeof value === "boolean" ? value : fail("openai-option", `${path}/${key}`, `${key} is true or false`);
}

function wantsReasoning(body: JsonObject): "enabled" | "disabled" | undefined {
  const kwargs = body.get("chat_template_kwargs");
  const enabled = isJsonObject(kwargs) ? (kwargs.get("enable_thinking") ?? kwargs.get("thinking")) : undefined;
  if (typeof enabled === "boolean") return enabled ? "enabled" : "disabled";
  return body.get("reasoning_effort") === "none" ? "disabled" : undefined;
}

function hasTools(body: JsonObject): boolean {
  return ["tools", "functions"].some((key) => {
    const tools = body.get(key);
    return isJsonArray(tools) && tools.length > 0;
  });
}
