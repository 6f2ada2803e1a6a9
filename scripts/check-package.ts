/** Packs the package and checks what a user would get: its files, publint, are-the-types-wrong. Reads `dist`, so build first. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { report, root } from "./check/source-files.ts";

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

const folder = mkdtempSync(join(tmpdir(), "structag-pack-"));
try {
  const output = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], { cwd: root, encoding: "utf8" });
  const [packed]: readonly [Packed] = JSON.parse(output);
  const findings = packed.files
    .map(({ path }) => path)
    .filter((path) => !/^(package\.json|README\.md|CHANGELOG\.md|LICENSE|dist\/.+(?<!\.test)(\.js|\.d\.ts))$/.test(path))
    .map((path) => `${path}: does not belong into the package`);
  const tarball = join(folder, packed.filename);
  for (const [tool, ...options] of [
    ["publint", tarball, "--strict"],
    ["attw", tarball, "--profile", "esm-only", "--no-color", "--no-emoji"],
  ]) {
    const run = spawnSync(join(root, "node_modules/.bin", tool), options, { cwd: root, encoding: "utf8" });
    if (run.status !== 0) findings.push(`${tool}:\n${run.stdout}${run.stderr}`);
  }
  report(findings, `${packed.files.length} files, ${(packed.size / 1024).toFixed(0)} kB packed`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
