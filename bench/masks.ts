/**
 * Compile and mask times beside the peers, in one run. `npm run bench -- [--rounds N] [--cases PART,…] [--engines PART,…] [--json OUT]`; see the README.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Vocabulary } from "../src/vocab/vocabulary.ts";
import { kimiMissing, kimiVocabulary } from "../tests/support/kimi-vocabulary.ts";
import { loadCases } from "./cases/load-cases.ts";
import type { Engine } from "./engines/engine.ts";
import { structag } from "./engines/structag.ts";
import { structuredOutput } from "./engines/structured-output.ts";
import { webXgrammar } from "./engines/web-xgrammar.ts";
import { installPeers } from "./peers.ts";
import { markdown, scaleOf } from "./report.ts";
import type { Run } from "./results.ts";
import { runRounds } from "./rounds.ts";
import { timerOverhead } from "./timer.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    cases: { type: "string", default: "" },
    engines: { type: "string", default: "" },
    json: { type: "string" },
  },
});

if (kimiMissing !== undefined) {
  console.log(`skipped: ${kimiMissing}`);
} else {
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds is a whole number above zero");
  const vocabulary = kimiVocabulary();
  const known = loadCases(vocabulary);
  const cases = known.filter(({ name }) => isNamed(name, values.cases));
  const engines = await makeEngines(vocabulary);
  if (cases.length === 0 || engines.length === 0) throw new Error("no case or no engine has such a name");
  for (let round = 0; round < 5; round += 1) timerOverhead();
  const overhead = timerOverhead();
  const { results, ...rest } = await runRounds({ vocabulary, engines, cases, known, rounds, overhead, say: (line) => console.error(line) });
  const run: Run = {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    rounds,
    cases: cases.map(({ name, tokens }) => ({ name, tokens: tokens.length })),
    timerOverheadNs: overhead * 1000,
    engines: results,
    ...rest,
  };
  console.log(markdown(run));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(jsonOf(run), null, 2)}\n`);
}

async function makeEngines(vocabulary: Vocabulary): Promise<Engine[]> {
  const makers: readonly (readonly [string, () => Engine | Promise<Engine>])[] = [
    ["structag", () => structag(vocabulary)],
    ["web-xgrammar", () => webXgrammar(vocabulary)],
    ["transformers-structured-output", () => structuredOutput(vocabulary)],
  ];
  const wanted = makers.filter(([name]) => isNamed(name, values.engines));
  const failure = wanted.some(([name]) => name !== "structag") ? installPeers() : undefined;
  if (failure !== undefined) console.error(`without the peers: ${failure}`);
  const made: Engine[] = [];
  for (const [name, make] of wanted) if (failure === undefined || name === "structag") made.push(await make());
  return made;
}

/** Whether the name holds one of the comma-separated parts, or none is given. */
function isNamed(name: string, parts: string): boolean {
  return parts === "" || parts.split(",").some((part) => name.includes(part));
}

function jsonOf(run: Run): unknown {
  return {
    ...run,
    scale: scaleOf(run),
    engines: run.engines.map((engine) => ({
      name: engine.name,
      version: engine.version,
      vocabularyMs: engine.bestCold(),
      total: engine.figures([...engine.measured.keys()]),
      cases: Object.fromEntries([...engine.measured.keys()].map((name) => [name, engine.figures([name])])),
      failures: Object.fromEntries(engine.failures),
    })),
  };
}
