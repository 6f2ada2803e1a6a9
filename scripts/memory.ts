/**
 * `npm run memory -- FILE… [--schemas N] [--budget MIB] [--kept N] [--checked N]`: one compiler serves N (default 10,000) distinct tool schemas, each as the only tool of a Kimi K3 grammar, and up to
 * 40 random tokens are written under its masks. Files are those of `npm run bfcl`. Every 500 schemas it prints what the compiler counts and what the heap holds behind garbage collection; the last `--kept` (default
 * 64) grammars stay in use, as a server keeps them. A sample of grammars, and one matcher that lives from the beginning to the end, must give the masks that a fresh compiler gives.
 * Exit code 1 where a mask differs, or where memory goes past the budget (default 256 MiB) by more than the one grammar that crossed it and the generations that matchers hold can explain.
 */
import { parseArgs } from "node:util";
import { SeededRandom } from "../src/core/random.ts";
import { type CompiledGrammar, GrammarCompiler, type GrammarMatcher, StructagError } from "../src/engine.ts";
import { buildOutputGrammar, type Format, isJsonArray, isJsonObject, type Json, writeJson } from "../src/index.ts";
import { kimiMissing, kimiVocabulary } from "../tests/support/kimi-vocabulary.ts";
import { readRows } from "./bfcl/rows.ts";

const MIB = 1024 * 1024;
const PREFIX = "<|close|>response<|sep|><|open|>tools<|sep|>";
/** Generations beside the one for new work that kept grammars and matchers may hold. */
const HELD_GENERATIONS = 1;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    schemas: { type: "string", default: "10000" },
    budget: { type: "string", default: "256" },
    kept: { type: "string", default: "64" },
    checked: { type: "string", default: "40" },
  },
});
if (positionals.length === 0) {
  console.error("usage: npm run memory -- FILE.jsonl[.gz] … [--schemas N] [--budget MIB] [--kept N] [--checked N]");
  process.exitCode = 2;
} else if (kimiMissing !== undefined) console.log(`skipped: ${kimiMissing}`);
else if (globalThis.gc === undefined) {
  console.error("start node with --expose-gc");
  process.exitCode = 2;
} else process.exitCode = run();

function run(): number {
  const count = Number(values.schemas);
  const budget = Number(values.budget) * MIB;
  const schemas = distinctSchemas(positionals, count);
  const vocabulary = kimiVocabulary();
  const compiler = new GrammarCompiler(vocabulary, { memoryBudget: budget });
  compiler.warmUp();
  const kept: CompiledGrammar[] = [];
  let refused = 0;
  let compared = 0;
  let wrong = 0;
  let most = 0;
  const every = Math.max(1, Math.floor(schemas.length / Number(values.checked)));
  const first = formatOf(schemas[0]);
  const oldest = compiler.compileFormat(first).matcher();
  const base = heapMiB();
  console.log(`${schemas.length} schemas, budget ${values.budget} MiB, heap before ${base.toFixed(0)} MiB`);
  console.log("schemas  generations  counted MiB  heap MiB over that before");
  for (const [index, schema] of schemas.entries()) {
    try {
      const format = formatOf(schema);
      const grammar = compiler.compileFormat(format);
      kept.push(grammar);
      if (kept.length > Number(values.kept)) kept.shift();
      const tokens = randomTokens(grammar, index);
      if (index % every === 0) {
        compared += 1;
        wrong += differentMasks(grammar, new GrammarCompiler(vocabulary).compileFormat(format), tokens);
      }
    } catch (error) {
      if (!(error instanceof StructagError)) throw error;
      refused += 1;
    }
    if ((index + 1) % 500 === 0 || index + 1 === schemas.length) {
      const { generations, byteLength } = compiler.statistics;
      const heap = heapMiB() - base;
      most = Math.max(most, heap);
      console.log(
        `${String(index + 1).padStart(7)}  ${String(generations).padStart(11)}  ${(byteLength / MIB).toFixed(0).padStart(11)}  ${heap.toFixed(0).padStart(10)}`,
      );
    }
  }
  const fresh = new GrammarCompiler(vocabulary).compileFormat(first).matcher();
  for (const character of PREFIX + "<") {
    if (!sameMask(oldest, fresh)) wrong += 1;
    if (oldest.acceptString(character) !== fresh.acceptString(character)) wrong += 1;
  }
  const allowed = (Number(values.budget) + 64) * (1 + HELD_GENERATIONS);
  console.log(`${refused} schemas were refused with a code; ${compared} grammars compared with fresh ones, ${wrong} masks differ`);
  console.log(`heap at most ${most.toFixed(0)} MiB over that before (${allowed} allowed)`);
  return wrong > 0 || most > allowed ? 1 : 0;
}

function formatOf(schema: Json): Format {
  const tools = [{ type: "function", function: { name: "tool", parameters: schema } }];
  return buildOutputGrammar({ model: "kimi-k3", tools, toolChoice: "required", promptOpens: "response" }).format;
}

/** What random tokens write behind the beginning of a call. */
function randomTokens(grammar: CompiledGrammar, seed: number): number[] {
  const random = new SeededRandom(seed);
  const matcher = startOf(grammar);
  const written: number[] = [];
  while (written.length < 40 && !matcher.isTerminated()) {
    const { added, words } = matcher.nextTokenMask();
    // Tokens beside the large bitsets lead out of texts.
    const few = added.length > 0 && (words === null || random.fraction() < 0.5);
    const token = few ? added[random.below(added.length)] : random.pick([...matcher.nextTokenMask().toArray()]);
    matcher.acceptToken(token);
    written.push(token);
  }
  return written;
}

function startOf(grammar: CompiledGrammar): GrammarMatcher {
  const matcher = grammar.matcher();
  if (!matcher.acceptString(PREFIX)) throw new Error("the beginning of a call is refused");
  return matcher;
}

/** The number of places along the tokens at which two grammars give different masks. */
function differentMasks(grammar: CompiledGrammar, fresh: CompiledGrammar, tokens: readonly number[]): number {
  const [one, other] = [startOf(grammar), startOf(fresh)];
  let different = 0;
  for (const token of tokens) {
    if (!sameMask(one, other)) different += 1;
    if (!one.acceptToken(token) || !other.acceptToken(token)) return different + 1;
  }
  return different;
}

function sameMask(one: GrammarMatcher, other: GrammarMatcher): boolean {
  const [x, y] = [one, other].map((matcher) => {
    const words = new Int32Array(Math.ceil(kimiVocabulary().size / 32));
    matcher.nextTokenMask().copyTo(words);
    return Buffer.from(words.buffer);
  });
  return x.equals(y);
}

/** Parameters of functions, and schemas, each once. */
function distinctSchemas(files: readonly string[], count: number): Json[] {
  const schemas = new Map<string, Json>();
  const add = (schema: Json): void => {
    if (schemas.size < count) schemas.set(writeJson(schema), schema);
  };
  for (const file of files) {
    for (const { tools, schema } of readRows(file).rows) {
      if (schema !== undefined) add(schema);
      else if (isJsonArray(tools)) for (const tool of tools) add(parametersOf(tool));
    }
  }
  return [...schemas.values()];
}

function parametersOf(tool: Json): Json {
  const fields = isJsonObject(tool) ? tool : undefined;
  const inner = fields?.get("function");
  return (isJsonObject(inner) ? inner : fields)?.get("parameters") ?? true;
}

function heapMiB(): number {
  globalThis.gc?.();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return (heapUsed + external + arrayBuffers) / MIB;
}
