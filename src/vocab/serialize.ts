import { fail } from "../core/errors.ts";
import { HEADER, type ImageCounts, openImage, SAVE_AGAIN, type VocabularyImage } from "./image.ts";
import { KIND_STOP } from "./token-table.ts";
import { Vocabulary } from "./vocabulary.ts";

/** A copy of the vocabulary as bytes for {@link deserializeVocabulary}; in the byte order of the machine. About 47 bytes a token. */
export function serializeVocabulary(vocabulary: Vocabulary): Uint8Array {
  const bytes = vocabulary.block.slice();
  const words = new Uint32Array(bytes.buffer, 0, bytes.byteLength / 4);
  words[HEADER.checksum] = checksum(words);
  return bytes;
}

/** Options of {@link deserializeVocabulary}. */
export interface DeserializeOptions {
  /** Check that the bytes are undamaged and consistent. Default true; false saves some milliseconds where the bytes are trusted. */
  readonly verify?: boolean;
}

/**
 * The vocabulary that {@link serializeVocabulary} wrote. Nothing is copied where `bytes` starts at a multiple of four in its buffer: the vocabulary
 * then lives in these bytes, which must not be written any more.
 * @throws StructagError `vocab-image-invalid`, `vocab-image-version`, `vocab-image-byte-order`
 */
export function deserializeVocabulary(bytes: Uint8Array, options: DeserializeOptions = {}): Vocabulary {
  const block = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const image = openImage(block);
  if (options.verify !== false) verify(image);
  return new Vocabulary(image);
}

/** A sum over all words but the header's own for it, in four lanes that the processor works on at once. */
function checksum(words: Uint32Array): number {
  let a = 1;
  let b = 2;
  let c = 3;
  let d = 4;
  const step = (lane: number, word: number) => Math.imul(lane ^ word, 0x9e3779b1) ^ (lane >>> 15);
  const whole = words.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    a = step(a, words[i]);
    b = step(b, words[i + 1]);
    c = step(c, words[i + 2]);
    d = step(d, i + 3 === HEADER.checksum ? 0 : words[i + 3]);
  }
  for (let i = whole; i < words.length; i++) a = step(a, words[i]);
  return step(step(step(a, b), c), d) >>> 0;
}

/** The checksum finds accidents; the walk over the arrays finds what would make a trie walk hang or leave its arrays. */
function verify(image: VocabularyImage): void {
  const { block, header } = image;
  const words = new Uint32Array(block.buffer, block.byteOffset, block.byteLength / 4);
  if (checksum(words) !== header[HEADER.checksum]) damaged("the checksum does not fit");
  const counts = { size: header[HEADER.size], poolBytes: header[HEADER.poolBytes], nodeCount: header[HEADER.nodeCount] };
  verifyTokens(image, counts);
  verifyTrie(image, counts);
  verifyFans(image, counts.nodeCount);
}

type Counts = Pick<ImageCounts, "size" | "poolBytes" | "nodeCount">;

function verifyTokens(image: VocabularyImage, { size, poolBytes }: Counts): void {
  const { offsets, kinds, stopTokenIds, aliases } = image;
  if (offsets[0] !== 0 || offsets[size] !== poolBytes) damaged("the token offsets do not cover the token bytes");
  for (let id = 0; id < size; id++) {
    if (offsets[id + 1] < offsets[id]) damaged(`token ${id} has a negative length`);
    if (kinds[id] > KIND_STOP) damaged(`token ${id} has no known kind`);
  }
  for (const id of stopTokenIds) if (id < 0 || id >= size || kinds[id] !== KIND_STOP) damaged(`the stop token ${id} is none`);
  if (aliases.length % 2 !== 0) damaged("the aliases are no pairs");
  for (const id of aliases) if (id < 0 || id >= size) damaged(`the alias ${id} is no token`);
}

function verifyTrie(image: VocabularyImage, { size, nodeCount }: Counts): void {
  const { nodeEnd, nodeToken, nodeDepth } = image;
  // Ends of the open nodes. No node is deeper than its 16-bit depth says.
  const open = new Int32Array(0x10001);
  open[0] = nodeCount;
  let top = 0;
  for (let node = 0; node < nodeCount; node++) {
    while (top > 0 && open[top] === node) top--;
    const end = nodeEnd[node];
    if (end <= node || end > open[top]) damaged(`trie node ${node} ends at ${end}`);
    if (nodeDepth[node] !== top) damaged(`trie node ${node} has the wrong depth`);
    if (nodeToken[node] < -1 || nodeToken[node] >= size) damaged(`trie node ${node} names a token past the vocabulary`);
    open[++top] = end;
  }
}

function verifyFans(image: VocabularyImage, nodeCount: number): void {
  const { nodeFan, fanStart, fanSlots, fanLow, fanHigh } = image;
  if (fanStart.length === 0 || fanLow[0] !== 0 || fanHigh[0] !== 255) damaged("the root level has no child table");
  for (let fan = 0; fan < fanStart.length; fan++) {
    const start = fanStart[fan];
    if (start < 0 || fanHigh[fan] < fanLow[fan] || start + fanHigh[fan] - fanLow[fan] >= fanSlots.length)
      damaged(`child table ${fan} is out of range`);
  }
  for (let node = 0; node < nodeCount; node++) if (nodeFan[node] >= fanStart.length) damaged(`trie node ${node} names no child table`);
  for (let slot = 0; slot < fanSlots.length; slot++)
    if (fanSlots[slot] < -1 || fanSlots[slot] >= nodeCount) damaged(`slot ${slot} of a child table names no node`);
}

function damaged(what: string): never {
  return fail("vocab-image-invalid", "", `the vocabulary image is damaged: ${what}`, SAVE_AGAIN);
}

/** What {@link shareVocabulary} hands to other threads. Goes through `postMessage`; the memory is shared, not copied. */
export interface SharedVocabulary {
  readonly kind: "structag-vocabulary";
  readonly memory: SharedArrayBuffer;
}

/**
 * The vocabulary in shared memory: post the result to a worker, and {@link attachVocabulary} there. A vocabulary that lives in shared memory already
 * is not copied again.
 * @throws StructagError `vocab-sharing-unavailable` where there is no SharedArrayBuffer (in a browser: a page that is not cross-origin isolated)
 */
export function shareVocabulary(vocabulary: Vocabulary): SharedVocabulary {
  if (typeof SharedArrayBuffer === "undefined") {
    fail(
      "vocab-sharing-unavailable",
      "",
      "SharedArrayBuffer is not available here",
      "serve the page cross-origin isolated, or post serializeVocabulary's bytes",
    );
  }
  const { block } = vocabulary;
  if (block.buffer instanceof SharedArrayBuffer && block.byteLength === block.buffer.byteLength)
    return { kind: "structag-vocabulary", memory: block.buffer };
  const memory = new SharedArrayBuffer(block.byteLength);
  new Uint8Array(memory).set(block);
  return { kind: "structag-vocabulary", memory };
}

/**
 * The vocabulary in memory that {@link shareVocabulary} filled, without a copy. The contents are not checked.
 * @throws StructagError `vocab-image-invalid`, `vocab-image-version`, `vocab-image-byte-order`
 */
export function attachVocabulary(shared: SharedVocabulary): Vocabulary {
  return new Vocabulary(openImage(new Uint8Array(shared.memory)));
}
