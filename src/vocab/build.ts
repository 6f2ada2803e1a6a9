import { fail } from "../core/errors.ts";
import { ContentHash } from "./hash.ts";
import { createImage, HEADER, imageBytes, type VocabularyImage } from "./image.ts";
import type { VocabularyOptions } from "./options.ts";
import { sortByBytes } from "./sort.ts";
import { KNOWN_STOP_TOKENS, PLAIN_STOP_TOKENS } from "./stop-tokens.ts";
import { KIND_NONE, KIND_SPECIAL, KIND_STOP, KIND_TEXT, type TokenTable } from "./token-table.ts";
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

/**
 * The vocabulary of a table and the options that the caller gave. `knowsSpecial`: the source says which tokens are special. `stopCandidates`: ids that, beside the
 * special tokens, may be stop tokens if their text is a known one.
 */
export function buildVocabulary(
  table: TokenTable,
  options: VocabularyOptions,
  source: { knowsSpecial: boolean; stopCandidates?: readonly number[] },
): Vocabulary {
  const size = options.size ?? table.width;
  checkSize(size);
  const knowsSpecial = applySpecialTokens(table, options) || source.knowsSpecial;
  markStopTokens(table, size, options, knowsSpecial, source.stopCandidates ?? []);

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

function checkSize(size: number): void {
  if (Number.isInteger(size) && size > 0 && size <= MAX_VOCABULARY_SIZE) return;
  fail("vocab-size-invalid", "", `a vocabulary of ${size} ids is not supported`, `the size is an integer from 1 to ${MAX_VOCABULARY_SIZE}`);
}

function specialEntries(options: VocabularyOptions): Iterable<readonly [string, number]> {
  const special = options.specialTokens;
  if (special === undefined) return [];
  return special instanceof Map ? special : Object.entries(special as Readonly<Record<string, number>>);
}

const utf8 = new TextEncoder();

/** Marks what the options call special; true if they name any. */
function applySpecialTokens(table: TokenTable, options: VocabularyOptions): boolean {
  let named = false;
  for (const [text, id] of specialEntries(options)) {
    named = true;
    const bytes = utf8.encode(text);
    if (bytes.length === 0)
      fail(
        "vocab-special-token-empty",
        "",
        `the special token ${id} has an empty text`,
        "leave it out: an id without bytes is never allowed",
      );
    if (table.kind[id] === KIND_NONE) table.setBytes(id, bytes, KIND_SPECIAL);
    else if (equalBytes(table.bytesOf(id), bytes)) table.kind[id] = KIND_SPECIAL;
    else {
      const other = new TextDecoder().decode(table.bytesOf(id).slice());
      const message = `id ${id} is the special token ${JSON.stringify(text)}, but the vocabulary has ${JSON.stringify(other)} there`;
      fail("vocab-special-token-conflict", "", message, "check that the special tokens belong to this vocabulary");
    }
  }
  for (const id of options.specialTokenIds ?? []) {
    named = true;
    if (!isTokenOf(table, id))
      fail("vocab-token-id-invalid", "", `the special token id ${id} is no token of the vocabulary`, "give the text too, in specialTokens");
    table.kind[id] = KIND_SPECIAL;
  }
  return named;
}

function markStopTokens(
  table: TokenTable,
  size: number,
  options: VocabularyOptions,
  knowsSpecial: boolean,
  candidates: readonly number[],
): void {
  if (options.stopTokenIds !== undefined) {
    for (const id of options.stopTokenIds) {
      if (!isTokenOf(table, id) || id >= size) {
        fail(
          "vocab-stop-token-invalid",
          "",
          `the stop token id ${id} is no token of the vocabulary`,
          "give its text in specialTokens, and a size that holds it",
        );
      }
      table.kind[id] = KIND_STOP;
    }
    return;
  }
  const names = new Set(knowsSpecial ? KNOWN_STOP_TOKENS : PLAIN_STOP_TOKENS);
  const longest = Math.max(...KNOWN_STOP_TOKENS.map((name) => utf8.encode(name).length));
  const decoder = new TextDecoder();
  const check = (id: number) => {
    if (table.length[id] <= longest && names.has(decoder.decode(table.bytesOf(id).slice()))) table.kind[id] = KIND_STOP;
  };
  for (const id of candidates) check(id);
  for (let id = 0; id < table.width; id++) {
    const kind = table.kind[id];
    if (kind === KIND_SPECIAL || (kind === KIND_TEXT && !knowsSpecial)) check(id);
  }
}

function isTokenOf(table: TokenTable, id: number): boolean {
  return Number.isInteger(id) && id >= 0 && id < table.width && table.kind[id] !== KIND_NONE;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
