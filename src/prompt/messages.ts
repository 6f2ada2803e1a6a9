import { fail } from "../core/errors.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { childPointer } from "../core/pointer.ts";

export type Role = "system" | "user" | "assistant" | "tool";

/** A piece of a message's content. */
export type ContentPart = { readonly type: "text"; readonly text: string } | { readonly type: "image" };

export interface HistoryCall {
  readonly id: string | undefined;
  readonly name: string;
  /** As it was given: an object, or its text. */
  readonly arguments: Json | undefined;
}

export interface Message {
  readonly role: Role;
  readonly path: string;
  readonly name: string | undefined;
  readonly content: readonly ContentPart[];
  /** Of the assistant. */
  readonly reasoning: string;
  readonly calls: readonly HistoryCall[];
  /** Of a tool result. */
  readonly callId: string | undefined;
  readonly tool: string | undefined;
  /** Tools that a system message without content brings along. */
  readonly tools: Json | undefined;
}

const ROLES: ReadonlyMap<string, Role> = new Map([
  ["system", "system"],
  ["developer", "system"],
  ["user", "user"],
  ["assistant", "assistant"],
  ["tool", "tool"],
]);

/**
 * Reads the messages of a chat request; `developer` counts as `system`.
 * @throws StructagError `prompt-messages`, `prompt-role`, `prompt-content`, `prompt-call`
 */
export function readMessages(messages: Json, path = "/messages"): Message[] {
  if (!isJsonArray(messages)) fail("prompt-messages", path, "messages are a list", "give the messages of a chat request");
  return messages.map((message, index) => readMessage(message, childPointer(path, index)));
}

function readMessage(message: Json, path: string): Message {
  if (!isJsonObject(message)) fail("prompt-messages", path, "a message is an object", "give role and content");
  const role = ROLES.get(textOf(message, "role") ?? "");
  if (role === undefined) {
    fail(
      "prompt-role",
      childPointer(path, "role"),
      `there is no role ${JSON.stringify(message.get("role") ?? null)}`,
      `roles are ${[...ROLES.keys()].join(", ")}`,
    );
  }
  return {
    role,
    path,
    name: textOf(message, "name"),
    content: readContent(message.get("content"), childPointer(path, "content")),
    reasoning: textOf(message, "reasoning_content") ?? textOf(message, "reasoning") ?? "",
    calls: readCalls(message.get("tool_calls"), childPointer(path, "tool_calls")),
    callId: textOf(message, "tool_call_id"),
    tool: textOf(message, "tool"),
    tools: message.get("tools"),
  };
}

function readContent(content: Json | undefined, path: string): ContentPart[] {
  if (content === undefined || content === null || content === "") return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!isJsonArray(content)) fail("prompt-content", path, "content is a text or a list of parts", "give a text");
  return content.map((part, index): ContentPart => {
    const at = childPointer(path, index);
    if (typeof part === "string") return { type: "text", text: part };
    const type = isJsonObject(part) ? part.get("type") : undefined;
    if (isJsonObject(part) && (type === "text" || type === "input_text")) return { type: "text", text: textOf(part, "text") ?? "" };
    if (type === "image_url" || type === "image" || type === "input_image") return { type: "image" };
    return fail(
      "prompt-content",
      at,
      `a part of type ${JSON.stringify(type ?? null)} can't be rendered`,
      "give parts of type text or image_url",
    );
  });
}

function readCalls(calls: Json | undefined, path: string): HistoryCall[] {
  if (calls === undefined || calls === null) return [];
  if (!isJsonArray(calls)) fail("prompt-call", path, "tool_calls are a list", "give the calls of the assistant's message");
  return calls.map((call, index) => {
    const own = isJsonObject(call) ? call : new Map<string, Json>();
    const inner = own.get("function");
    const source = isJsonObject(inner) ? inner : own;
    const name = textOf(source, "name");
    if (name === undefined || name === "") fail("prompt-call", childPointer(path, index), "a call names no function", "give function.name");
    return { id: textOf(own, "id"), name, arguments: source.get("arguments") };
  });
}

function textOf(object: JsonObject, key: string): string | undefined {
  const value = object.get(key);
  return typeof value === "string" ? value : undefined;
}
