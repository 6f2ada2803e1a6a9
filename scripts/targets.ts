/**
 * `npm run targets -- FILE [--lists N] [--masks N] [--samples N] [--family F,…]`: holds what is written for other engines to the tags it was written from.
 *
 * For every family and N tool lists of the file (default 300), in turn under auto, required and none: for each target the tag must become the same language (random texts of both, their prefixes and
 * edits of them, are accepted alike by the engine) or be refused with a code and its place in the tag; what loosening lets through must accept all that the tag does. Then the masks that web-xgrammar
 * 0.1.27 computes for N tags (default 100) must be the engine's, over the same vocabulary.
 */
import { parseArgs } from "node:util";
import { buildOutputGrammar, type Format, StructagError } from "../src/index.ts";
import { FAMILIES, resolveFamily } from "../src/models/registry.ts";
import { type Row, readRows } from "./bfcl/rows.ts";
import { LanguageRun } from "./targets/language-run.ts";
import { MaskRun } from "./targets/mask-run.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lists: { type: "string", default: "300" },
    masks: { type: "string", default: "100" },
    samples: { type: "string", default: "1" },
    family: { type: "string", default: "all" },
  },
});
if (positionals.length !== 1) {
  console.error("usage: npm run targets -- FILE.jsonl[.gz] [--lists N] [--masks N] [--samples N] [--family F,…]");
  process.exit(2);
}
const CHOICES = ["auto", "required", "none"] as const;
const { rows } = readRows(positionals[0]);
const families = values.family === "all" ? FAMILIES : values.family.split(",").map(resolveFamily);
const lists = Math.min(Number(values.lists), rows.length);

/** The tag of a row, undefined where the family refuses it. */
function tagOf(model: string, row: Row, at: number): Format | undefined {
  try {
    return buildOutputGrammar({ model, tools: row.tools, toolChoice: CHOICES[at % CHOICES.length] }).format;
  } catch (error) {
    if (error instanceof StructagError) return undefined;
    throw error;
  }
}

const languages = new LanguageRun(Number(values.samples));
let faults = 0;
for (const [index, family] of families.entries()) {
  languages.renew();
  const before = languages.faults.length;
  const start = performance.now();
  let built = 0;
  for (let count = 0; count < lists; count += 1) {
    const row = rows[(Math.floor((count * rows.length) / lists) + index) % rows.length];
    const format = tagOf(family.id, row, count);
    if (format === undefined) continue;
    built += 1;
    languages.check(`${family.id} ${row.id}`, format, count + 1);
    if (count % 50 === 49) languages.renew();
  }
  for (const fault of languages.faults.slice(before)) console.log(`FAIL ${fault}`);
  console.log(
    `${family.id}: ${built} tags, ${languages.faults.length - before} faults (${((performance.now() - start) / 1000).toFixed(0)} s)`,
  );
}
faults += languages.faults.length;
for (const [target, { equal, refused, loosened }] of languages.totals) {
  const codes = Array.from(refused, ([code, number]) => `${number} ${code}`).join(", ");
  console.log(`${target}: ${equal} equal, refused ${codes === "" ? "none" : `${codes} (${loosened} of them pass when loosened)`}`);
}

const masks = new MaskRun();
const wanted = Number(values.masks);
for (let count = 0; masks.totals.agreed + masks.totals.faults.length < wanted && count < wanted * 4; count += 1) {
  const family = families[count % families.length];
  const row = rows[(count * 37) % rows.length];
  const format = tagOf(family.id, row, Math.floor(count / families.length));
  if (format !== undefined) await masks.check(`${family.id} ${row.id}`, format, count + 1);
}
for (const fault of masks.totals.faults) console.log(`FAIL masks ${fault}`);
faults += masks.totals.faults.length;
if (wanted > 0) {
  const codes = Array.from(masks.totals.refused, ([code, number]) => `${number} ${code}`).join(", ");
  console.log(`masks: web-xgrammar agrees on ${masks.totals.agreed} tags; refused before ${codes === "" ? "none" : codes}`);
}
console.log(`${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
