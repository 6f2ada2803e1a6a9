import { STRICT_LEVELS } from "../index.ts";
import type { OptionSpec } from "./command.ts";

/** Which model writes. */
export const MODEL_OPTION: OptionSpec = {
  name: "model",
  short: "m",
  value: "FAMILY",
  description: "model family, model id (see structag models), or a JSON file that describes a family",
};

/** Where the output begins. */
export const PROMPT_OPENS_OPTION: OptionSpec = {
  name: "prompt-opens",
  value: "CHANNEL",
  choices: ["think", "response", "none"],
  description: "the channel that the prompt left open (default: as the family's own prompt does)",
};

/** Whether the model reasons; it also says how the family's own prompt ends. */
export const REASONING_OPTION: OptionSpec = {
  name: "reasoning",
  value: "MODE",
  choices: ["off", "on", "auto"],
  description: "whether the model reasons first",
};

/** The options that describe a request; `outline` and `build` share them. */
export const REQUEST_OPTIONS: readonly OptionSpec[] = [
  MODEL_OPTION,
  {
    name: "tools",
    short: "t",
    value: "FILE",
    description: "JSON file with tools in any common shape, or a whole request body; - is standard input",
  },
  {
    name: "tool-choice",
    value: "LIST",
    description: "auto, required, none, named:NAME; several with commas give several grammars (default: the body's, else auto)",
  },
  { name: "parallel", negatable: true, description: "whether several calls may follow each other (default: the body's, else yes)" },
  REASONING_OPTION,
  { name: "reasoning-max-tokens", value: "N", description: "most tokens of the reasoning" },
  {
    name: "coverage",
    value: "WHICH",
    choices: ["final-output-only", "from-token-zero"],
    description: "which part of the output the grammar holds",
  },
  { name: "shape", value: "SHAPE", choices: ["structag", "xgrammar"], description: "xgrammar: exactly the tag of XGrammar's own builder" },
  PROMPT_OPENS_OPTION,
  { name: "response-format", value: "FILE", description: "JSON file with an OpenAI response_format for the answer; - is standard input" },
  {
    name: "strict-level",
    value: "LEVEL",
    choices: STRICT_LEVELS,
    description: "how far schemas are enforced",
  },
  { name: "any-order", description: "arguments in any order (default: the order of the schema)" },
  { name: "strict-diagnostics", description: "fail where the grammar differs from what was asked for" },
];
