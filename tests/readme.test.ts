import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { afterAll, describe, expect, it, vi } from "vitest";

const repository = new URL("../", import.meta.url);
const readme = readFileSync(new URL("README.md", repository), "utf8");
const folder = mkdtempSync(fileURLToPath(new URL("node_modules/.readme-", repository)));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ENTRY_POINTS: Readonly<Record<string, string>> = { structag: "src/index.ts", "structag/engine": "src/engine.ts" };

interface Sample {
  readonly title: string;
  readonly code: string;
  readonly output: string | undefined;
}

/** The TypeScript samples, each with the output that follows it. */
function findSamples(): Sample[] {
  const samples: Sample[] = [];
  let title = "";
  for (const [, heading, code, output] of readme.matchAll(/^### (.*)$|^```ts\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```$)?/gm)) {
    if (heading === undefined) samples.push({ title, code, output });
    else title = heading;
  }
  return samples;
}

const samples = findSamples();

describe("the samples of the README", () => {
  it("are found", () => {
    expect(samples.length).toBeGreaterThanOrEqual(4);
  });

  it.each(samples.map((sample, index) => [sample.title, index, sample] as const))("%s", async (_, index, { code, output }) => {
    const printed: string[] = [];
    const log = vi.spyOn(console, "log").mockImplementation((...values: unknown[]) => {
      printed.push(`${values.map((value) => (typeof value === "string" ? value : inspect(value))).join(" ")}\n`);
    });
    try {
      const file = `${folder}/sample-${index}.ts`;
      writeFileSync(
        file,
        code.replace(
          /from "(structag[^"]*)"/g,
          (_all, name: string) => `from ${JSON.stringify(fileURLToPath(new URL(ENTRY_POINTS[name], repository)))}`,
        ),
      );
      await import(/* @vite-ignore */ file);
    } finally {
      log.mockRestore();
    }
    if (output !== undefined) expect(printed.join("").trimEnd()).toBe(output.trimEnd());
  });

  it("are only of entry points that exist, and links lead to files", () => {
    for (const { code } of samples)
      for (const [, name] of code.matchAll(/from "([^"]+)"/g)) expect(Object.keys(ENTRY_POINTS)).toContain(name);
    for (const [, target] of readme.matchAll(/\]\(([^)#:]+)\)/g)) expect(() => readFileSync(new URL(target, repository))).not.toThrow();
  });
});
