import { readFileSync } from "node:fs";
import type { Vocabulary } from "../../src/vocab/vocabulary.ts";
import type { BenchCase } from "./bench-case.ts";
import { kimiK3Case } from "./kimi-k3.ts";
import { kimiTokenizer } from "./kimi-tokenizer.ts";

/** The shared speed cases, a structural tag without schemas, and Kimi K3's tags of 8 and 128 tools. */
export function loadCases(vocabulary: Vocabulary): BenchCase[] {
  const encode = kimiTokenizer(vocabulary);
  const shared = readFileSync(new URL("../../../shared/data/speed-cases.jsonl", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Omit<BenchCase, "tokens">);
  const own: Omit<BenchCase, "tokens">[] = [
    { name: "16_free_text_8_tags", kind: "structural_tag", ...freeTextTags() },
    { name: "17_kimi_k3_8_tools", kind: "structural_tag", ...kimiK3Case(8) },
    { name: "18_kimi_k3_128_tools", kind: "structural_tag", ...kimiK3Case(128) },
  ];
  return [...shared, ...own].map((benchCase) => ({ ...benchCase, tokens: encode(benchCase.text) }));
}

/** Free text, eight triggered tags with free text inside. */
function freeTextTags(): { readonly schema: unknown; readonly text: string } {
  const names = ["plan", "note", "quote", "code", "table", "aside", "cite", "sum"];
  const tags = names.map((name) => ({ type: "tag", begin: `<block=${name}>`, content: { type: "any_text" }, end: "</block>" }));
  const text =
    "First the plan, then a < b as code.\n<block=plan>Read the file; compare; write.</block> After that: " +
    "<block=code>if (a < b) {\n  return a;\n}</block>\nDone — see <the notes> for more.";
  return { schema: { type: "structural_tag", format: { type: "triggered_tags", triggers: ["<block="], tags } }, text };
}
