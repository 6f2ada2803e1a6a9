/** Times of making, saving, loading and sharing the Kimi vocabulary. Run: `npx tsx bench/vocabulary.ts`. */

import { vocabularyFromTiktoken } from "../src/vocab/from-tiktoken.ts";
import { vocabularyFromTokenizerJson } from "../src/vocab/from-tokenizer-json.ts";
import { attachVocabulary, deserializeVocabulary, serializeVocabulary, shareVocabulary } from "../src/vocab/serialize.ts";
import { byteLevelTokenizerJson } from "../tests/support/byte-level-tokenizer.ts";
import { kimiMissing, kimiRanks, kimiSpecialTokens } from "../tests/support/kimi-vocabulary.ts";

const ROUNDS = 7;

/** First, median and best time of the rounds, in milliseconds. */
function time<T>(name: string, body: () => T): T {
  const times: number[] = [];
  let value: T | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    value = body();
    times.push(performance.now() - start);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const cells = [times[0], sorted[ROUNDS >> 1], sorted[0]].map((ms) => ms.toFixed(ms < 1 ? 3 : 1).padStart(9));
  console.log(`${name.padEnd(44)}${cells.join("")}`);
  return value as T;
}

if (kimiMissing !== undefined) {
  console.log(`skipped: ${kimiMissing}`);
} else {
  const ranks = kimiRanks();
  const specialTokens = kimiSpecialTokens("kimi-k3");
  const options = { size: 163_840, specialTokens };
  console.log(`${"ms, Kimi K3: 163,584 ranks".padEnd(44)}${["first", "median", "best"].map((title) => title.padStart(9)).join("")}`);
  const vocabulary = time("from tiktoken ranks", () => vocabularyFromTiktoken(ranks, options));
  const json = byteLevelTokenizerJson(vocabulary);
  const fromJson = time("from tokenizer.json (text)", () => vocabularyFromTokenizerJson(json, { size: 163_840 }));
  const saved = time("serialise", () => serializeVocabulary(vocabulary));
  time("load serialised, verified", () => deserializeVocabulary(saved));
  time("load serialised, trusted", () => deserializeVocabulary(saved, { verify: false }));
  const shared = time("share (copies once)", () => shareVocabulary(vocabulary));
  time("attach to shared memory", () => attachVocabulary(shared));
  console.log(
    `trie nodes ${vocabulary.trie.nodeCount}, saved bytes ${saved.length}, same from tokenizer.json: ${fromJson.fingerprint === vocabulary.fingerprint}`,
  );
}
