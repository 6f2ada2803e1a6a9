/**
 * `npm run noise -- FILE… [--seeds N] [--tokens N] [--only ID]… [--verbose]`: what noise writes under masks must be valid. Files are those of `npm run bfcl`.
 *
 * Each tool is the named choice of a Kimi K3 grammar, compiled for Kimi's vocabulary; noise starts in its tools channel, and its calls must read back with arguments that validate
 * against the tool's schema, by our validator and by Ajv. A row that is a schema is also compiled alone, as a grammar of JSON texts. A schema that is refused with a code is counted by code.
 * Each seed ends within its tokens: `--tokens` (default 300), or the least power of two times that in which some output fits. Exit code 1 where anything was invalid.
 */
import { parseArgs } from "node:util";
import { GrammarCompiler } from "../src/engine.ts";
import { kimiMissing, kimiVocabulary } from "../tests/support/kimi-vocabulary.ts";
import { NoiseRun } from "./bfcl/noise-run.ts";
import { readRows } from "./bfcl/rows.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: "string", default: "4" },
    tokens: { type: "string", default: "300" },
    only: { type: "string", multiple: true, default: [] },
    verbose: { type: "boolean", default: false },
  },
});
if (positionals.length === 0) {
  console.error("usage: npm run noise -- FILE.jsonl[.gz] … [--seeds N] [--tokens N] [--only ID]… [--verbose]");
  process.exitCode = 2;
} else if (kimiMissing !== undefined) console.log(`skipped: ${kimiMissing}`);
else {
  const compiler = new GrammarCompiler(kimiVocabulary());
  compiler.warmUp();
  const run = new NoiseRun(compiler, { seeds: Number(values.seeds), maxTokens: Number(values.tokens), verbose: values.verbose });
  for (const file of positionals) {
    for (const row of readRows(file).rows) if (values.only.length === 0 || values.only.includes(row.id)) run.row(row);
  }
  process.exitCode = run.report() > 0 ? 1 : 0;
}
