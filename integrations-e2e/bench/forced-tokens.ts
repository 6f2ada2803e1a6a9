/**
 * `npx tsx integrations-e2e/bench/forced-tokens.ts [--rows N] [--family F]`: how many forward passes forced tokens save on the calls of BFCL.
 *
 * A model writes the calls of each row in its family's syntax, in the tokens of Kimi's tokenizer, under the grammar of the row's tools (a call is required). Where the grammar forces what comes, the
 * tokens are taken without the model; every other token costs a pass. Without structag each token costs one. Rows whose calls the grammar refuses (keys in another order, undeclared keys) are left out.
 */
import { parseArgs } from "node:util";
import { resolveFamily } from "../../src/index.ts";
import { TokenGuide } from "../../src/integrations/token-guide.ts";
import { compileTools } from "../../src/transformers.ts";
import { kimiMissing, kimiVocabulary } from "../../tests/support/kimi-vocabulary.ts";
import { toolLists } from "../models/tool-lists.ts";
import { encodeKimi } from "./kimi-pieces.ts";

const { values } = parseArgs({ options: { rows: { type: "string", default: "1522" }, family: { type: "string", default: "kimi-k3" } } });
const BAR = 0.3;

if (kimiMissing !== undefined) console.log(`skipped: ${kimiMissing}`);
else process.exitCode = measure() >= BAR ? 0 : 1;

function measure(): number {
  const vocabulary = kimiVocabulary();
  const family = resolveFamily(values.family);
  const specials = [...vocabulary.specialTokens.keys()].map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const special = new RegExp(`(${specials.join("|")})`);
  /** The first token of a text as the model would go on. */
  const firstToken = (text: string): number => {
    const [head, marker] = text.split(special, 2);
    return head === "" ? (vocabulary.specialTokens.get(marker) ?? -1) : encodeKimi(vocabulary, head)[0];
  };
  const totals = { rows: 0, left: 0, tokens: 0, passes: 0 };
  for (const { tools, calls } of toolLists(Number(values.rows))) {
    if (calls.length === 0) continue;
    const { grammar } = compileTools({ family, tools, toolChoice: "required", promptOpens: "response" }, vocabulary);
    const { before = "", after = "" } = family.aroundCalls ?? {};
    const text = new TextEncoder().encode(before + family.writeCalls(calls, {}) + after);
    const guide = new TokenGuide(grammar);
    let at = 0;
    let passes = 0;
    try {
      while (at < text.length) {
        for (const id of guide.takeForced((piece) => encodeKimi(vocabulary, piece))) at += vocabulary.bytesOf(id).length;
        if (at >= text.length) break;
        const id = firstToken(new TextDecoder().decode(text.subarray(at)));
        guide.accept(id);
        at += vocabulary.bytesOf(id).length;
        passes += 1;
      }
      totals.rows += 1;
      totals.tokens += guide.count;
      totals.passes += passes;
    } catch {
      totals.left += 1;
    }
  }
  const saved = 1 - totals.passes / totals.tokens;
  console.log(
    `${family.id}: ${totals.rows} rows (${totals.left} left out), ${totals.tokens} tokens in ${totals.passes} passes: ${(saved * 100).toFixed(1)} % saved; the bar is ${BAR * 100} %`,
  );
  return saved;
}
