import { type Family, genericFamily, resolveFamily } from "../index.ts";
import { readInputFile } from "./input-file.ts";
import { movePaths } from "./paths.ts";
import type { Terminal } from "./terminal.ts";

/**
 * The family that a command line names: by a family's id, by a model id, or by a JSON file that describes one.
 * @throws StructagError `model-unknown`, `family-description`, and the codes of reading a file
 */
export async function readFamily(model: string, terminal: Terminal, place = "--model"): Promise<Family> {
  if (!model.toLowerCase().endsWith(".json")) return movePaths([["/model", place]], () => resolveFamily(model));
  const { json, path } = await readInputFile(model, terminal);
  return movePaths([["", path]], () => genericFamily(json));
}
