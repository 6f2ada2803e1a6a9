import { StructagError } from "../index.ts";

/** What the process tells its caller. */
export const EXIT = { ok: 0, refused: 1, usage: 2, input: 3, internal: 4 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_MEANINGS: readonly (readonly [code: ExitCode, meaning: string])[] = [
  [EXIT.ok, "done"],
  [EXIT.refused, "refused: the request, schema or output breaks a rule (or a diagnostic under --strict-diagnostics)"],
  [EXIT.usage, "usage: unknown command or option, or a value that an option does not take"],
  [EXIT.input, "input: a file can't be read or is no JSON"],
  [EXIT.internal, "a fault in structag itself"],
];

/** The exit code of a failure: by the room that its code names. */
export function exitCodeOf(error: unknown): ExitCode {
  if (!(error instanceof StructagError)) return EXIT.internal;
  if (error.code.startsWith("cli-usage-")) return EXIT.usage;
  if (error.code.startsWith("cli-input-") || error.code.startsWith("json-")) return EXIT.input;
  return EXIT.refused;
}
