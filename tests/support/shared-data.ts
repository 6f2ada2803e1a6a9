import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { isJsonObject, type JsonObject } from "../../src/core/json.ts";
import { readJson } from "../../src/core/json-read.ts";

/** A file of the data beside the repository; `undefined` where it is absent. */
export function sharedPath(name: string): string | undefined {
  const path = fileURLToPath(new URL(`../../../shared/${name}`, import.meta.url));
  return existsSync(path) ? path : undefined;
}

/** The rows of a JSON Lines file, packed or not. */
export function readRows(path: string): JsonObject[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => readJson(line))
    .filter(isJsonObject);
}
