import { StructagError } from "../index.ts";
import { parseArguments } from "./arguments.ts";
import type { Command, OptionSpec } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-code.ts";
import { renderError } from "./failure.ts";
import { commandHelp, programHelp } from "./help.ts";
import { nearest } from "./nearest.ts";
import { ReaderGone, type Terminal } from "./terminal.ts";

const HELP: OptionSpec = { name: "help", short: "h", description: "this help" };

/** Runs one command line. Failures become lines of standard error and an exit code. */
export async function run(args: readonly string[], terminal: Terminal, version: string): Promise<ExitCode> {
  try {
    return await dispatch(args, terminal, version);
  } catch (error) {
    if (error instanceof ReaderGone) return EXIT.ok;
    terminal.err(renderError(error, terminal.errStyle));
    return exitCodeOf(error);
  }
}

async function dispatch(args: readonly string[], terminal: Terminal, version: string): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined) {
    terminal.err(programHelp(COMMANDS, terminal.errStyle));
    return EXIT.usage;
  }
  if (name === "--version" || name === "-V") {
    terminal.out(`${version}\n`);
    return EXIT.ok;
  }
  if (name === "--help" || name === "-h" || (name === "help" && rest.length === 0)) {
    terminal.out(programHelp(COMMANDS, terminal.outStyle));
    return EXIT.ok;
  }
  const command = withHelp(findCommand(name === "help" ? rest[0] : name));
  if (name === "help" || asksForHelp(rest)) {
    terminal.out(commandHelp(command, terminal.outStyle));
    return EXIT.ok;
  }
  return command.run(parseArguments(command, rest), terminal);
}

/** Help is given even where other options are wrong. What follows `--` is no option. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === "--help" || arg === "-h");
}

function withHelp(command: Command): Command {
  return { ...command, options: [...command.options, HELP] };
}

function findCommand(name: string): Command {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const guess = nearest(
    name,
    COMMANDS.map((candidate) => candidate.name),
  );
  const message = `there is no command "${name}"${guess === undefined ? "" : `; did you mean ${guess}?`}`;
  throw new StructagError({ code: "cli-usage-command", path: "", message, hint: "structag --help lists the commands" });
}
