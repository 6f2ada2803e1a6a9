import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../tests/support/run-command-line.ts";
import { COMMANDS } from "./commands.ts";

const TOOLS = "examples/tools.json";

describe("structag", () => {
  it("tells its version", async () => {
    expect(await runCommandLine(["--version"])).toEqual({ code: 0, out: "1.2.3\n", err: "" });
  });

  it("gives help on standard output where it is asked for, and on standard error where it is needed", async () => {
    const asked = await runCommandLine(["--help"]);
    expect(asked.code).toBe(0);
    for (const { name } of COMMANDS) expect(asked.out).toContain(`\n  ${name} `);
    expect(asked.out).toContain("Exit codes:");
    expect(await runCommandLine([])).toEqual({ code: 2, out: "", err: asked.out });
    expect((await runCommandLine(["help"])).out).toBe(asked.out);
  });

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    "explains %s with all its options and runnable examples",
    async (name, command) => {
      const { code, out } = await runCommandLine(["help", name]);
      expect(code).toBe(0);
      expect((await runCommandLine([name, "--nonsense", "--help"])).out).toBe(out);
      for (const option of command.options) expect(out).toContain(`--${option.name}`);
      expect(command.examples.length).toBeGreaterThan(0);
      for (const [, line] of command.examples) {
        const given = [...line.matchAll(/ --([a-z-]+)/g)].map((match) => match[1].replace(/^no-/, ""));
        for (const option of given) expect(command.options.map((spec) => spec.name)).toContain(option);
      }
    },
  );

  it.each([
    [["outlin"], "cli-usage-command", "did you mean outline?"],
    [["outline", "--modle", "kimi-k3"], "cli-usage-option", "did you mean --model?"],
    [["outline", "--model"], "cli-usage-option", "needs a value"],
    [["outline", "--model", "--tools", TOOLS], "cli-usage-option", "--model needs a value"],
    [["parse", "-m", "kimi-k3", "a", "b"], "cli-usage-operand", "one FILE"],
    [["outline", "--model", "kimi-k3", "--model", "kimi-k3"], "cli-usage-option", "given twice"],
    [["outline", "--any-order=yes"], "cli-usage-option", "takes no value"],
    [["outline", "--reasoning", "maybe"], "cli-usage-option", "off, on, auto"],
    [["outline", "tools.json"], "cli-usage-operand", "takes no other arguments"],
    [["outline", "-t", TOOLS], "cli-usage-missing", "--model is missing"],
    [["outline", "-m", "kimi-k3", "--tool-choice", "auto,some"], "cli-usage-value", '"auto,some"'],
    [["outline", "-m", "kimi-k3", "--tool-choice", "named:"], "cli-usage-value", '"named:"'],
    [["outline", "-m", "kimi-k3", "--reasoning-max-tokens", "-1"], "cli-usage-value", "whole number"],
    [["outline", "-m", "kimi-k3", "-t", "-", "--response-format", "-"], "cli-usage-value", "standard input"],
    [["build", "-m", "kimi-k3", "-t", TOOLS, "--json", "--pretty"], "cli-usage-value", "exclude each other"],
    [["parse", "-m", "kimi-k3", "--prompt-opens", "none", "--prefill", "x"], "cli-usage-value", "exclude each other"],
  ])("answers the misuse %j with exit code 2", async (args, code, message) => {
    const result = await runCommandLine(args);
    expect(result).toMatchObject({ code: 2, out: "" });
    expect(result.err).toContain(`error ${code}: `);
    expect(result.err).toContain(message);
    expect(result.err).toContain("\n");
  });

  it.each([
    ["no such file", ["outline", "-m", "kimi-k3", "-t", "nowhere.json"], {}, "cli-input-unreadable"],
    ["no JSON", ["outline", "-m", "kimi-k3", "-t", "t.json"], { "t.json": "[{]" }, "json-syntax at t.json#/0"],
    ["no tools", ["outline", "-m", "kimi-k3", "-t", "t.json"], { "t.json": "42" }, "cli-input-tools at t.json#"],
  ])("answers a file that holds %s with exit code 3", async (_, args, files, message) => {
    const result = await runCommandLine(args, { files: files as Record<string, string> });
    expect(result).toMatchObject({ code: 3, out: "" });
    expect(result.err).toContain(message);
  });

  it("answers a refused request with exit code 1, the place in the file and a hint", async () => {
    const files = { "t.json": '[{"type": "function", "function": {"name": ""}}]' };
    const nameless = await runCommandLine(["build", "-m", "kimi-k3", "-t", "t.json"], { files });
    expect(nameless).toMatchObject({ code: 1, out: "" });
    expect(nameless.err).toContain("error request-tool-name at t.json#/0/function/name: ");
    const unknown = await runCommandLine(["build", "-m", "kimi-k3", "-t", TOOLS, "--tool-choice", "named:subtract"]);
    expect(unknown.code).toBe(1);
    expect(unknown.err).toMatch(/^error request-tool-not-found at --tool-choice: .*\n {2}hint: .*get_weather/);
    const deep = await runCommandLine(["build", "-m", "kimi-k3", "-t", "-"], { stdin: "[".repeat(1000) });
    expect(deep.code).toBe(3);
    expect(deep.err.length).toBeLessThan(400);
    const model = await runCommandLine(["build", "-m", "kimi-9", "-t", TOOLS]);
    expect(model.err).toContain("error model-unknown at --model: ");
  });

  it("colours only where it is told to", async () => {
    expect((await runCommandLine(["nonsense"], { colored: true })).err).toContain("\u001b[31m");
    expect((await runCommandLine(["nonsense"])).err).not.toContain("\u001b");
    expect((await runCommandLine(["--help"], { colored: true })).out).toContain("\u001b[1m");
  });
});
