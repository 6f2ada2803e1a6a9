import { parentPort, workerData } from "node:worker_threads";
import { attachVocabulary, type SharedVocabulary } from "../../src/vocab/serialize.ts";
import { tokenizeGreedy } from "../../src/vocab/tokenize.ts";

/** What a worker sees of a vocabulary that was shared with it. */
const { shared, text } = workerData as { shared: SharedVocabulary; text: string };
const vocabulary = attachVocabulary(shared);
parentPort?.postMessage({
  fingerprint: vocabulary.fingerprint,
  isShared: vocabulary.trie.byte.buffer instanceof SharedArrayBuffer,
  special: [...vocabulary.specialTokens.keys()],
  tokens: tokenizeGreedy(vocabulary, new TextEncoder().encode(text)),
});
