import type { Command } from "./command.ts";

/** Every command, in the order of the help. A new one is a file in `commands/` and its line here. */
export const COMMANDS: readonly Command[] = [];
