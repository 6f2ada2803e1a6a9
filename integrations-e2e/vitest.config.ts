import { defineConfig } from "vitest/config";

/** Tests against the real packages of hosts, one file at a time: each loads models. */
export default defineConfig({
  root: new URL(".", import.meta.url).pathname,
  test: {
    include: ["**/*.test.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
    reporters: ["default", "../scripts/closing-line-reporter.ts"],
  },
});
