import { toNative } from "../core/json.ts";
import { readTools } from "../request/tools.ts";

/** A tool in OpenAI's Chat shape, as chat templates take it. */
export interface ChatTool {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description?: string; readonly parameters: unknown };
}

/**
 * Tools in every shape that requests have, as chat templates take them. Tools that a server provides are left out.
 * @throws StructagError the codes of {@link readTools}
 */
export function chatTools(tools: unknown): ChatTool[] {
  if (tools === undefined || tools === null) return [];
  return readTools(tools).flatMap((tool) => {
    if (tool.kind !== "function") return [];
    const { name, description } = tool;
    const parameters = tool.parameters === true ? { type: "object", properties: {} } : toNative(tool.parameters);
    return [{ type: "function", function: { name, ...(description === undefined ? {} : { description }), parameters } }];
  });
}
