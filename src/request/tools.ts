import { type Issue, StructagError } from "../core/errors.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import { childPointer } from "../core/pointer.ts";
import { entriesOf, firstMember, isRecord, member, parseIfText, toJson } from "./read-input.ts";
import { unwrapSchema } from "./standard-schema.ts";

/** A function that the model may call. */
export interface FunctionTool {
  readonly kind: "function";
  readonly name: string;
  readonly description?: string;
  /** The declared schema of the arguments; `true` where the tool declares none and takes any arguments. */
  readonly parameters: Json;
  /** As declared; `undefined` where it is not. */
  readonly strict: boolean | undefined;
  /** Pointer to the tool, and to its schema, in the caller's input. */
  readonly path: string;
  readonly parametersPath: string;
}

/** A tool that the server provides (`web_search`, …): no family's grammar describes its arguments. */
export interface BuiltinTool {
  readonly kind: "builtin";
  readonly type: string;
  readonly name?: string;
  readonly path: string;
}

export type Tool = FunctionTool | BuiltinTool;

/** Spellings of the schema member: OpenAI, Anthropic, MCP and the AI SDK, Gemini. */
const SCHEMA_MEMBERS = ["parameters", "input_schema", "inputSchema", "parametersJsonSchema"] as const;

/**
 * Reads tools in every common shape: OpenAI Chat (`function`), OpenAI Responses (flat), Anthropic (`input_schema`), MCP (`inputSchema`, also
 * a whole `tools/list` result), AI SDK (list or record by name), Gemini (`functionDeclarations`); as plain JavaScript, {@link Json} or
 * JSON text. Order is kept. Schemas may be Standard JSON Schema objects (Zod 4, …). A schema that is missing, null or `{}` takes any arguments.
 * @throws StructagError `request-tools-shape`, `request-tool-shape`, `request-tool-name`, `request-tool-duplicate`,
 *   `request-schema-conversion`, and the codes of reading JSON
 */
export function readTools(input: unknown, path = "/tools"): readonly Tool[] {
  const issues: Issue[] = [];
  const tools: Tool[] = [];
  for (const [item, at, name] of listTools(parseIfText(input, path), path)) {
    try {
      tools.push(readTool(item, at, name));
    } catch (error) {
      if (!(error instanceof StructagError)) throw error;
      issues.push(...error.issues);
    }
  }
  const seen = new Map<string, string>();
  for (const tool of tools) {
    if (tool.kind !== "function") continue;
    const first = seen.get(tool.name);
    if (first === undefined) seen.set(tool.name, tool.path);
    else {
      issues.push({
        code: "request-tool-duplicate",
        path: tool.path,
        message: `two tools are named ${JSON.stringify(tool.name)}; the first is ${first}`,
        hint: "give each tool its own name",
      });
    }
  }
  if (issues.length > 0) throw new StructagError(issues);
  return tools;
}

type Item = readonly [item: unknown, path: string, name: string | undefined];

function listTools(input: unknown, path: string): Item[] {
  if (input === undefined || input === null) return [];
  if (Array.isArray(input)) return input.flatMap((item, index) => expand(item, childPointer(path, index)));
  if (!isRecord(input)) throw shapeError(path, "tools are a list or an object");
  const nested = member(input, "tools");
  if (Array.isArray(nested)) return listTools(nested, childPointer(path, "tools"));
  const declarations = declarationsOf(input, path);
  if (declarations !== undefined) return declarations;
  // The AI SDK's record form: the key is the name.
  return entriesOf(input).map(([name, item]) => [item, childPointer(path, name), name]);
}

/** One entry of a list; Gemini groups several functions in one. */
function expand(item: unknown, path: string): Item[] {
  return (isRecord(item) ? declarationsOf(item, path) : undefined) ?? [[item, path, undefined]];
}

function declarationsOf(item: object, path: string): Item[] | undefined {
  const found = firstMember(item, ["functionDeclarations", "function_declarations"]);
  if (found === undefined || !Array.isArray(found.value)) return undefined;
  const base = childPointer(path, found.key);
  return found.value.map((entry, index) => [entry, childPointer(base, index), undefined]);
}

function readTool(item: unknown, path: string, recordName: string | undefined): Tool {
  if (!isRecord(item)) throw shapeError(path, "a tool is an object", "request-tool-shape");
  const nested = member(item, "function");
  if (isRecord(nested)) return readFunction(nested, childPointer(path, "function"), path, member(nested, "name"), member(item, "strict"));
  const type = member(item, "type");
  const schema = firstMember(item, SCHEMA_MEMBERS);
  const name = member(item, "name") ?? recordName;
  const isFunction = type === "function" || schema !== undefined || (recordName !== undefined ? type === "dynamic" : false);
  if (isFunction || ((type === undefined || type === null) && name !== undefined)) {
    return readFunction(item, path, path, name, undefined);
  }
  if (typeof type === "string" && type !== "") {
    // The AI SDK writes provider tools as {type: "provider", id: "openai.web_search"}.
    const id = member(item, "id");
    const builtinType = type.startsWith("provider") && typeof id === "string" ? id : type;
    return { kind: "builtin", type: builtinType, ...(typeof name === "string" ? { name } : {}), path };
  }
  throw shapeError(path, "this is no tool in any known shape", "request-tool-shape");
}

function readFunction(definition: object, at: string, path: string, name: unknown, outerStrict: unknown): FunctionTool {
  if (typeof name !== "string" || name === "") {
    throw new StructagError({
      code: "request-tool-name",
      path: childPointer(at, "name"),
      message: name === "" ? "the tool's name is empty" : "the tool has no name",
    });
  }
  const strict = member(definition, "strict") ?? outerStrict;
  if (strict !== undefined && strict !== null && typeof strict !== "boolean") {
    throw new StructagError({
      code: "request-tool-shape",
      path: childPointer(at, "strict"),
      message: `tool ${JSON.stringify(name)}: strict is true or false`,
    });
  }
  const schema = firstMember(definition, SCHEMA_MEMBERS);
  const parametersPath = childPointer(at, schema?.key ?? "parameters");
  const description = member(definition, "description");
  return {
    kind: "function",
    name,
    ...(typeof description === "string" ? { description } : {}),
    parameters: readParameters(schema?.value, parametersPath, name),
    strict: strict ?? undefined,
    path,
    parametersPath,
  };
}

function readParameters(schema: unknown, path: string, name: string): Json {
  const unwrapped = unwrapSchema(schema, path);
  if (unwrapped === undefined || unwrapped === null) return true;
  if (typeof unwrapped === "boolean") return unwrapped;
  const json = isRecord(unwrapped) ? toJson(unwrapped, path) : undefined;
  if (!isJsonObject(json)) {
    throw new StructagError({
      code: "request-schema-invalid",
      path,
      message: `tool ${JSON.stringify(name)}: a schema is an object or a boolean`,
      ...(typeof unwrapped === "string" ? { hint: "parse the schema's JSON text first" } : {}),
    });
  }
  return json.size === 0 ? true : json;
}

function shapeError(path: string, message: string, code = "request-tools-shape"): StructagError {
  return new StructagError({
    code,
    path,
    message,
    hint: "accepted: OpenAI Chat, OpenAI Responses, Anthropic, MCP, AI SDK and Gemini tools",
  });
}
