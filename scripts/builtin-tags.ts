/**
 * `npm run builtin-tags [-- --verbose]`: XGrammar's builtin structural tags (`../shared/reference/xgrammar-builtin-tags.json`) against the tags that structag builds. With
 * `shape: "xgrammar"` they must be equal. The default shape is compared by texts: samples of the one are tried on the other, and what differs is printed.
 */
import { readFileSync } from "node:fs";
import { type CompiledGrammar, GrammarCompiler, sampleText } from "../src/engine.ts";
import {
  buildOutputGrammar,
  FAMILIES,
  isJsonObject,
  type Json,
  type JsonObject,
  readJson,
  readStructuralTag,
  toNative,
  writeJson,
  writeStructuralTag,
} from "../src/index.ts";
import { byteVocabulary } from "../tests/support/byte-vocabulary.ts";

/** XGrammar's names of models, and the families here. */
const FAMILY_OF: Readonly<Record<string, string>> = {
  llama: "llama3-json",
  kimi: "kimi-k2",
  kimi_k3: "kimi-k3",
  deepseek_r1: "deepseek-r1",
  deepseek_v3_1: "deepseek-v3-1",
  deepseek_v3_2: "deepseek-v3-2",
  deepseek_v4: "deepseek-v4",
  qwen_3: "qwen3",
  qwen_3_coder: "qwen3-coder",
  qwen_3_5: "qwen3-5",
  harmony: "harmony",
  minimax: "minimax-m2",
  glm_4_7: "glm4-7",
  cohere: "cohere-xml",
  exaone: "exaone4",
};

const TOOLS = [
  { name: "get_weather", parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } },
  { name: "t2", parameters: { type: "object", properties: {} } },
];
const SAMPLES = 60;

const file = new URL("../../shared/reference/xgrammar-builtin-tags.json", import.meta.url);
const verbose = process.argv.includes("--verbose");
const rows = readJson(readFileSync(file, "utf8")) as readonly Json[];
const compiler = new GrammarCompiler(byteVocabulary());
const differences = new Map<string, string>();
let equal = 0;
let missing = 0;

for (const row of rows) {
  if (!isJsonObject(row)) continue;
  const model = String(row.get("model"));
  const family = FAMILIES.find(({ id }) => id === FAMILY_OF[model]);
  const where = `${model} ${choiceName(row)} reasoning ${row.get("reasoning") === true ? "on" : "off"}`;
  if (family === undefined) {
    missing += 1;
    continue;
  }
  const request = {
    model: family.id,
    tools: TOOLS,
    toolChoice: toNative(row.get("tool_choice")!),
    reasoning: row.get("reasoning") === true ? "enabled" : "disabled",
  };
  const theirs = readStructuralTag(row.get("structural_tag")!).format;
  const theirText = writeJson(writeStructuralTag(theirs));
  let ourText: string;
  try {
    ourText = writeJson(writeStructuralTag(buildOutputGrammar({ ...request, shape: "xgrammar" }).format));
  } catch (error) {
    ourText = String(error);
  }
  if (ourText === theirText) equal += 1;
  else {
    differences.set(where, "the shape differs");
    if (verbose) console.log(`${where}\n  theirs ${theirText}\n  ours   ${ourText}`);
  }
  const opens = request.reasoning === "enabled" && family.reasoning !== undefined ? "think" : "response";
  const ours = compiler.compileFormat(buildOutputGrammar({ ...request, promptOpens: opens }).format);
  const reference = compiler.compileFormat(theirs);
  const wider = firstRefused(ours, reference);
  const narrower = firstRefused(reference, ours);
  if (verbose && wider !== undefined) console.log(`${where}: XGrammar's refuses ${JSON.stringify(wider)}`);
  if (verbose && narrower !== undefined) console.log(`${where}: ours refuses ${JSON.stringify(narrower)}`);
}

/** The first sample of a grammar that another one refuses. */
function firstRefused(of: CompiledGrammar, by: CompiledGrammar): string | undefined {
  for (let seed = 1; seed <= SAMPLES; seed += 1) {
    const { text, complete } = sampleText(of, { seed, maxBytes: 120 });
    if (!complete) continue;
    const matcher = by.matcher();
    if (!matcher.acceptString(text) || !matcher.isCompleted()) return text;
  }
  return undefined;
}

function choiceName(row: JsonObject): string {
  const choice = row.get("tool_choice")!;
  return typeof choice === "string" ? choice : "named";
}

console.log(`${rows.length} rows: ${equal} equal, ${differences.size} different, ${missing} of families that are not here`);
for (const [where, what] of differences) console.log(`  ${where}: ${what}`);
process.exitCode = differences.size + missing > 0 ? 1 : 0;
