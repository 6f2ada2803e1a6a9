/**
 * One thing that is wrong with an input. `code` is stable and listed in `docs/errors.md`; `path` is an RFC 6901 JSON
 * pointer into the input that the caller gave; `message` says what is wrong and `hint` what to do about it.
 */
export interface Issue {
  readonly code: string;
  readonly path: string;
  readonly message: string;
  readonly hint?: string;
}

/**
 * The only error class that structag throws. `code` is the code of the first issue, so that a caller can switch on it;
 * `issues` holds every finding, in the order of the input.
 */
export class StructagError extends Error {
  override readonly name = "StructagError";
  readonly code: string;
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[] | Issue, options?: { cause?: unknown }) {
    const list: readonly Issue[] = Array.isArray(issues) ? issues : [issues as Issue];
    if (list.length === 0) throw new TypeError("StructagError needs at least one issue");
    super(list.map(formatIssue).join("\n"), options);
    this.code = list[0].code;
    this.issues = list;
  }
}

/** An issue on one line: `code at /path: message (hint)`. */
export function formatIssue(issue: Issue): string {
  const where = issue.path === "" ? "" : ` at ${issue.path}`;
  const hint = issue.hint === undefined ? "" : ` (${issue.hint})`;
  return `${issue.code}${where}: ${issue.message}${hint}`;
}

/** Throws a {@link StructagError} with a single issue. */
export function fail(code: string, path: string, message: string, hint?: string): never {
  throw new StructagError(hint === undefined ? { code, path, message } : { code, path, message, hint });
}

/**
 * What happened to a constraint that the output grammar does not hold exactly.
 * - `loosened`: a weaker constraint is enforced in its place.
 * - `dropped`: a possible value or member was left out, so the grammar is narrower than the schema.
 * - `unrepresentable`: the wire syntax cannot write it.
 * - `unenforced`: an annotation by the standard (unknown formats, content keywords): no constraint was asked for.
 */
export type DiagnosticKind = "loosened" | "dropped" | "unrepresentable" | "unenforced";

/** A finding that is no error: the grammar was built, and this says where it differs from what the schema says. */
export interface Diagnostic {
  readonly kind: DiagnosticKind;
  readonly code: string;
  /** The tool's name, where the finding is about a tool. */
  readonly tool?: string;
  /** JSON pointer into the tool's parameters schema (or into the schema at hand). */
  readonly path: string;
  readonly message: string;
}

/** Outcome of the `safe…` twin of a function that throws. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: StructagError };

/** Runs `body` and turns a {@link StructagError} into a result; every other exception is passed on. */
export function toResult<T>(body: () => T): Result<T> {
  try {
    return { ok: true, value: body() };
  } catch (error) {
    if (error instanceof StructagError) return { ok: false, error };
    throw error;
  }
}
