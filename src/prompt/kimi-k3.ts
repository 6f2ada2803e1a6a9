import { fail, StructagError } from "../core/errors.ts";
import { fromNative, isJsonObject, type Json, type JsonObject, jsonTypeOf } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";
import { writeJson } from "../core/json-write.ts";
import { childPointer } from "../core/pointer.ts";
import { escapeK3Attribute, K3_CLOSE, K3_END_OF_MESSAGE, K3_OPEN, K3_SEP, type K3Element } from "../wire/kimi-k3.ts";
import { type ContentPart, type HistoryCall, type Message, readMessages } from "./messages.ts";
import type { Prompt, PromptSegment } from "./prompt.ts";
import { withSortedKeys } from "./sorted-json.ts";
import { orderResults } from "./tool-results.ts";

/** How hard Kimi K3 is told to think. */
export type K3ThinkingEffort = "low" | "high" | "max";

export const K3_THINKING_EFFORTS: readonly K3ThinkingEffort[] = ["low", "high", "max"];

/** What the system messages say whose wording is not part of the documented format. */
export interface K3Wording {
  readonly thinkingEffort: (effort: K3ThinkingEffort) => string;
  readonly toolChoice: Readonly<Record<"required" | "none", string>>;
  readonly responseFormat: (schema: string | undefined) => string;
  /** Stands below the heading of tools that are added in the middle of a conversation. */
  readonly newTools: string;
}

export interface K3PromptOptions {
  /** The messages of a chat request, as plain data or JSON. */
  readonly messages: unknown;
  /** The tools of a chat request, written as they are. */
  readonly tools?: unknown;
  readonly toolChoice?: "auto" | "required" | "none";
  /** The `response_format` of a chat request. */
  readonly responseFormat?: unknown;
  /** Whether the model thinks before it answers; default true. */
  readonly thinking?: boolean;
  /** Default `max`; null leaves the message out. */
  readonly thinkingEffort?: K3ThinkingEffort | null;
  /** Whether the prompt ends where the assistant's message begins; default true. */
  readonly addGenerationPrompt?: boolean;
  readonly wording?: Partial<K3Wording>;
}

const IMAGE_SLOT = "<|kimi_image_placeholder|>";
/** History spaces JSON in this way. */
const SPACED = { itemSeparator: ", ", keySeparator: ": " };

const WORDING: K3Wording = {
  thinkingEffort: (effort) => `Thinking effort: ${effort}`,
  toolChoice: { required: "Call at least one tool in this turn.", none: "Call no tool in this turn." },
  responseFormat: (schema) =>
    schema === undefined
      ? "Answer with one JSON object."
      : `Answer with JSON that is valid by this schema:\n\n\`\`\`json\n${schema}\n\`\`\``,
  newTools: "From here on these tools can be called too.\nThey are described in JSONSchema.\nTools from before stay available.",
};

/**
 * A conversation as Kimi K3 reads it, in segments: only the four markers (and image slots) are special, so that nothing in a message, a name, a tool or a result can open or close an element, and each
 * piece is tokenised alone, as the checkpoint does it. The wording of the system messages for effort, tool choice and response format is an assumption and can be given.
 * @throws StructagError `prompt-…`, `json-…`
 * @see `encoding_k3.py` of the checkpoint `moonshotai/Kimi-K3`, as read in December 2026
 */
export function renderKimiK3Prompt(options: K3PromptOptions): Prompt {
  const { thinking = true, thinkingEffort = "max", toolChoice = "auto", addGenerationPrompt = true } = options;
  const wording = { ...WORDING, ...options.wording };
  const renderer = new Renderer(thinking, wording);
  const tools = options.tools === undefined || options.tools === null ? undefined : fromNative(options.tools);
  if (tools !== undefined && !isEmptyList(tools))
    renderer.declareTools(tools, "# Tools\nHere are the available tools, described in JSONSchema.\n");
  if (thinking && thinkingEffort !== null) {
    if (!K3_THINKING_EFFORTS.includes(thinkingEffort)) {
      fail(
        "prompt-thinking-effort",
        "/thinkingEffort",
        `there is no effort ${JSON.stringify(thinkingEffort)}`,
        `give ${K3_THINKING_EFFORTS.join(", ")}, or null`,
      );
    }
    renderer.system("thinking-effort", wording.thinkingEffort(thinkingEffort));
  }
  renderer.conversation(readMessages(fromNative(options.messages)));
  if (toolChoice !== "auto") renderer.system("tool-choice", wording.toolChoice[toolChoice]);
  const format = options.responseFormat === undefined ? undefined : fromNative(options.responseFormat);
  if (isJsonObject(format) && format.get("type") !== "text") renderer.system("response-format", wording.responseFormat(schemaOf(format)));
  if (addGenerationPrompt) renderer.generationPrompt();
  return { segments: renderer.segments, joinsText: false };
}

class Renderer {
  readonly segments: PromptSegment[] = [];
  readonly #thinking: boolean;
  readonly #wording: K3Wording;

  constructor(thinking: boolean, wording: K3Wording) {
    this.#thinking = thinking;
    this.#wording = wording;
  }

