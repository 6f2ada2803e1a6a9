import type { ExitCode } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

/** One option of a command. */
export interface OptionSpec {
  readonly name: string;
  readonly short?: string;
  /** Name of its value in the help; a switch has none. */
  readonly value?: string;
  /** The switch can be turned off with `--no-NAME`. */
  readonly negatable?: boolean;
  /** The values it takes, where they are few. */
  readonly choices?: readonly string[];
  readonly description: string;
}

/** Options as they were given: text for an option with a value, true or false for a switch. */
export type OptionValues = ReadonlyMap<string, string | boolean>;

export interface Invocation {
  readonly options: OptionValues;
  /** Arguments that are no options. */
  readonly operands: readonly string[];
}

/** One command: its help and what it does. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Operands as the usage line shows them, such as `[FILE]`; none where absent. */
  readonly operands?: string;
  readonly options: readonly OptionSpec[];
  /** Paragraphs of the help. */
  readonly description: readonly string[];
  readonly examples: readonly (readonly [what: string, commandLine: string])[];
  readonly run: (invocation: Invocation, terminal: Terminal) => Promise<ExitCode>;
}
