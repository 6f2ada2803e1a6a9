/**
 * Lowers every `pattern` and `patternProperties` key of MaskBench and compares each with the host's regular expressions on texts sampled from the pattern and mutated.
 * Usage: tsx scripts/regex-differential.ts [texts per pattern, default 200] [seed, default 1]
 */
import { readFileSync } from "node:fs";
import { createContext, Script } from "node:vm";
import { gunzipSync } from "node:zlib";
import { StructagError } from "../src/core/errors.ts";
import { ExprArena } from "../src/expr/arena.ts";
import { lowerRegex } from "../src/lower/regex/lower.ts";
import { parseRegex } from "../src/lower/regex/parse.ts";
import { utf8Spelling } from "../src/lower/utf8.ts";
import { disagreements, seededRandom } from "../tests/support/regex-differential.ts";

function collectPatterns(value: unknown, found: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === "pattern" && typeof member === "string") found.add(member);
    if (key === "patternProperties" && typeof member === "object" && member !== null)
      for (const name of Object.keys(member)) found.add(name);
    collectPatterns(member, found);
  }
}

function hostRegex(pattern: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {}
  }
  return undefined;
}

const sandbox = createContext({ regex: /x/, text: "" });
const search = new Script("regex.test(text)");
let stopped = 0;

/** What the host says, undefined where it needs too long: it tries all ways to divide some texts. */
function hostAnswer(regex: RegExp, text: string): boolean | undefined {
  Object.assign(sandbox, { regex, text });
  try {
    return search.runInContext(sandbox, { timeout: 200 }) as boolean;
  } catch {
    stopped += 1;
    return undefined;
  }
}

const texts = Number(process.argv[2] ?? 200);
const seed = Number(process.argv[3] ?? 1);
const file = new URL("../../shared/data/maskbench.jsonl.gz", import.meta.url);
const patterns = new Set<string>();
for (const line of gunzipSync(readFileSync(file)).toString("utf8").split("\n")) {
  if (line !== "") collectPatterns((JSON.parse(line) as { schema: unknown }).schema, patterns);
}

const outcome = { lowered: 0, refused: 0, disagreeing: 0, "not valid for the host": 0 };
const times: { pattern: string; milliseconds: number }[] = [];
for (const pattern of patterns) {
  const host = hostRegex(pattern);
  const arena = new ExprArena();
  const start = performance.now();
  try {
    const e = lowerRegex(arena, pattern, { spelling: utf8Spelling(arena), mode: "search" });
    times.push({ pattern, milliseconds: performance.now() - start });
    if (host === undefined) {
      outcome["not valid for the host"] += 1;
      console.log(`only here: ${JSON.stringify(pattern)}`);
      continue;
    }
    outcome.lowered += 1;
    const bad = disagreements(arena, e, (text) => hostAnswer(host, text), parseRegex(pattern), texts, seededRandom(seed));
    const spent = performance.now() - start;
    if (spent > 2000) console.log(`slow (${Math.round(spent)} ms): ${JSON.stringify(pattern)}`);
    if (bad.length === 0) continue;
    outcome.disagreeing += 1;
    console.log(`disagreement: ${JSON.stringify(pattern)} on ${JSON.stringify(bad[0])}, host ${hostAnswer(host, bad[0])}`);
  } catch (error) {
    if (!(error instanceof StructagError)) throw error;
    outcome.refused += 1;
    console.log(`refused: ${JSON.stringify(pattern).slice(0, 120)}: ${error.message}`);
  }
}
times.sort((x, y) => y.milliseconds - x.milliseconds);
console.log(outcome, `comparisons that the host was too slow to finish: ${stopped}`);
console.log(
  "slowest to lower:",
  times.slice(0, 3).map(({ pattern, milliseconds }) => `${milliseconds.toFixed(1)} ms ${pattern.slice(0, 60)}`),
);
console.log("median:", `${times[times.length >> 1].milliseconds.toFixed(3)} ms`);
