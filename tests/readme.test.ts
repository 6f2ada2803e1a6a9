import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { afterAll, describe, expect, it, vi } from "vitest";

import manifest from "../package.json" with { type: "json" };

const repository = new URL("../", import.meta.url);
const PAGES = [
  "README.md",
  ...readdirSync(new URL("docs/", repository))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const folder = mkdtempSync(fileURLToPath(new URL("node_modules/.readme-", repository)));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Pages whose samples run elsewhere: a family's file, and hosts that are installed apart. */
const ELSEWHERE = new Set(["docs/add-a-family.md", "docs/hosts.md"]);

/** Names of entry points to their sources, as `package.json` maps them to what is built. */
const ENTRY_POINTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(manifest.exports).flatMap(([name, target]) =>
    typeof target === "string" ? [] : [[`structag${name.slice(1)}`, target.default.replace("./dist/", "src/").replace(/\.js$/, ".ts")]],
  ),
);

interface Sample {
  readonly page: string;
  readonly title: string;
  readonly code: string;
  readonly output: string | undefined;
}

/** The TypeScript samples of a page, each with the output that follows it. */
function findSamples(page: string): Sample[] {
  const samples: Sample[] = [];
  let title = "";
  const text = readFileSync(new URL(page, repository), "utf8");
  for (const [, heading, code, output] of text.matchAll(/^### (.*)$|^```ts\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```$)?/gm)) {
    if (heading === undefined) samples.push({ page, title, code, output });
    else title = heading;
  }
  return samples;
}

const samples = PAGES.filter((page) => !ELSEWHERE.has(page)).flatMap(findSamples);

describe("the samples of the pages", () => {
  it("are found", () => {
    for (const page of ["README.md", "docs/engine.md"])
      expect(samples.filter((sample) => sample.page === page).length).toBeGreaterThanOrEqual(3);
  });

  it.each(samples.map((sample, index) => [`${sample.page}: ${sample.title}`, index, sample] as const))(
    "%s",
    async (_, index, { code, output }) => {
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
    },
  );

  it("are only of entry points that exist, and links lead to files", () => {
    for (const { code } of samples)
      for (const [, name] of code.matchAll(/from "([^"]+)"/g)) expect(Object.keys(ENTRY_POINTS)).toContain(name);
    for (const page of PAGES) {
      const links = readFileSync(new URL(page, repository), "utf8").matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g);
      for (const [, target] of links) expect(() => readFileSync(new URL(target, new URL(page, repository)))).not.toThrow();
    }
  });
});
