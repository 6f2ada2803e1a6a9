import type { Command, OptionSpec } from "./command.ts";
import { EXIT_MEANINGS } from "./exit-code.ts";
import type { Style } from "./terminal.ts";

/** Help of the program: its commands. */
export function programHelp(commands: readonly Command[], style: Style): string {
  return lines([
    "Structural tags for tool calls: build, show and ship the output grammar of a tool-calling model, and read its output.",
    "",
    `${style.bold("Usage:")} structag COMMAND [options]`,
    "",
    style.bold("Commands:"),
    ...columns(commands.map(({ name, summary }) => [style.cyan(name), summary])),
    "",
    style.bold("Options:"),
    ...columns([
      ["-h, --help", "help of structag or of a command"],
      ["-V, --version", "the version"],
    ]),
    "",
    style.bold("Exit codes:"),
    ...columns(EXIT_MEANINGS.map(([code, meaning]) => [String(code), meaning])),
    "",
    "structag help COMMAND tells more about a command.",
  ]);
}

/** Help of one command. */
export function commandHelp(command: Command, style: Style): string {
  return lines([
    `${style.bold("Usage:")} ${usageLine(command)}`,
    "",
    ...command.description.flatMap((paragraph) => [paragraph, ""]),
    style.bold("Options:"),
    ...columns(command.options.map((spec) => [optionLabel(spec), optionText(spec)])),
    "",
    style.bold("Examples:"),
    ...command.examples.flatMap(([what, commandLine]) => [`  ${style.dim(`# ${what}`)}`, `  ${commandLine}`]),
  ]);
}

function usageLine({ name, operands }: Command): string {
  return `structag ${name} [options]${operands === undefined ? "" : ` ${operands}`}`;
}

function optionLabel({ name, short, value, negatable }: OptionSpec): string {
  const long = negatable === true ? `--${name}, --no-${name}` : `--${name}`;
  return `${short === undefined ? "" : `-${short}, `}${long}${value === undefined ? "" : ` ${value}`}`;
}

function optionText({ description, choices }: OptionSpec): string {
  return choices === undefined ? description : `${description}: ${choices.join(", ")}`;
}

/** Two columns; the second starts below where the first is too wide. */
export function columns(rows: readonly (readonly [string, string])[], widest = 34): string[] {
  const width = Math.min(widest, Math.max(...rows.map(([left]) => visibleLength(left))));
  return rows.flatMap(([left, right]) => {
    const gap = width - visibleLength(left);
    return gap < 0 ? [`  ${left}`, `  ${" ".repeat(width)}  ${right}`] : [`  ${left}${" ".repeat(gap)}  ${right}`];
  });
}

function visibleLength(text: string): number {
  return text.replace(/\u001b\[\d+m/g, "").length;
}

function lines(all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}
