/** Fails where a bundle outgrows its limit: what the entry points weigh for a page that takes all of them, and what the playground loads at first. Run: `npx tsx scripts/check-bundles.ts`. */
import { join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { report, root } from "./check/source-files.ts";

interface Limit {
  readonly name: string;
  /** Kilobytes of 1,000 bytes, gzipped. */
  readonly limit: number;
  readonly size: () => Promise<number>;
}

const LIMITS: readonly Limit[] = [
  { name: "structag", limit: 82, size: () => entrySize("src/index.ts") },
  { name: "structag/engine", limit: 135, size: () => entrySize("src/engine.ts") },
  { name: "playground at first", limit: 300, size: playgroundSize },
];

const gzipped = (text: string | Uint8Array): number => gzipSync(text, { level: 9 }).length / 1000;

function outputsOf(result: Awaited<ReturnType<typeof build>>): Rolldown.RolldownOutput["output"][number][] {
  return [result].flat().flatMap((one) => ("output" in one ? one.output : []));
}

/** All that an entry point brings along, minified. */
async function entrySize(file: string): Promise<number> {
  const result = await build({
    configFile: false,
    root,
    logLevel: "error",
    build: {
      write: false,
      target: "es2023",
      modulePreload: false,
      rolldownOptions: { input: join(root, file), preserveEntrySignatures: "strict" },
    },
  });
  return outputsOf(result).reduce((sum, output) => sum + gzipped(output.type === "chunk" ? output.code : output.source), 0);
}

/** Page, styles, scripts and worker with what they import, without what they load later. */
async function playgroundSize(): Promise<number> {
  const result = await build({ configFile: join(root, "playground/vite.config.ts"), logLevel: "error", build: { write: false } });
  const texts = new Map(
    outputsOf(result).map((output) => [output.fileName, output.type === "chunk" ? output.code : output.source.toString()]),
  );
  const names = new Set(["index.html"]);
  for (const name of names) {
    const text = texts.get(name) ?? "";
    const found = name.endsWith(".html")
      ? text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)
      : text.matchAll(/(?:\bfrom\s*|\bimport\s*|new URL\(\s*)["'`]([^"'`]*\.js)["'`]/g);
    for (const [, path] of found) {
      const inside = posix.normalize(name.endsWith(".html") ? path : posix.join(posix.dirname(name), path));
      const known = [inside, path.replace(/^\//, "")].find((candidate) => texts.has(candidate));
      if (known !== undefined) names.add(known);
    }
  }
  if (![...names].some((name) => name.includes("worker"))) throw new Error("the worker of the playground was not found among its files");
  return Array.from(names, (name) => gzipped(texts.get(name) ?? "")).reduce((sum, size) => sum + size, 0);
}

const findings: string[] = [];
const sizes: string[] = [];
for (const { name, limit, size } of LIMITS) {
  const kilobytes = await size();
  sizes.push(`${name} ${kilobytes.toFixed(1)} of ${limit} kB`);
  if (kilobytes > limit) findings.push(`${name}: ${kilobytes.toFixed(1)} kB gzipped; the limit is ${limit}`);
}
report(findings, sizes.join(", "));
