import { isJsonObject, type Json, type JsonObject, jsonNumber } from "../../core/json.ts";
import { chatToolsOf, setRawText, streamed } from "./chat-body.ts";
import type { Constraint } from "./constraint.ts";
import { resolveServer, type Server } from "./servers.ts";

/** Sampling options that chat and completion bodies share. */
const SAMPLING = [
  "model",
  "temperature",
  "top_p",
  "top_k",
  "min_p",
  "seed",
  "stop",
  "stop_token_ids",
  "frequency_penalty",
  "presence_penalty",
  "repetition_penalty",
  "logit_bias",
  "ignore_eos",
  "min_tokens",
  "user",
  "priority",
  "cache_salt",
] as const;

/** Names that llama-server has for sampling options. */
const LLAMA_NAMES: ReadonlyMap<string, string> = new Map([
  ["repetition_penalty", "repeat_penalty"],
  ["max_tokens", "n_predict"],
]);

export interface CompletionBodyOptions {
  /** The rendered prompt, special tokens spelled out, or its tokens. Nothing is added to it. */
  readonly prompt: string | readonly number[];
  /** The family's markers: llama-server writes those of them that are special tokens out as text. */
  readonly markers?: readonly string[];
}

/**
 * The body of a completion (`/v1/completions`; llama-server: `/completion`) that has a server continue a rendered prompt under a grammar, as raw text, as a stream.
 * Sampling options come from the chat body. Servers limit completions to 16 tokens where no limit is given: `null` asks vLLM for what the context holds.
 * @throws StructagError `target-unknown`
 */
export function completionRequestBody(
  body: JsonObject,
  constraint: Constraint | undefined,
  server: string | Server,
  { prompt, markers = [] }: CompletionBodyOptions,
): JsonObject {
  const facts = typeof server === "string" ? resolveServer(server) : server;
  const llama = facts.takes === "grammar";
  const nameOf = (key: string): string => (llama ? (LLAMA_NAMES.get(key) ?? key) : key);
  const out = new Map<string, Json>();
  for (const key of SAMPLING) {
    const value = body.get(key);
    if (value !== undefined && value !== null) out.set(nameOf(key), value);
  }
  out.set("prompt", typeof prompt === "string" ? prompt : prompt.map((id) => jsonNumber(id)));
  const limit = body.get("max_completion_tokens") ?? body.get("max_tokens") ?? null;
  if (llama) {
    out.set("n_predict", limit ?? jsonNumber(-1));
    out.set("cache_prompt", true);
    // Without these the server leaves special tokens out of its text.
    out.set("preserved_tokens", [...markers]);
  } else {
    out.set("max_tokens", limit);
    if (facts.id === "vllm") out.set("add_special_tokens", false);
    setRawText(out, facts);
  }
  for (const [key, value] of constraint?.members ?? []) out.set(key, value);
  if (!llama) return streamed(out);
  out.set("stream", true);
  return out;
}

/** The body of llama-server's `/apply-template`, which answers with `{"prompt": …}`. The server must run with `--jinja`. */
export function templateRequestBody(body: JsonObject, reasoning?: "enabled" | "disabled" | "auto"): JsonObject {
  const out = new Map<string, Json>([["messages", body.get("messages") ?? []]]);
  const tools = chatToolsOf(body);
  if (tools !== undefined) out.set("tools", tools);
  const given = body.get("chat_template_kwargs");
  const thinking: [string, Json][] = reasoning === undefined || reasoning === "auto" ? [] : [["enable_thinking", reasoning === "enabled"]];
  const kwargs = new Map<string, Json>([...thinking, ...(isJsonObject(given) ? given : [])]);
  if (kwargs.size > 0) out.set("chat_template_kwargs", kwargs);
  return out;
}
