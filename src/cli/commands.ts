import type { Command } from "./command.ts";
import { buildCommand } from "./commands/build.ts";
import { checkCommand } from "./commands/check.ts";
import { maskCommand } from "./commands/mask.ts";
import { modelsCommand } from "./commands/models.ts";
import { outlineCommand } from "./commands/outline.ts";
import { parseCommand } from "./commands/parse.ts";
import { printCommand } from "./commands/print.ts";
import { sampleCommand } from "./commands/sample.ts";
import { schemaCommand } from "./commands/schema.ts";
import { serveCommand } from "./commands/serve.ts";

/** Every command, in the order of the help. A new one is a file in `commands/` and its line here. */
export const COMMANDS: readonly Command[] = [
  outlineCommand,
  buildCommand,
  printCommand,
  checkCommand,
  maskCommand,
  sampleCommand,
  schemaCommand,
  parseCommand,
  serveCommand,
  modelsCommand,
];
