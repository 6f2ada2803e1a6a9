import { fail } from "../core/errors.ts";
import { ContentHash } from "./hash.ts";
import { createImage, HEADER, imageBytes, type VocabularyImage } from "./image.ts";
import type { VocabularyOptions } from "./options.ts";
import { sortByBytes } from "./sort.ts";
import { markSpecialTokens, type SourceFacts, specialEntries } from "./special-tokens.ts";
import { KIND_NONE, KIND_STOP, KIND_TEXT, type TokenTable } from "./token-table.ts";
import { countNodes, fillFans, fillTrie, planFans } from "./trie.ts";
import { Vocabulary } from "./vocabulary.ts";

/** Most ids of a vocabulary. The largest published ones have 262,144. */
export const MAX_VOCABULARY_SIZE = 1 << 23;
/** Most bytes of one token: what the trie's 16-bit depth holds. */
export const MAX_TOKEN_BYTES = 0xffff;

/** One past the highest id that the loader's entries and the options name: the width of the table to read into. */
export function tableWidth(entryCount: number, options: VocabularyOptions): number {
  let width = entryCount;
  for (const [text, id] of specialEntries(options)) {
    if (!Number.isInteger(id) || id < 0)
      fail("vocab-token-id-invalid", "", `the id of the special token ${JSON.stringify(text)} is ${id}`, "ids are integers from 0");
    width = Math.max(width, id + 1);
  }
  checkSize(width);
  return width;
}

/** The vocabulary of a table and the options that the caller gave. */
export function buildVocabulary(table: TokenTable, options: VocabularyOptions, source: SourceFacts): Vocabulary {
  const size = options.size ?? table.width;
  checkSize(size);
  markSpecialTokens(table, size, options, source);

  let textCount = 0;
  let poolBytes = 0;
  let maxTokenBytes = 0;
  const limit = Math.min(size, table.width);
  const stopTokenIds: number[] = [];
  for (let id = 0; id < limit; id++) {
    const kind = table.kind[id];
    if (kind === KIND_NONE) continue;
    poolBytes += table.length[id];
    if (table.length[id] > MAX_TOKEN_BYTES)
      fail("vocab-token-too-long", "", `token ${id} has ${table.length[id]} bytes`, `at most ${MAX_TOKEN_BYTES} are supported`);
    if (kind === KIND_STOP) stopTokenIds.push(id);
    if (kind !== KIND_TEXT) continue;
    textCount++;
    maxTokenBytes = Math.max(maxTokenBytes, table.length[id]);
  }
  const sorted = new Int32Array(textCount);
  for (let id = 0, n = 0; id < limit; id++) if (table.kind[id] === KIND_TEXT) sorted[n++] = id;
  sortByBytes(table, sorted);

  const nodeCount = countNodes(table, sorted);
  const trie = {
    nodeCount,
    byte: new Uint8Array(nodeCount),
    token: new Int32Array(nodeCount),
    end: new Int32Array(nodeCount),
    depth: new Uint16Array(nodeCount),
  };
  const aliases = fillTrie(table, sorted, trie);
  const fans = planFans(trie);

  const counts = {
    size,
    poolBytes,
    nodeCount,
    aliasCount: aliases.length,
    stopCount: stopTokenIds.length,
    fanCount: fans.nodes.length,
    fanSlotCount: fans.slotCount,
  };
  const image = createImage(new ArrayBuffer(imageBytes(counts)), counts);
  image.nodeByte.set(trie.byte);
  image.nodeToken.set(trie.token);
  image.nodeEnd.set(trie.end);
  image.nodeDepth.set(trie.depth);
  image.aliases.set(aliases);
  image.stopTokenIds.set(stopTokenIds);
  fillFans(trie, fans.nodes, image);
  copyTokens(table, limit, image);
  image.header[HEADER.maxTokenBytes] = maxTokenBytes;
  writeFingerprint(image);
  return new Vocabulary(image);
}

function copyTokens(table: TokenTable, limit: number, image: VocabularyImage): void {
  const { offsets, pool, kinds } = image;
  let at = 0;
  for (let id = 0; id < limit; id++) {
    offsets[id] = at;
    if (table.kind[id] === KIND_NONE) continue;
    kinds[id] = table.kind[id];
    const from = table.start[id];
    const length = table.length[id];
    for (let i = 0; i < length; i++) pool[at + i] = table.pool[from + i];
    at += length;
  }
  offsets.fill(at, limit);
}

/** The trie and its tables follow from the tokens, so the tokens are all that is hashed. */
function writeFingerprint(image: VocabularyImage): void {
  const hash = new ContentHash();
  hash.words(image.offsets);
  hash.bytes(image.kinds);
  hash.bytes(image.pool);
  image.header[HEADER.fingerprintHigh] = hash.high;
  image.header[HEADER.fingerprintLow] = hash.low;
}

/** @throws StructagError `vocab-size-invalid` */
export function checkSize(size: number): void {
  if (Number.isInteger(size) && size > 0 && size <= MAX_VOCABULARY_SIZE) return;
  fail("vocab-size-invalid", "", `a vocabulary of ${size} ids is not supported`, `the size is an integer from 1 to ${MAX_VOCABULARY_SIZE}`);
}
