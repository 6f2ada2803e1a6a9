import { fail } from "../core/errors.ts";
import { childPointer } from "../core/pointer.ts";
import { isRecord, member, parseIfText } from "./read-input.ts";

/** A tool choice in one form. */
export type ToolChoice =
  | { readonly kind: "none" | "auto" | "required" }
  | { readonly kind: "named"; readonly name: string }
  | { readonly kind: "builtin"; readonly type: string; readonly name?: string }
  | { readonly kind: "allowed"; readonly mode: "auto" | "required"; readonly tools: readonly ToolReference[] };

export type ToolReference = { readonly kind: "function"; readonly name: string } | { readonly kind: "builtin"; readonly type: string };

export interface ReadToolChoice {
  readonly choice: ToolChoice;
  /** From Anthropic's `disable_parallel_tool_use`; `undefined` where the choice does not say. */
  readonly parallelToolCalls: boolean | undefined;
}

const WORDS: ReadonlyMap<string, "none" | "auto" | "required"> = new Map([
  ["none", "none"],
  ["auto", "auto"],
  ["required", "required"],
  ["any", "required"],
] as const);

const SPELLINGS =
  'accepted: "none", "auto", "required", "any", {type: "function", function: {name}}, {type: "tool", name}, {type: "allowed_tools", …}';

/**
 * Reads a tool choice in the spellings of OpenAI (Chat and Responses), Anthropic and the AI SDK. Absent = auto.
 * @throws StructagError `request-tool-choice`, `request-allowed-tools`
 */
export function readToolChoice(input: unknown, path = "/toolChoice"): ReadToolChoice {
  if (input === undefined || input === null) return { choice: { kind: "auto" }, parallelToolCalls: undefined };
  if (typeof input === "string") {
    const word = WORDS.get(input);
    if (word !== undefined) return { choice: { kind: word }, parallelToolCalls: undefined };
    if (!input.trimStart().startsWith("{"))
      return fail("request-tool-choice", path, `unknown tool choice ${JSON.stringify(input)}`, SPELLINGS);
  }
  const value = parseIfText(input, path);
  if (!isRecord(value)) return fail("request-tool-choice", path, "a tool choice is a string or an object", SPELLINGS);
  const disabled = member(value, "disable_parallel_tool_use");
  if (disabled !== undefined && disabled !== null && typeof disabled !== "boolean") {
    return fail("request-tool-choice", childPointer(path, "disable_parallel_tool_use"), "disable_parallel_tool_use is true or false");
  }
  return { choice: readChoiceObject(value, path), parallelToolCalls: typeof disabled === "boolean" ? !disabled : undefined };
}

function readChoiceObject(value: object, path: string): ToolChoice {
  const type = member(value, "type");
  const nested = member(value, "function");
  if (type === "function" || type === "tool" || (type === undefined && isRecord(nested))) {
    const name = (isRecord(nested) ? member(nested, "name") : undefined) ?? member(value, "name") ?? member(value, "toolName");
    if (typeof name !== "string" || name === "") return fail("request-tool-choice", path, "the choice names no tool", SPELLINGS);
    return { kind: "named", name };
  }
  if (typeof type !== "string" || type === "") return fail("request-tool-choice", path, "a tool choice object has a type", SPELLINGS);
  if (type === "allowed_tools") return readAllowed(value, path);
  const word = WORDS.get(type);
  if (word !== undefined) return { kind: word };
  const name = member(value, "name");
  return { kind: "builtin", type, ...(typeof name === "string" ? { name } : {}) };
}

function readAllowed(value: object, path: string): ToolChoice {
  const inner = member(value, "allowed_tools");
  const [source, base] = isRecord(inner) ? [inner, childPointer(path, "allowed_tools")] : [value, path];
  const mode = member(source, "mode");
  if (mode !== "auto" && mode !== "required") {
    const shown = mode === undefined ? "it is missing" : `it is ${JSON.stringify(mode)}`;
    return fail("request-allowed-tools", childPointer(base, "mode"), `the mode of allowed tools is "auto" or "required"; ${shown}`);
  }
  const tools = member(source, "tools");
  if (!Array.isArray(tools)) return fail("request-allowed-tools", childPointer(base, "tools"), "allowed tools need a list of tools");
  const references = tools.flatMap((item: unknown, index): ToolReference[] => {
    const at = childPointer(childPointer(base, "tools"), index);
    if (!isRecord(item)) return fail("request-allowed-tools", at, "a reference to a tool is an object with a type and a name");
    const type = member(item, "type");
    if (type !== undefined && typeof type !== "string")
      return fail("request-allowed-tools", childPointer(at, "type"), "the type is a string");
    if (type !== undefined && type !== "function") return [{ kind: "builtin", type }];
    const nested = member(item, "function");
    const name = (isRecord(nested) ? member(nested, "name") : undefined) ?? member(item, "name");
    if (typeof name !== "string" || name === "") return fail("request-allowed-tools", at, "a reference to a function needs its name");
    return [{ kind: "function", name }];
  });
  return { kind: "allowed", mode, tools: references };
}