  declareTools(tools: Json, heading: string): void {
    this.system("tool-declare", `${heading}\n\`\`\`json\n${writeJson(withSortedKeys(tools))}\n\`\`\``);
  }

  system(type: string, body: string): void {
    this.#open("message", [
      ["role", "system"],
      ["type", type],
    ]);
    this.#text(body);
    this.#endMessage();
  }

  conversation(messages: readonly Message[]): void {
    let calls: readonly HistoryCall[] = [];
    for (let at = 0; at < messages.length; at += 1) {
      const message = messages[at];
      if (message.role === "tool") {
        let end = at;
        while (messages[end]?.role === "tool") end += 1;
        for (const [index, { message: result, tool }] of orderResults(messages.slice(at, end), calls).entries())
          this.#result(result, tool, index + 1);
        at = end - 1;
      } else if (message.role === "assistant") {
        calls = message.calls;
        this.#assistant(message);
      } else if (message.tools !== undefined && message.content.length === 0) {
        this.declareTools(message.tools, `## New Tools Available\n${this.#wording.newTools}\n`);
      } else {
        this.#open("message", [["role", message.role], ...named(message)]);
        this.#content(message.content);
        this.#endMessage();
      }
    }
  }

  generationPrompt(): void {
    this.#open("message", [["role", "assistant"]]);
    this.#open(this.#thinking ? "think" : "response");
  }

  #assistant(message: Message): void {
    this.#open("message", [["role", "assistant"], ...named(message)]);
    if (this.#thinking) {
      this.#open("think");
      if (message.reasoning.trim() !== "") this.#text(message.reasoning);
      this.#close("think");
    }
    this.#open("response");
    this.#content(message.content);
    this.#close("response");
    if (message.calls.length > 0) {
      this.#open("tools");
      for (const [index, call] of message.calls.entries()) this.#call(call, index, message.path);
      this.#close("tools");
    }
    this.#endMessage();
  }

  #call({ name, arguments: given }: HistoryCall, index: number, path: string): void {
    this.#open("call", [
      ["tool", name],
      ["index", String(index + 1)],
    ]);
    const read = readArguments(given, childPointer(childPointer(childPointer(path, "tool_calls"), index), "arguments"));
    if (typeof read === "string") {
      this.#open("json", [["type", "object"]]);
      this.#text(read);
      this.#close("json");
    } else {
      for (const [key, value] of read) {
        this.#open("argument", [
          ["key", key],
          ["type", jsonTypeOf(value)],
        ]);
        this.#text(typeof value === "string" ? value : writeJson(value, SPACED));
        this.#close("argument");
      }
    }
    this.#close("call");
  }

  #result({ content }: Message, tool: string, index: number): void {
    this.#open("message", [
      ["role", "tool"],
      ["tool", tool],
      ["index", String(index)],
    ]);
    this.#content(content);
    this.#endMessage();
  }

  #content(parts: readonly ContentPart[]): void {
    let text = "";
    for (const part of parts) {
      if (part.type === "text") {
        text += part.text;
        continue;
      }
      this.#text(text);
      text = "";
      this.segments.push({ text: IMAGE_SLOT, special: true });
    }
    this.#text(text);
  }

  #open(element: K3Element, attributes: readonly (readonly [name: string, value: string])[] = []): void {
    this.#marker(K3_OPEN);
    this.#text(element);
    for (const [name, value] of attributes) {
      this.#text(` ${name}`);
      this.#text('="');
      this.#text(escapeK3Attribute(value));
      this.#text('"');
    }
    this.#marker(K3_SEP);
  }

  #close(element: K3Element): void {
    this.#marker(K3_CLOSE);
    this.#text(element);
    this.#marker(K3_SEP);
  }

  #endMessage(): void {
    this.#close("message");
    this.#marker(K3_END_OF_MESSAGE);
  }

  #marker(text: string): void {
    this.segments.push({ text, special: true });
  }

  #text(text: string): void {
    if (text !== "") this.segments.push({ text, special: false });
  }
}

function named({ name }: Message): [name: string, value: string][] {
  return name === undefined ? [] : [["name", name]];
}

/** The arguments by key, or a text that is no JSON as it is. */
function readArguments(given: Json | undefined, path: string): JsonObject | string {
  if (given === undefined || given === null) return new Map();
  if (isJsonObject(given)) return given;
  if (typeof given !== "string") fail("prompt-call", path, "arguments are an object or its JSON text", "give an object");
  if (given.trim() === "") return new Map();
  let value: Json;
  try {
    value = readJson(given);
  } catch (error) {
    // The model once wrote it so, and is shown what it wrote.
    if (error instanceof StructagError) return given;
    throw error;
  }
  if (!isJsonObject(value)) fail("prompt-call", path, "the arguments are JSON, but no object", "give an object");
  return value;
}

function schemaOf(format: JsonObject): string | undefined {
  const inner = format.get("json_schema");
  const schema = isJsonObject(inner) ? (inner.get("schema") ?? inner) : undefined;
  return schema === undefined ? undefined : writeJson(withSortedKeys(schema));
}

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}
