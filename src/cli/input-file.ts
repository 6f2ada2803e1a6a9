import { isJsonArray, isJsonObject, type Json, readJson, StructagError } from "../index.ts";
import { movePaths } from "./paths.ts";
import type { Terminal } from "./terminal.ts";

/** JSON that a command line names. */
export interface InputFile {
  readonly json: Json;
  /** Prefix of error paths that point into it: `tools.json#/0/name`. */
  readonly path: string;
}

/**
 * Reads a JSON file, or standard input for `-`.
 * @throws StructagError `cli-input-unreadable`, `cli-input-not-utf8`, and the codes of reading JSON with the file in the path
 */
export async function readInputFile(path: string, terminal: Terminal): Promise<InputFile> {
  const prefix = `${path === "-" ? "stdin" : path}#`;
  const text = await terminal.read(path);
  return movePaths([["", prefix]], () => ({ json: readJson(text), path: prefix }));
}

/** A file of tools: a whole request body (or what wraps tools as one does), or the tools themselves. */
export interface ToolsFile extends InputFile {
  readonly kind: "body" | "tools";
}

/**
 * Reads a file of tools. The answer to MCP's `tools/list` has them in `result`.
 * @throws StructagError as {@link readInputFile}; `cli-input-tools` where the file holds neither a list nor an object
 */
export async function readToolsFile(file: string, terminal: Terminal): Promise<ToolsFile> {
  const { json, path } = await readInputFile(file, terminal);
  const result = isJsonObject(json) ? json.get("result") : undefined;
  if (isJsonObject(result) && isJsonArray(result.get("tools"))) return { kind: "body", json: result, path: `${path}/result` };
  if (isJsonArray(json)) return { kind: "tools", json, path };
  if (isJsonObject(json)) {
    const isBody = ["tools", "functions", "messages"].some((key) => isJsonArray(json.get(key)));
    return { kind: isBody ? "body" : "tools", json, path };
  }
  throw new StructagError({ code: "cli-input-tools", path, message: "a list of tools or a request body is expected here" });
}
