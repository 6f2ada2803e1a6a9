import { readFileSync } from "node:fs";
import type { ExitCode } from "../../src/cli/exit-code.ts";
import { run } from "../../src/cli/run.ts";
import { createStyle } from "../../src/cli/terminal.ts";
import { StructagError } from "../../src/index.ts";

export interface CommandResult {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

export interface CommandInput {
  /** What stands in for standard input, in the pieces in which it arrives. */
  readonly stdin?: string | readonly string[];
  /** Files by path; others are read from the disk. */
  readonly files?: Readonly<Record<string, string>>;
  readonly colored?: boolean;
  readonly interactive?: boolean;
}

/** Runs a command line in this process. */
export async function runCommandLine(args: readonly string[], input: CommandInput = {}): Promise<CommandResult> {
  let out = "";
  let err = "";
  const pieces = (path: string): readonly string[] => {
    if (path === "-") return typeof input.stdin === "string" ? [input.stdin] : (input.stdin ?? []);
    const text = input.files?.[path];
    if (text !== undefined) return [text];
    try {
      return [readFileSync(path, "utf8")];
    } catch (cause) {
      throw new StructagError({ code: "cli-input-unreadable", path: "", message: `can't read ${path}` }, { cause });
    }
  };
  const code = await run(
    args,
    {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      read: async (path) => pieces(path).join(""),
      readBytes: async (path) =>
        input.files?.[path] === undefined && path !== "-" ? readFileSync(path) : new TextEncoder().encode(pieces(path).join("")),
      readChunks: async function* (path) {
        yield* pieces(path);
      },
      outStyle: createStyle(input.colored ?? false),
      errStyle: createStyle(input.colored ?? false),
      interactive: input.interactive ?? false,
    },
    "1.2.3",
  );
  return { code, out, err };
}
