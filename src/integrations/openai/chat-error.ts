import { StructagError } from "../../core/errors.ts";
import type { ChatError } from "./types.ts";

/** Characters of a place that are shown; places of nesting errors have thousands. */
const LONGEST_PATH = 200;

/**
 * An error in the shape of OpenAI's API. A `StructagError` says what was wrong with the request: `param` is the place of its first issue, `code` its code, the message holds
 * all issues. Every other error is told as a fault of the server, without its message.
 */
export function chatError(error: unknown, type = "invalid_request_error"): ChatError {
  if (!(error instanceof StructagError)) {
    return { error: { message: "the server failed", type: "server_error", param: null, code: "internal-error" } };
  }
  const short = (path: string): string => (path.length <= LONGEST_PATH ? path : `${path.slice(0, LONGEST_PATH)}…`);
  const shown = error.issues.slice(0, 20).map(({ message, hint, path }) => {
    const where = path === "" ? "" : ` at ${short(path)}`;
    return `${message}${where}${hint === undefined ? "" : ` (${hint})`}`;
  });
  if (error.issues.length > shown.length) shown.push(`and ${error.issues.length - shown.length} more`);
  const [{ path, code }] = error.issues;
  return { error: { message: shown.join("\n"), type, param: path === "" ? null : short(path), code } };
}
