import { fail, StructagError } from "../core/errors.ts";
import { isJsonObject, toNative } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";
import { MarkerShield } from "./marker-shield.ts";
import type { Prompt } from "./prompt.ts";

/** A chat template that is ready to render: `new Template(source)` of `@huggingface/jinja`, or what acts like it. */
export interface ChatTemplate {
  render(context: Record<string, unknown>): string;
}

export interface TemplatePromptOptions {
  readonly template: ChatTemplate;
  /** The messages of a chat request, as plain data. */
  readonly messages: readonly unknown[];
  readonly tools?: readonly unknown[] | null;
  /** Texts that must not be forged: the special tokens of the tokenizer, and the family's other markers. */
  readonly markers: Iterable<string>;
  /** Default true. */
  readonly addGenerationPrompt?: boolean;
  /** More names for the template: `bos_token`, `enable_thinking`, … */
  readonly context?: Readonly<Record<string, unknown>>;
}

/**
 * A conversation rendered by a model's own chat template. Texts of messages, calls, results and tools that hold a marker, or could make one with their neighbours, are hidden from the template and put
 * back as ordinary text, escaped as the template escaped their places; all others go through it as they are. A template that looks into a hidden text (to split reasoning off it, say) does not see its markers.
 *
 * Arguments of calls that are JSON texts of objects become objects, which is what templates expect.
 * @throws StructagError `prompt-template` where the template fails, `prompt-template-mangled` where it changes a hidden text in an unknown way
 */
export function renderTemplatePrompt(options: TemplatePromptOptions): Prompt {
  const { template, tools, addGenerationPrompt = true, context = {} } = options;
  const shield = new MarkerShield(options.markers);
  const messages = options.messages.map((message) => shield.hide(withReadArguments(message)));
  const hiddenTools = tools === undefined || tools === null || tools.length === 0 ? undefined : tools.map((tool) => shield.hide(tool));
  let rendered: string;
  try {
    rendered = template.render({
      ...context,
      messages,
      add_generation_prompt: addGenerationPrompt,
      ...(hiddenTools === undefined ? {} : { tools: hiddenTools }),
    });
  } catch (error) {
    fail(
      "prompt-template",
      "",
      `the chat template failed: ${error instanceof Error ? error.message : String(error)}`,
      "correct the messages or the template",
    );
  }
  return { segments: shield.reveal(rendered), joinsText: true };
}

function withReadArguments(message: unknown): unknown {
  if (typeof message !== "object" || message === null || !("tool_calls" in message) || !Array.isArray(message.tool_calls)) return message;
  const calls = message.tool_calls.map((call: unknown) => {
    if (typeof call !== "object" || call === null || !("function" in call)) return call;
    const inner = call.function;
    if (typeof inner !== "object" || inner === null || !("arguments" in inner) || typeof inner.arguments !== "string") return call;
    const read = objectOrText(inner.arguments);
    return { ...call, function: { ...inner, arguments: read } };
  });
  return { ...message, tool_calls: calls };
}

function objectOrText(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    const value = readJson(text);
    return isJsonObject(value) ? toNative(value) : text;
  } catch (error) {
    // What a model wrote that is no JSON is shown as it wrote it.
    if (error instanceof StructagError) return text;
    throw error;
  }
}
