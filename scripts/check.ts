/**
 * `npm run check`: everything but the tests. Runs the steps two at a time, prints a line for each and the output of those that fail.
 * `npm run check -- layers sizes` runs only the named ones.
 */
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { root } from "./check/source-files.ts";

interface Step {
  readonly name: string;
  readonly command: string;
  /** A step that must have passed before. */
  readonly after?: string;
}

const STEPS: readonly Step[] = [
  { name: "build", command: "npm run --silent build" },
  { name: "types", command: "tsc -p tsconfig.json --noEmit" },
  { name: "platform", command: "tsc -p tsconfig.library.json" },
  { name: "pages", command: "tsc -p playground/tsconfig.json && tsc -p playground/tests/tsconfig.json" },
  { name: "biome", command: "biome check --error-on-warnings ." },
  { name: "bundles", command: "tsx scripts/check-bundles.ts" },
  { name: "layers", command: "tsx scripts/check-layers.ts" },
  { name: "sizes", command: "tsx scripts/check-sizes.ts" },
  { name: "errors", command: "tsx scripts/check-errors.ts" },
  { name: "unused", command: "knip" },
  { name: "api", command: "tsx scripts/api-report.ts", after: "build" },
  { name: "package", command: "tsx scripts/check-package.ts", after: "build" },
];
const WORKERS = 2;

const only = process.argv.slice(2);
const unknown = only.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`no step ${unknown.join(", ")}; there are ${STEPS.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const waiting = STEPS.filter(({ name }) => only.length === 0 || only.includes(name));
const running = new Set<string>();
const failed: string[] = [];

async function work(): Promise<void> {
  for (;;) {
    const index = waiting.findIndex(({ after }) => after === undefined || !isPending(after));
    if (index < 0) {
      if (waiting.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    const [step] = waiting.splice(index, 1);
    if (step.after !== undefined && failed.includes(step.after)) {
      failed.push(step.name);
      console.log(`FAILED ${step.name}: needs ${step.after}`);
      continue;
    }
    running.add(step.name);
    await run(step);
    running.delete(step.name);
  }
}

function isPending(name: string): boolean {
  return running.has(name) || waiting.some((step) => step.name === name);
}

function run({ name, command }: Step): Promise<void> {
  const started = performance.now();
  const env = { ...process.env, PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH}` };
  const child = spawn(command, { cwd: root, shell: true, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (data) => {
    output += data;
  });
  child.stderr.on("data", (data) => {
    output += data;
  });
  return new Promise((resolve) => {
    child.on("close", (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (code === 0) {
        const summary = output.trim().split("\n").at(-1) ?? "";
        console.log(`ok     ${name.padEnd(8)} ${seconds.padStart(5)} s  ${summary.length <= 120 ? summary : ""}`);
      } else {
        failed.push(name);
        console.log(`FAILED ${name} (${seconds} s)\n${output.trimEnd().replace(/^/gm, "    ")}`);
      }
      resolve();
    });
  });
}

await Promise.all(Array.from({ length: WORKERS }, work));
if (failed.length > 0) {
  console.log(`check failed: ${failed.join(", ")}`);
  process.exit(1);
}
console.log("check passed");
