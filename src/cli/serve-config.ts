import { isJsonObject, JsonNumber } from "../index.ts";
import { parseArguments } from "./arguments.ts";
import type { Command, OptionValues } from "./command.ts";
import { readInputFile } from "./input-file.ts";
import { badValue, textOption } from "./option-values.ts";
import type { Terminal } from "./terminal.ts";

/** Options that the environment may hold: secrets, and what differs from machine to machine. */
const ENVIRONMENT: readonly (readonly [variable: string, option: string])[] = [
  ["STRUCTAG_UPSTREAM", "upstream"],
  ["STRUCTAG_UPSTREAM_KEY", "upstream-key"],
  ["STRUCTAG_API_KEY", "api-key"],
];

/**
 * Options of the command line, then of the environment, then of the file that `--config` names. All are checked alike.
 * @throws StructagError `cli-usage-…`, `cli-input-…`
 */
export async function withConfigFile(
  command: Command,
  given: OptionValues,
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<OptionValues> {
  const merged = new Map<string, string | boolean>();
  const file = textOption(given, "config");
  if (file !== undefined) {
    const { json } = await readInputFile(file, terminal);
    if (!isJsonObject(json)) throw badValue("config", "names a file that holds no object");
    const args = [...json].map(([name, value]): string => {
      if (typeof value === "string" || value instanceof JsonNumber) return `--${name}=${typeof value === "string" ? value : value.text}`;
      if (typeof value === "boolean") return value ? `--${name}` : `--no-${name}`;
      throw badValue("config", `names a file whose "${name}" is no text, number or boolean`);
    });
    for (const [name, value] of parseArguments(command, args).options) merged.set(name, value);
  }
  for (const [variable, option] of ENVIRONMENT) {
    const value = environment[variable];
    if (value !== undefined && value !== "") merged.set(option, value);
  }
  for (const [name, value] of given) merged.set(name, value);
  return merged;
}
