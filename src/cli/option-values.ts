import { type ReasoningMode, StructagError } from "../index.ts";
import type { OptionValues } from "./command.ts";

/** Text of an option; undefined where it is not given. */
export function textOption(options: OptionValues, name: string): string | undefined {
  const value = options.get(name);
  return typeof value === "string" ? value : undefined;
}

/** A switch; undefined where it is not given. */
export function switchOption(options: OptionValues, name: string): boolean | undefined {
  const value = options.get(name);
  return typeof value === "boolean" ? value : undefined;
}

/**
 * A count of an option.
 * @throws StructagError `cli-usage-value`
 */
export function countOption(options: OptionValues, name: string): number | undefined {
  const text = textOption(options, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw badValue(name, `needs a whole number, not "${text}"`);
  return Number(text);
}

/**
 * Text of an option that must be given.
 * @throws StructagError `cli-usage-missing`
 */
export function requiredOption(options: OptionValues, name: string, hint: string): string {
  const text = textOption(options, name);
  if (text !== undefined) return text;
  throw new StructagError({ code: "cli-usage-missing", path: "", message: `--${name} is missing`, hint });
}

/** The mode of `--reasoning`. */
export function reasoningMode(options: OptionValues): ReasoningMode | undefined {
  switch (textOption(options, "reasoning")) {
    case "on":
      return "enabled";
    case "off":
      return "disabled";
    case "auto":
      return "auto";
    default:
      return undefined;
  }
}

export function badValue(name: string, what: string, hint?: string): StructagError {
  const issue = { code: "cli-usage-value", path: "", message: `--${name} ${what}` };
  return new StructagError(hint === undefined ? issue : { ...issue, hint });
}
