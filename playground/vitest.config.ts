import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: fileURLToPath(new URL(".", import.meta.url)),
    include: ["tests/*.test.ts"],
    globalSetup: ["tests/site.ts"],
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000, interval: 40 } },
    hookTimeout: 60_000,
    reporters: ["default", "../scripts/closing-line-reporter.ts"],
    // One browser at a time.
    maxWorkers: 1,
    fileParallelism: false,
  },
});
