import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Directory of the repository. */
export const root: string = fileURLToPath(new URL("../../", import.meta.url));

/** Paths, relative to the repository and with `/`, of the TypeScript files below a folder, sorted; those of packages left out. */
export function typeScriptFiles(folder: string): string[] {
  let entries: ReturnType<typeof list>;
  try {
    entries = list(join(root, folder));
  } catch {
    return [];
  }
  return entries
    .filter((entry) => entry.isFile() && /\.m?tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.includes("/node_modules/"))
    .sort();
}

function list(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true });
}

/** Text of a file of the repository. */
export function readSource(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

export function isTest(path: string): boolean {
  return path.endsWith(".test.ts");
}

/** Prints what a check found and sets the exit code. */
export function report(findings: readonly string[], summary: string): void {
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) process.exitCode = 1;
  else console.log(summary);
}
