/**
 * `npm run bfcl -- FILE [--family F] [--verbose]`: builds every row of a file of tool lists and checks what comes out.
 *
 * Rows are JSON lines, plain or gzipped: `{id, tools, calls}` (BFCL), or `{suite, line, schema}` and `{id, schema}`, whose schema becomes the parameters of one tool.
 * Each row is built under auto, required and a choice of each tool by name (the first three), in every coverage of the family. A row passes
 * if each build gives a tree that survives its JSON form unchanged and renders as an outline, or is refused with a code; every refusal is
 * counted by code.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { StructagError } from "../src/core/errors.ts";
import { isJsonArray, isJsonObject, type Json, JsonNumber } from "../src/core/json.ts";
import { readJson } from "../src/core/json-read.ts";
import { writeJson } from "../src/core/json-write.ts";
import { outline } from "../src/format/outline.ts";
import { readStructuralTag } from "../src/format/read.ts";
import { writeStructuralTag } from "../src/format/write.ts";
import { buildOutputGrammar } from "../src/models/build.ts";
import { FAMILIES, resolveFamily } from "../src/models/registry.ts";

const MAX_NAMED = 3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { family: { type: "string" }, verbose: { type: "boolean", default: false } },
});
if (positionals.length === 0) {
  console.error("usage: npm run bfcl -- FILE.jsonl[.gz] … [--family F] [--verbose]");
  process.exit(2);
}

interface Row {
  readonly id: string;
  readonly tools: Json;
}

function readRows(file: string): { rows: Row[]; unreadable: string[] } {
  const bytes = readFileSync(file);
  const text = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes).toString("utf8") : bytes.toString("utf8");
  const rows: Row[] = [];
  const unreadable: string[] = [];
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return;
    const row = readJson(line);
    const tools = isJsonObject(row) ? row.get("tools") : undefined;
    const schema = isJsonObject(row) ? row.get("schema") : undefined;
    if (isJsonObject(row) && tools !== undefined) rows.push({ id: spelled(row.get("id")) ?? `line ${index + 1}`, tools });
    else if (isJsonObject(row) && schema !== undefined) {
      const id = spelled(row.get("id")) ?? [row.get("suite"), row.get("line")].map((part) => spelled(part) ?? "?").join(":");
      rows.push({
        id,
        tools: [
          new Map<string, Json>([
            ["name", "tool"],
            ["parameters", schema],
          ]),
        ],
      });
    } else unreadable.push(`line ${index + 1}`);
  });
  return { rows, unreadable };
}

function spelled(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : value instanceof JsonNumber ? value.text : undefined;
}

function namesOf(tools: Json): string[] {
  if (!isJsonArray(tools)) return [];
  const names = tools.map((tool) => {
    if (!isJsonObject(tool)) return undefined;
    const inner = tool.get("function");
    return spelled(isJsonObject(inner) ? inner.get("name") : tool.get("name"));
  });
  return names.filter((name) => name !== undefined).slice(0, MAX_NAMED);
}

interface Outcome {
  readonly refusals: ReadonlySet<string>;
  readonly diagnostics: readonly string[];
  readonly fault: string | undefined;
  readonly builds: number;
}

function check(row: Row, family: string): Outcome {
  const refusals = new Set<string>();
  const diagnostics: string[] = [];
  let builds = 0;
  const choices: unknown[] = ["auto", "required", ...namesOf(row.tools).map((name) => ({ type: "function", name }))];
  for (const coverage of resolveFamily(family).coverages) {
    for (const toolChoice of choices) {
      builds += 1;
      try {
        const grammar = buildOutputGrammar({ model: family, tools: row.tools, toolChoice, coverage });
        const json = writeJson(writeStructuralTag(grammar.format));
        const again = writeJson(writeStructuralTag(readStructuralTag(json).format));
        const fault =
          again !== json ? "the JSON form reads back as another tree" : outline(grammar.format) === "" ? "the outline is empty" : undefined;
        if (fault !== undefined) return { refusals, diagnostics, fault, builds };
        for (const item of grammar.diagnostics) diagnostics.push(item.code);
      } catch (error) {
        if (!(error instanceof StructagError)) {
          return { refusals, diagnostics, fault: error instanceof Error ? (error.stack ?? error.message) : String(error), builds };
        }
        for (const issue of error.issues) refusals.add(`${issue.code}\t${issue.path}: ${issue.message}`);
      }
    }
  }
  return { refusals, diagnostics, fault: undefined, builds };
}

const started = performance.now();
const families = values.family === undefined ? FAMILIES.map((family) => family.id) : [resolveFamily(values.family).id];
const totals = { passed: 0, failed: 0, skipped: 0, builds: 0 };
const byCode = new Map<string, string[]>();
const noted = new Map<string, Set<string>>();
for (const file of positionals) {
  const { rows, unreadable } = readRows(file);
  for (const id of unreadable) console.log(`SKIP ${id}: no tools and no schema`);
  totals.skipped += unreadable.length;
  for (const family of families) {
    for (const row of rows) {
      const { refusals, diagnostics, fault, builds } = check(row, family);
      totals.builds += builds;
      if (fault === undefined) totals.passed += 1;
      else {
        totals.failed += 1;
        console.log(`FAIL ${family} ${row.id}: ${fault}`);
      }
      for (const refusal of refusals) {
        const [code, reason] = refusal.split("\t");
        byCode.set(code, [...(byCode.get(code) ?? []), `${family} ${row.id} ${reason}`]);
      }
      for (const code of diagnostics) noted.set(code, (noted.get(code) ?? new Set()).add(`${family} ${row.id}`));
    }
  }
}
for (const [code, rows] of byCode) {
  console.log(`refused ${rows.length} with ${code}`);
  for (const row of values.verbose ? rows : rows.slice(0, 3)) console.log(`  ${row}`);
  if (!values.verbose && rows.length > 3) console.log(`  … ${rows.length - 3} more (--verbose)`);
}
for (const [code, rows] of noted) console.log(`reported ${code} in ${rows.size} rows, such as ${[...rows].slice(0, 3).join(", ")}`);
console.log(`${totals.builds} builds in ${((performance.now() - started) / 1000).toFixed(1)} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = totals.failed > 0 ? 1 : 0;
