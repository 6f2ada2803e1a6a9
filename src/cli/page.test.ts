import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runCommandLine } from "../../tests/support/run-command-line.ts";
import { COMMANDS } from "./commands.ts";

const page = readFileSync("docs/cli.md", "utf8");

it.each([["--help"], ...COMMANDS.map(({ name }) => ["help", name])])("docs/cli.md shows the help of %s %s", async (...args) => {
  const { out } = await runCommandLine(args);
  expect(page).toContain(`\`\`\`text\n${out}\`\`\``);
});
