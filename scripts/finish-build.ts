/** After `tsc`: removes files of `dist` whose source is gone and makes the command executable. */
import { chmodSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { root } from "./check/source-files.ts";

const dist = join(root, "dist");
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = join(entry.parentPath, entry.name);
  const source = join(root, "src", relative(dist, file).replace(/(\.d\.ts|\.js)$/, ".ts"));
  if (!existsSync(source)) rmSync(file);
}
for (const file of Object.values(manifest.bin)) {
  if (existsSync(join(root, file))) chmodSync(join(root, file), 0o755);
}
