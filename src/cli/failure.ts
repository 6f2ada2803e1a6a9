import { type Diagnostic, type Issue, type Problem, StructagError } from "../index.ts";
import type { Style } from "./terminal.ts";

/** An error as the lines of standard error: a line for each issue, its hint below. */
export function renderError(error: unknown, style: Style): string {
  if (error instanceof StructagError) return error.issues.map((issue) => renderIssue(issue, style)).join("");
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `${style.red("fault in structag")}: ${text}\n`;
}

function renderIssue({ code, path, message, hint }: Issue, style: Style): string {
  const where = path === "" ? "" : ` at ${shortened(path)}`;
  const advice = hint === undefined ? "" : `  ${style.dim("hint:")} ${hint}\n`;
  return `${style.red("error")} ${style.bold(code)}${where}: ${message}\n${advice}`;
}

/** A path of a depth error would fill the screen. */
function shortened(path: string): string {
  return path.length <= 200 ? path : `${path.slice(0, 80)}…${path.slice(-80)}`;
}

/** A diagnostic as one line. */
export function renderDiagnostic({ kind, code, tool, path, message }: Diagnostic, style: Style): string {
  const where = [tool === undefined ? "" : ` tool ${tool}`, path === "" ? "" : ` at ${path}`].join("");
  return `${style.yellow(kind)} ${style.bold(code)}${where}: ${message}\n`;
}

/** What a reader found wrong, as one line; `place` says in which call. */
export function renderProblem({ code, message, path = "" }: Problem, place: string, style: Style): string {
  const where = path === "" ? "" : ` at ${path}`;
  return `${style.yellow("problem")} ${style.bold(code)}${place === "" ? "" : ` in ${place}`}${where}: ${message}\n`;
}
