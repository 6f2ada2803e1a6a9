import { parseArgs } from "node:util";
import { StructagError } from "../index.ts";
import type { Command, Invocation, OptionSpec } from "./command.ts";
import { nearest } from "./nearest.ts";

type ParseOption = { type: "string" | "boolean"; short?: string; multiple?: boolean };

/**
 * Arguments by a command's table of options.
 * @throws StructagError `cli-usage-option`, `cli-usage-operand`
 */
export function parseArguments(command: Command, args: readonly string[]): Invocation {
  const specs = new Map(command.options.map((spec) => [spec.name, spec]));
  const table: Record<string, ParseOption> = {};
  for (const spec of command.options) {
    const type = spec.value === undefined ? "boolean" : "string";
    table[spec.name] = spec.short === undefined ? { type } : { type, short: spec.short };
    if (spec.negatable === true) table[`no-${spec.name}`] = { type: "boolean" };
  }
  const { tokens } = parseArgs({ args: [...args], options: table, strict: false, allowPositionals: true, tokens: true });
  const options = new Map<string, string | boolean>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const negated = !specs.has(token.name) && specs.get(token.name.slice(3))?.negatable === true && token.name.startsWith("no-");
    const name = negated ? token.name.slice(3) : token.name;
    const spec = specs.get(name);
    if (spec === undefined) throw unknownOption(command, token.rawName);
    if (options.has(name)) throw usage(`--${name} is given twice`, command);
    // In `--model --tools FILE` the value is missing; `--model=--tools` is how to mean it.
    const swallowed = token.inlineValue === false && token.value.startsWith("--");
    options.set(name, optionValue(command, spec, swallowed ? undefined : token.value, negated));
  }
  if (operands.length > 0 && command.operands === undefined) {
    throw usage(`"${operands[0]}" is no option, and ${command.name} takes no other arguments`, command, "cli-usage-operand");
  }
  return { options, operands };
}

function optionValue(command: Command, spec: OptionSpec, value: string | undefined, negated: boolean): string | boolean {
  if (spec.value === undefined) {
    if (value !== undefined) throw usage(`--${spec.name} takes no value`, command);
    return !negated;
  }
  if (value === undefined) throw usage(`--${spec.name} needs a value: ${spec.value}`, command);
  if (spec.choices === undefined) return value;
  // Documents spell the same words with underscores.
  const choice = spec.choices.find((word) => word === value || word === value.replaceAll("_", "-"));
  if (choice === undefined) throw usage(`--${spec.name} is one of ${spec.choices.join(", ")}, not "${value}"`, command);
  return choice;
}

function unknownOption(command: Command, rawName: string): StructagError {
  const names = command.options.flatMap(({ name, negatable }) => (negatable === true ? [`--${name}`, `--no-${name}`] : [`--${name}`]));
  const guess = nearest(rawName, names);
  return usage(`${command.name} has no option ${rawName}${guess === undefined ? "" : `; did you mean ${guess}?`}`, command);
}

/** More operands than a command takes. */
export function tooManyOperands(command: Command, message: string): StructagError {
  return usage(message, command, "cli-usage-operand");
}

function usage(message: string, command: Command, code: "cli-usage-option" | "cli-usage-operand" = "cli-usage-option"): StructagError {
  return new StructagError({ code, path: "", message, hint: `structag help ${command.name}` });
}
