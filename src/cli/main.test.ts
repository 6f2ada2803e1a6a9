import { type SpawnSyncOptionsWithStringEncoding, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** Runs the command as its own process, from the source. */
function structag(args: readonly string[], options: { input?: string | Uint8Array; env?: Record<string, string>; shell?: string } = {}) {
  const env = { ...process.env, NO_COLOR: "", FORCE_COLOR: "", ...options.env };
  const settings: SpawnSyncOptionsWithStringEncoding = {
    encoding: "utf8",
    env,
    ...(options.input === undefined ? {} : { input: options.input }),
  };
  const command = ["--import", "tsx", "src/cli/main.ts", ...args];
  if (options.shell === undefined) return spawnSync(process.execPath, command, settings);
  const line = [process.execPath, ...command].map((word) => `'${word}'`).join(" ");
  return spawnSync("bash", ["-c", `set -o pipefail; ${line} ${options.shell}`], settings);
}

describe("the process", () => {
  it("reads standard input and says its version", () => {
    const result = structag(["parse", "-m", "kimi-k3", "--reasoning", "off", "--json"], { input: "\u00fcber<|close|>response<|sep|>" });
    expect(result).toMatchObject({ status: 0, stderr: "" });
    expect(JSON.parse(result.stdout).message.content).toBe("über");
    expect(structag(["--version"]).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("ends quietly where its reader has gone", () => {
    const tools = Array.from({ length: 300 }, (_, index) => ({ name: `tool_${index}`, parameters: { type: "object" } }));
    const folder = mkdtempSync(join(tmpdir(), "structag-"));
    try {
      writeFileSync(join(folder, "tools.json"), JSON.stringify(tools));
      const result = structag(["build", "-m", "kimi-k3", "-t", join(folder, "tools.json"), "--pretty"], { shell: "| head -c 20" });
      expect(result).toMatchObject({ status: 0, stderr: "" });
      expect(result.stdout).toHaveLength(20);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("refuses input that is no UTF-8, and files that it can't read", () => {
    const bytes = structag(["parse", "-m", "kimi-k3"], { input: Uint8Array.of(0x68, 0xff) });
    expect(bytes.status).toBe(3);
    expect(bytes.stderr).toContain("cli-input-not-utf8: standard input is not UTF-8");
    const folder = structag(["outline", "-m", "kimi-k3", "-t", "src"]);
    expect(folder.status).toBe(3);
    expect(folder.stderr).toContain("cli-input-unreadable: can't read src: it is a folder");
  });

  it("colours a stream that is no terminal only by FORCE_COLOR, and never with NO_COLOR", () => {
    expect(structag(["nonsense"]).stderr).not.toContain("\u001b");
    expect(structag(["nonsense"], { env: { FORCE_COLOR: "1" } }).stderr).toContain("\u001b[31merror");
    expect(structag(["nonsense"], { env: { FORCE_COLOR: "1", NO_COLOR: "1" } }).stderr).not.toContain("\u001b");
  });
});
