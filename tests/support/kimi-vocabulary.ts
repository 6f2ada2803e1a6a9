import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { vocabularyFromTiktoken } from "../../src/vocab/from-tiktoken.ts";
import type { Vocabulary } from "../../src/vocab/vocabulary.ts";

const folder = new URL("../../../shared/data/kimi/", import.meta.url);

/** Why tests on the Kimi vocabulary are skipped, or undefined where its files are there. */
export const kimiMissing: string | undefined = existsSync(new URL("tiktoken.model.gz", folder))
  ? undefined
  : "../shared/data/kimi is absent: no Kimi vocabulary";

let ranks: Uint8Array | undefined;

/** The rank file of Kimi K2 and K3, unpacked. */
export function kimiRanks(): Uint8Array {
  ranks ??= new Uint8Array(gunzipSync(readFileSync(new URL("tiktoken.model.gz", folder))));
  return ranks;
}

/** The special tokens of a Kimi model: text to id. */
export function kimiSpecialTokens(model: "kimi-k3" | "kimi-k2"): Record<string, number> {
  return JSON.parse(readFileSync(new URL("special-tokens.json", folder), "utf8"))[model];
}

let vocabulary: Vocabulary | undefined;

/** Kimi K3's vocabulary with its special tokens, its one stop token `<|end_of_msg|>` and 163,840 ids, loaded once. */
export function kimiVocabulary(): Vocabulary {
  vocabulary ??= vocabularyFromTiktoken(kimiRanks(), {
    size: 163_840,
    specialTokens: kimiSpecialTokens("kimi-k3"),
    stopTokenIds: [163_586],
  });
  return vocabulary;
}
