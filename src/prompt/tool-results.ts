import { fail } from "../core/errors.ts";
import type { HistoryCall, Message } from "./messages.ts";

/** A tool's result with the name of its tool. */
export interface ToolResult {
  readonly message: Message;
  readonly tool: string;
}

/**
 * The results behind an assistant's message, in the order of its calls where each result's id is that of a call; else as they are. Tools are named by their calls, or by their messages.
 * @throws StructagError `prompt-tool-result` where a result says nowhere whose it is
 */
export function orderResults(results: readonly Message[], calls: readonly HistoryCall[]): ToolResult[] {
  const placeOf = ({ callId }: Message): number => (callId === undefined ? -1 : calls.findIndex(({ id }) => id === callId));
  if (results.every((result) => placeOf(result) >= 0)) {
    return results
      .map((message) => ({ message, place: placeOf(message) }))
      .sort((x, y) => x.place - y.place)
      .map(({ message, place }) => ({ message, tool: calls[place].name }));
  }
  return results.map((message, index) => {
    const tool = message.tool ?? message.name ?? calls[index]?.name;
    if (tool === undefined) {
      fail(
        "prompt-tool-result",
        message.path,
        "it is not said which tool's result this is",
        "give tool_call_id of a call before it, or name",
      );
    }
    return { message, tool };
  });
}
