import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { isJsonArray, isJsonObject, type Json, JsonNumber, type JsonObject } from "../../src/core/json.ts";
import { readJson } from "../../src/core/json-read.ts";
import type { WritableCall } from "../../src/models/family.ts";

/** A row of a file of tool lists. */
export interface Row {
  readonly id: string;
  /** A list of tools in any shape that requests have. */
  readonly tools: Json;
  /** What a model should call; empty where the file says nothing. */
  readonly calls: readonly WritableCall[];
  /** The schema, where the row is a schema that became the parameters of one tool. */
  readonly schema: Json | undefined;
}

/** The rows of JSON lines, plain or gzipped, and where a line was none. */
export function readRows(file: string): { readonly rows: readonly Row[]; readonly unreadable: readonly string[] } {
  const bytes = readFileSync(file);
  const text = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes).toString("utf8") : bytes.toString("utf8");
  const rows: Row[] = [];
  const unreadable: string[] = [];
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return;
    const row = readRow(readJson(line), `line ${index + 1}`);
    if (row === undefined) unreadable.push(`line ${index + 1}`);
    else rows.push(row);
  });
  return { rows, unreadable };
}

function readRow(row: Json, line: string): Row | undefined {
  if (!isJsonObject(row)) return undefined;
  const tools = row.get("tools");
  if (tools !== undefined) return { id: spelled(row.get("id")) ?? line, tools, calls: readCalls(row.get("calls")), schema: undefined };
  const schema = row.get("schema");
  if (schema === undefined) return undefined;
  const id = spelled(row.get("id")) ?? [row.get("suite"), row.get("line")].map((part) => spelled(part) ?? "?").join(":");
  const tool: JsonObject = new Map<string, Json>([
    ["name", "tool"],
    ["parameters", schema],
  ]);
  return { id, tools: [tool], calls: [], schema };
}

function readCalls(calls: Json | undefined): WritableCall[] {
  if (!isJsonArray(calls)) return [];
  return calls.filter(isJsonObject).flatMap((call) => {
    const name = call.get("name");
    const values = call.get("arguments");
    return typeof name === "string" && isJsonObject(values) ? [{ name, arguments: values }] : [];
  });
}

function spelled(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : value instanceof JsonNumber ? value.text : undefined;
}

/** The names of the tools that are functions. */
export function namesOf(tools: Json): string[] {
  if (!isJsonArray(tools)) return [];
  return tools.flatMap((tool) => {
    if (!isJsonObject(tool)) return [];
    const inner = tool.get("function");
    return spelled(isJsonObject(inner) ? inner.get("name") : tool.get("name")) ?? [];
  });
}
