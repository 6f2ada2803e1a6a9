import { isJsonArray, isJsonObject, type Json, readJson, StructagError } from "../index.ts";
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
  try {
    return { json: readJson(text), path: prefix };
  } catch (error) {
    if (!(error instanceof StructagError)) throw error;
    throw new StructagError(
      error.issues.map((issue) => ({ ...issue, path: prefix + issue.path })),
      { cause: error },
    );
  }
}

/** The part of a file that is a request body or holds tools: an answer to MCP's `tools/list` has it in `result`. */
export function unwrapResult({ json, path }: InputFile): InputFile {
  const result = isJsonObject(json) ? json.get("result") : undefined;
  return isJsonObject(result) && isJsonArray(result.get("tools")) ? { json: result, path: `${path}/result` } : { json, path };
}

/** True for a request body, or an object that wraps a list of tools as one does. */
export function isRequestBody(json: Json): boolean {
  return isJsonObject(json) && ["tools", "functions", "messages"].some((key) => isJsonArray(json.get(key)));
}
