/**
 * Compares verdicts of normalised schemas with the labels of MaskBench and of the JSON Schema Test Suite, without any lowering.
 * Usage: tsx scripts/normalize-check.ts [maskbench|suite] [--sample N] [--show N] [--id TEXT]
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import { StructagError } from "../src/core/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../src/core/json.ts";
import { readJson } from "../src/core/json-read.ts";
import { writeJson } from "../src/core/json-write.ts";
import { type NormalizeOptions, normalizeSchema } from "../src/schema/normalize.ts";
import { fitsNormal } from "../tests/support/normal-evaluator.ts";
import { labelledTests, readRows, sharedPath } from "../tests/support/shared-data.ts";

interface Tally {
  rows: number;
  refused: number;
  agree: number;
  accepts: number;
  rejects: number;
}

const [which = "maskbench", ...rest] = process.argv.slice(2);
const option = (name: string): string | undefined => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
const show = Number(option("--show") ?? 10);
const onlyId = option("--id");

const tallies = new Map<string, Tally>();
const refusals = new Map<string, string[]>();
const wrong: string[] = [];
const times: { ms: number; id: string; nodes: number; pieces: number }[] = [];

function check(group: string, id: string, schema: Json, row: JsonObject, options: NormalizeOptions): void {
  const tally = tallies.get(group) ?? { rows: 0, refused: 0, agree: 0, accepts: 0, rejects: 0 };
  tallies.set(group, tally);
  tally.rows += 1;
  const tests = labelledTests(row);
  const start = performance.now();
  try {
    const normal = normalizeSchema(schema, options);
    times.push({
      ms: performance.now() - start,
      id,
      nodes: normal.nodes.length,
      pieces: normal.nodes.reduce((sum, node) => sum + node.pieces.length, 0),
    });
    for (const { data, valid, description } of tests) {
      const fits = fitsNormal(normal, data);
      if (fits === valid) tally.agree += 1;
      else {
        if (fits) tally.accepts += 1;
        else tally.rejects += 1;
        wrong.push(`${fits ? "ACCEPTS" : "REJECTS"} ${id}: ${description} ${writeJson(data).slice(0, 200)}`);
      }
    }
  } catch (error) {
    times.push({ ms: performance.now() - start, id: `${id} (refused)`, nodes: 0, pieces: 0 });
    const code = error instanceof StructagError ? error.code : `CRASH ${error}`;
    // A schema without any valid value is rightly refused where no test is valid.
    if (code === "schema-unsatisfiable" && tests.length > 0 && tests.every(({ valid }) => !valid)) {
      tally.agree += tests.length;
      return;
    }
    tally.refused += 1;
    const list = refusals.get(code) ?? [];
    list.push(`${id}: ${error instanceof StructagError ? error.message.slice(0, 200) : (error as Error).stack?.slice(0, 600)}`);
    refusals.set(code, list);
  }
}

function suiteDocuments(path: string): ReadonlyMap<string, Json> {
  const documents = new Map<string, Json>(readJson(readFileSync(path, "utf8")) as JsonObject);
  const require = createRequire(import.meta.url);
  const add = (name: string): void => {
    const schema = readJson(readFileSync(require.resolve(`ajv/dist/refs/${name}.json`), "utf8"));
    const uri = isJsonObject(schema) ? (schema.get("$id") ?? schema.get("id")) : undefined;
    if (typeof uri === "string") documents.set(uri.replace(/#$/, ""), schema);
  };
  add("json-schema-draft-07");
  for (const draft of ["2019-09", "2020-12"]) {
    add(`json-schema-${draft}/schema`);
    for (const part of ["core", "applicator", "validation", "meta-data", "format", "content", "unevaluated", "format-annotation"]) {
      try {
        add(`json-schema-${draft}/meta/${part}`);
      } catch {
        // The two drafts have different parts.
      }
    }
  }
  return documents;
}

if (which === "maskbench") {
  const path = sharedPath("data/maskbench.jsonl.gz");
  if (path === undefined) throw new Error("the MaskBench data is absent");
  const rows = readRows(path);
  const sample = Number(option("--sample") ?? rows.length);
  const stride = Math.max(1, Math.floor(rows.length / sample));
  for (let index = 0; index < rows.length; index += stride) {
    const id = String(rows[index].get("id"));
    if (onlyId !== undefined && !id.includes(onlyId)) continue;
    check(id.split("---")[0].replace(/_\d+$/, ""), id, rows[index].get("schema")!, rows[index], {});
  }
} else {
  const [path, remotes] = [sharedPath("data/json-schema-test-suite.jsonl.gz"), sharedPath("data/json-schema-test-suite-remotes.json")];
  if (path === undefined || remotes === undefined) throw new Error("the test suite is absent");
  const documents = suiteDocuments(remotes);
  const drafts = { draft7: "draft7", "draft2019-09": "2019-09", "draft2020-12": "2020-12" } as const;
  for (const row of readRows(path)) {
    const [draft, file] = [String(row.get("draft")) as keyof typeof drafts, String(row.get("file"))];
    const id = `${draft}/${file}: ${row.get("description")}`;
    if (onlyId !== undefined && !id.includes(onlyId)) continue;
    const group = `${draft} ${file.startsWith("optional/format/") ? "optional/format" : file.startsWith("optional/") ? "optional" : "required"}`;
    const formats =
      file === "format" || file === "content" || (file.startsWith("optional/") && !file.startsWith("optional/format"))
        ? "annotate"
        : "assert";
    check(group, id, row.get("schema")!, row, { draft: drafts[draft], documents, formats });
  }
}

console.log("group".padEnd(34), "rows", "refused", "agree", "accepts", "rejects");
for (const [group, { rows, refused, agree, accepts, rejects }] of [...tallies].sort())
  console.log(group.padEnd(34), rows, refused, agree, accepts, rejects);
const all = [...tallies.values()];
const sum = (key: keyof Tally): number => all.reduce((total, tally) => total + tally[key], 0);
console.log("all".padEnd(34), sum("rows"), sum("refused"), sum("agree"), sum("accepts"), sum("rejects"));
for (const [code, list] of [...refusals].sort((a, b) => b[1].length - a[1].length)) {
  console.log(`\nrefused ${code}: ${list.length}`);
  for (const line of list.slice(0, show)) console.log(`  ${line}`);
}
console.log(`\nwrong: ${wrong.length}`);
for (const line of wrong.slice(0, show * 4)) console.log(`  ${line}`);
times.sort((a, b) => a.ms - b.ms);
const at = (share: number): string => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.ms.toFixed(3);
console.log(`\nms per schema: p50 ${at(0.5)} p90 ${at(0.9)} p99 ${at(0.99)} p99.9 ${at(0.999)} max ${times.at(-1)?.ms.toFixed(1)}`);
for (const { ms, id, nodes, pieces } of times.slice(-8)) console.log(`  ${ms.toFixed(1)} ms ${id} nodes ${nodes} pieces ${pieces}`);
