import { type Json, writeJson } from "../index.ts";
import type { OptionSpec, OptionValues } from "./command.ts";
import { badValue, switchOption } from "./option-values.ts";
import type { Terminal } from "./terminal.ts";

/** How JSON is laid out. */
export const JSON_OPTIONS: readonly OptionSpec[] = [
  { name: "json", description: "JSON on one line" },
  { name: "pretty", description: "JSON over several lines (default on a terminal)" },
];

/** The same for a command that writes text otherwise. */
export const JSON_INSTEAD_OPTIONS: readonly OptionSpec[] = [
  { name: "json", description: "JSON instead of text, a document a line" },
  { name: "pretty", description: "JSON instead of text, over several lines" },
];

/** True where JSON is asked for. */
export function wantsJson(options: OptionValues): boolean {
  return switchOption(options, "json") === true || switchOption(options, "pretty") === true;
}

/** Writes JSON documents, one a line unless they are laid out. */
export type JsonPrinter = (value: Json) => void;

/**
 * @throws StructagError `cli-usage-value` where both layouts are asked for
 */
export function jsonPrinter(options: OptionValues, terminal: Terminal): JsonPrinter {
  const oneLine = switchOption(options, "json") ?? false;
  const pretty = switchOption(options, "pretty") ?? false;
  if (oneLine && pretty) throw badValue("json", "and --pretty exclude each other");
  const indent = pretty || (!oneLine && terminal.interactive) ? 2 : 0;
  return (value) => terminal.out(`${writeJson(value, { indent })}\n`);
}
