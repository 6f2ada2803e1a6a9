import { isJsonObject, type Json, toNative } from "../../src/core/json.ts";
import type { Family } from "../../src/models/family.ts";
import { FAMILIES } from "../../src/models/registry.ts";
import { sequentialCallIds } from "../../src/read/call-ids.ts";
import type { StreamReader } from "../../src/read/reader.ts";
import type { ReaderTool } from "../../src/read/tool-checks.ts";
import { readTools } from "../../src/request/tools.ts";

/** What a case's prompt had opened already. */
export type Prefill = "none" | "think" | "response" | "start_assistant";

export type ReaderFactory = (prefill: Prefill) => StreamReader;

/** The family by its name in case files, which have underscores; `undefined` where there is none yet. */
function familyNamed(name: string): Family | undefined {
  return FAMILIES.find((family) => family.id === name.replaceAll("_", "-"));
}

export function hasReader(family: string): boolean {
  return familyNamed(family) !== undefined;
}

/** Makes a fresh reader of the family for each stream; `tools` are OpenAI tool objects. */
export function readerFactory(name: string, tools: Json | undefined): ReaderFactory {
  const family = familyNamed(name);
  if (family === undefined) throw new Error(`no reader for the family ${name}`);
  const readerTools = tools === undefined ? {} : { tools: functionTools(tools) };
  return (prefill) =>
    family.reader({ callIds: sequentialCallIds(), promptOpens: prefill === "start_assistant" ? "none" : prefill, ...readerTools });
}

function functionTools(tools: Json): ReaderTool[] {
  // `readTools` takes Json as well, but rows are what a caller's JSON.parse would give, except for numbers.
  return readTools(isJsonObject(tools) ? toNative(tools) : tools).flatMap((tool) => (tool.kind === "function" ? [tool] : []));
}
