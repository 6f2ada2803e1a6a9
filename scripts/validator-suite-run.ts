import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { isJsonArray, isJsonObject, type Json } from "../src/core/json.ts";
import { readJson } from "../src/core/json-read.ts";
import { createValidator, type Draft } from "../src/schema/validate.ts";

export interface SuiteResult {
  readonly draft: string;
  readonly file: string;
  readonly name: string;
  readonly optional: boolean;
  readonly passed: boolean;
}

const ROOT = new URL("../", import.meta.url);
const SUITE = new URL("../shared/data/json-schema-test-suite.jsonl.gz", ROOT);
const REMOTES = new URL("../shared/data/json-schema-test-suite-remotes.json", ROOT);
const META = new URL("node_modules/ajv/dist/refs/", ROOT);
const DRAFTS: Record<string, Draft> = { draft7: "draft7", "draft2019-09": "2019-09", "draft2020-12": "2020-12" };

/** Every test of the suite with its outcome; `undefined` where the data is absent. */
export function runSuite(): SuiteResult[] | undefined {
  if (!existsSync(SUITE) || !existsSync(REMOTES)) return undefined;
  const documents = readDocuments();
  const results: SuiteResult[] = [];
  for (const line of gunzipSync(readFileSync(SUITE)).toString("utf8").split("\n")) {
    if (line === "") continue;
    const row = readJson(line);
    if (!isJsonObject(row)) throw new TypeError("a row of the suite must be an object");
    const draft = String(row.get("draft"));
    const file = String(row.get("file"));
    const assertFormats = file.startsWith("optional/format/");
    const validator = createValidator(row.get("schema")!, { draft: DRAFTS[draft], documents, assertFormats });
    const tests = row.get("tests");
    for (const test of isJsonArray(tests) ? tests : []) {
      if (!isJsonObject(test)) continue;
      const outcome = validator.validate(test.get("data")!);
      const name = `${row.get("description")} / ${test.get("description")}`;
      results.push({ draft, file, name, optional: file.startsWith("optional/"), passed: outcome.valid === test.get("valid") });
    }
  }
  return results;
}

/** The suite's remote documents and the meta-schemas, by URI. */
function readDocuments(): Map<string, Json> {
  const documents = new Map<string, Json>();
  const remotes = readJson(readFileSync(REMOTES, "utf8"));
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
