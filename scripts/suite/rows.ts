import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { isJsonArray, isJsonObject, type Json } from "../../src/core/json.ts";
import { readJson } from "../../src/core/json-read.ts";
import type { Draft } from "../../src/schema/validate.ts";

/** One schema of the JSON Schema Test Suite with its tests. */
export interface SuiteRow {
  readonly draft: string;
  readonly dialect: Draft;
  /** Its file without the ending, such as `optional/format/uri`. */
  readonly file: string;
  readonly description: string;
  readonly optional: boolean;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

const ROOT = new URL("../../", import.meta.url);
const META = new URL("node_modules/ajv/dist/refs/", ROOT);
const DIALECTS: Readonly<Record<string, Draft>> = { draft7: "draft7", "draft2019-09": "2019-09", "draft2020-12": "2020-12" };

/** Where the suite and its remote documents lie beside the repository; undefined where they do not. */
export function sharedSuite(): { readonly rows: string; readonly remotes: string } | undefined {
  const rows = fileURLToPath(new URL("../shared/data/json-schema-test-suite.jsonl.gz", ROOT));
  const remotes = remotesBeside(rows);
  return existsSync(rows) && existsSync(remotes) ? { rows, remotes } : undefined;
}

/** The remote documents that belong to a file of the suite. */
export function remotesBeside(rows: string): string {
  return rows.replace(/\.jsonl(\.gz)?$/, "-remotes.json");
}

export function readSuite(path: string): SuiteRow[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const row = readJson(line);
      if (!isJsonObject(row)) throw new TypeError("a row of the suite must be an object");
      const [draft, file] = [String(row.get("draft")), String(row.get("file"))];
      const tests = row.get("tests");
      return {
        draft,
        dialect: DIALECTS[draft],
        file,
        description: String(row.get("description")),
        optional: file.startsWith("optional/"),
        schema: row.get("schema") ?? true,
        tests: (isJsonArray(tests) ? tests : []).filter(isJsonObject).map((test) => ({
          description: String(test.get("description")),
          data: test.get("data") ?? null,
          valid: test.get("valid") === true,
        })),
      };
    });
}

/** The suite's remote documents and the meta-schemas, by URI. */
export function readDocuments(remotesPath: string): Map<string, Json> {
  const documents = new Map<string, Json>();
  const remotes = readJson(readFileSync(remotesPath, "utf8"));
  for (const [uri, schema] of isJsonObject(remotes) ? remotes : []) documents.set(uri, schema);
  const folder = fileURLToPath(META);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".json")) continue;
    const schema = readJson(readFileSync(new URL(name, META), "utf8"));
    const id = isJsonObject(schema) ? schema.get("$id") : undefined;
    if (typeof id === "string") documents.set(id.replace(/#$/, ""), schema).set(id, schema);
  }
  return documents;
}
