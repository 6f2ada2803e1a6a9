import { isJsonObject, type Json, toNative } from "../../src/core/json.ts";
import { kimiK3Reader } from "../../src/models/kimi-k3/reader.ts";
import { sequentialCallIds } from "../../src/read/call-ids.ts";
import type { ReaderOptions, StreamReader } from "../../src/read/reader.ts";
import type { ReaderTool } from "../../src/read/tool-checks.ts";
import { readTools } from "../../src/request/tools.ts";

/** What a case's prompt had opened already. */
export type Prefill = "none" | "think" | "response" | "start_assistant";

export type ReaderFactory = (prefill: Prefill) => StreamReader;

type FamilyReader = (options: ReaderOptions & { readonly prefill: Prefill }) => StreamReader;

/** The readers by the family names of the case files. */
const FAMILIES: ReadonlyMap<string, FamilyReader> = new Map<string, FamilyReader>([
  ["kimi_k3", ({ prefill, ...options }) => kimiK3Reader({ ...options, promptOpens: prefill === "start_assistant" ? "none" : prefill })],
]);

export function hasReader(family: string): boolean {
  return FAMILIES.has(family);
}

/** Makes a fresh reader of the family for each stream; `tools` are OpenAI tool objects. */
export function readerFactory(family: string, tools: Json | undefined): ReaderFactory {
  const create = FAMILIES.get(family);
  if (create === undefined) throw new Error(`no reader for the family ${family}`);
  const readerTools: ReaderTool[] | undefined = tools === undefined ? undefined : functionTools(tools);
  return (prefill) => create({ prefill, callIds: sequentialCallIds(), ...(readerTools === undefined ? {} : { tools: readerTools }) });
}

function functionTools(tools: Json): ReaderTool[] {
  // `readTools` takes Json as well, but rows are what a caller's JSON.parse would give, except for numbers.
  return readTools(isJsonObject(tools) ? toNative(tools) : tools).flatMap((tool) => (tool.kind === "function" ? [tool] : []));
}
