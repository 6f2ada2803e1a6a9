import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folder = new URL("./", import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /(?<!\.test)\.ts$/.test(name));

it("loads the engine in the commands that need it, not before", () => {
  const loading = files.filter((name) => readFileSync(new URL(name, folder), "utf8").includes("/engine.ts"));
  expect(loading.length).toBeGreaterThan(3);
  for (const name of loading) {
    for (const [, statement] of readFileSync(new URL(name, folder), "utf8").matchAll(
      /^(import [^;]*engine\.ts"|export [^;]*engine\.ts")/gm,
    )) {
      expect(`${name}: ${statement}`).toMatch(/: import type /);
    }
  }
});
