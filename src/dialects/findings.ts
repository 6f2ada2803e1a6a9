import type { Diagnostic, DiagnosticKind, Issue } from "../core/errors.ts";

/** Collects what one tool's argument grammar cannot hold exactly, and what makes it impossible. */
export class Findings {
  readonly diagnostics: Diagnostic[] = [];
  readonly issues: Issue[] = [];
  readonly #tool: string;
  readonly #parametersPath: string;
  readonly #seen = new Set<string>();

  constructor(tool: string, parametersPath: string) {
    this.#tool = tool;
    this.#parametersPath = parametersPath;
  }

  /** Notes a difference between schema and grammar; `path` points into the schema. */
  note(kind: DiagnosticKind, code: string, path: string, message: string): void {
    if (this.#isNew(`${code} ${path} ${message}`)) this.diagnostics.push({ kind, code, tool: this.#tool, path, message });
  }

  /** Notes an error; the grammar is not built. */
  error(code: string, path: string, message: string, hint?: string): void {
    if (!this.#isNew(`${code} ${path} ${message}`)) return;
    const issue = { code, path: this.#parametersPath + path, message: `tool ${JSON.stringify(this.#tool)}: ${message}` };
    this.issues.push(hint === undefined ? issue : { ...issue, hint });
  }

  #isNew(key: string): boolean {
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }
}
