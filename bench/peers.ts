import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("peers/", import.meta.url);

/** A file of an installed peer. */
export function peerFile(name: string, path: string): URL {
  return new URL(`node_modules/${name}/${path}`, folder);
}

export function peerVersion(name: string): string {
  return readManifest(peerFile(name, "package.json")).version;
}

/** Installs the peers as the lock file says, unless they are there. The reason where that fails. */
export function installPeers(): string | undefined {
  const { dependencies } = readManifest(new URL("package.json", folder));
  if (Object.entries(dependencies).every(([name, version]) => installedVersion(name) === version)) return undefined;
  console.error("installing the peers (about 480 MB) ...");
  // Scripts are off: one of them downloads what no measurement needs.
  const { status, stderr } = spawnSync("npm", ["ci", "--ignore-scripts"], { cwd: fileURLToPath(folder), encoding: "utf8" });
  return status === 0 ? undefined : `npm ci failed: ${stderr?.trim().split("\n").at(-1) ?? "npm does not run"}`;
}

function installedVersion(name: string): string | undefined {
  try {
    return peerVersion(name);
  } catch {
    return undefined;
  }
}

function readManifest(file: URL): { readonly version: string; readonly dependencies: Record<string, string> } {
  return JSON.parse(readFileSync(file, "utf8"));
}
