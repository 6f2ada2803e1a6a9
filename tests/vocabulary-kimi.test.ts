import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import {
  deserializeVocabulary,
  encodeRanks,
  serializeVocabulary,
  shareVocabulary,
  tokenizeGreedy,
  vocabularyFromTokenizerJson,
} from "../src/engine.ts";
import { byteLevelTokenizerJson } from "./support/byte-level-tokenizer.ts";
import { kimiMissing, kimiVocabulary } from "./support/kimi-vocabulary.ts";

if (kimiMissing !== undefined) console.warn(`skipped: ${kimiMissing}`);

describe.skipIf(kimiMissing !== undefined)("the Kimi K3 vocabulary", () => {
  it("has its published size, tokens and special tokens", () => {
    const vocabulary = kimiVocabulary();
    expect(vocabulary.size).toBe(163_840);
    expect(vocabulary.trie.nodeCount).toBe(383_730);
    expect(vocabulary.trie.token.filter((id) => id !== -1).length).toBe(163_584);
    expect(vocabulary.maxTokenBytes).toBe(256);
    expect(vocabulary.missingBytes).toEqual([]);
    expect(vocabulary.aliases.length).toBe(0);
    expect(vocabulary.specialTokens.get("<|open|>")).toBe(163_587);
    expect(vocabulary.stopTokenIds).toEqual([163_586]);
  });

  it("finds every token by walking", () => {
    const vocabulary = kimiVocabulary();
    for (let id = 0; id < 163_584; id++) {
      const tokens = tokenizeGreedy(vocabulary, vocabulary.bytesOf(id));
      if (tokens.length !== 1 || tokens[0] !== id) expect.fail(`token ${id} is not found`);
    }
  });

  it("has a well-formed trie", () => {
    const { nodeCount, byte, end, depth, token } = kimiVocabulary().trie;
    for (let node = 0; node < nodeCount; node++) {
      const next = node + 1;
      const hasChild = next < end[node];
      if (hasChild ? depth[next] !== depth[node] + 1 : token[node] === -1) expect.fail(`node ${node}`);
      const sibling = end[node];
      if (sibling < nodeCount && depth[sibling] === depth[node] && byte[sibling] <= byte[node]) expect.fail(`siblings ${node}, ${sibling}`);
    }
  });

  it("saves and loads equal", () => {
    const vocabulary = kimiVocabulary();
    const saved = serializeVocabulary(vocabulary);
    const loaded = deserializeVocabulary(saved);
    expect(loaded.fingerprint).toBe(vocabulary.fingerprint);
    expect(loaded.specialTokens).toEqual(vocabulary.specialTokens);
    expect(Buffer.compare(serializeVocabulary(loaded), saved)).toBe(0);
  });

  it("is the same from a byte-level tokenizer.json", () => {
    const vocabulary = kimiVocabulary();
    const file = byteLevelTokenizerJson(vocabulary);
    expect(vocabularyFromTokenizerJson(file, { stopTokenIds: [163_586] }).fingerprint).toBe(vocabulary.fingerprint);
  });

  it("encodes a word by ranks into few tokens that spell it", () => {
    const vocabulary = kimiVocabulary();
    const tokens = encodeRanks(vocabulary, new TextEncoder().encode(" antidisestablishmentarianism"));
    expect(tokens.map((id) => vocabulary.textOf(id)).join("")).toBe(" antidisestablishmentarianism");
    expect(tokens.length).toBeLessThan(10);
  });

  it("is shared with a worker thread", async () => {
    const vocabulary = kimiVocabulary();
    const text = "shared memory, 共享内存";
    const url = new URL("./support/vocabulary-worker.ts", import.meta.url).href;
    // Threads of Node 20 take no TypeScript loader from the command line.
    const worker = new Worker(`import("tsx/esm/api").then(({ tsImport }) => tsImport("${url}", "${url}"))`, {
      eval: true,
      workerData: { shared: shareVocabulary(vocabulary), text },
    });
    try {
      const [seen] = await once(worker, "message");
      expect(seen).toEqual({
        fingerprint: vocabulary.fingerprint,
        isShared: true,
        special: [...vocabulary.specialTokens.keys()],
        tokens: tokenizeGreedy(vocabulary, new TextEncoder().encode(text)),
      });
    } finally {
      await worker.terminate();
    }
  });
});
