import type { Command } from "./command.ts";
import { buildCommand } from "./commands/build.ts";
import { modelsCommand } from "./commands/models.ts";
import { outlineCommand } from "./commands/outline.ts";
import { parseCommand } from "./commands/parse.ts";

/** Every command, in the order of the help. A new one is a file in `commands/` and its line here. */
export const COMMANDS: readonly Command[] = [outlineCommand, buildCommand, parseCommand, modelsCommand];
