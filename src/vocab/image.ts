import { fail } from "../core/errors.ts";

/**
 * A vocabulary is one block of memory, the *image*: a header of 16 words and then the sections below, each at a multiple of 4 bytes. Saving copies the block,
 * loading lays typed arrays over it, and workers share it where it is a SharedArrayBuffer. Words have the byte order of the machine; the first word shows it.
 */
const HEADER_WORDS = 16;
const IMAGE_VERSION = 1;
/** "STVC" on a little-endian machine. */
const MAGIC = 0x43565453;
const MAGIC_SWAPPED = 0x53545643;

/** Meaning of the header's words. */
export const HEADER = {
  magic: 0,
  version: 1,
  totalBytes: 2,
  checksum: 3,
  size: 4,
  poolBytes: 5,
  nodeCount: 6,
  aliasCount: 7,
  stopCount: 8,
  maxTokenBytes: 9,
  fanCount: 10,
  fanSlotCount: 11,
  fingerprintHigh: 12,
  fingerprintLow: 13,
} as const;

/** The counts that fix an image's layout. */
export interface ImageCounts {
  /** Ids: the width of the logits. */
  readonly size: number;
  readonly poolBytes: number;
  readonly nodeCount: number;
  /** Entries of `aliases`: two for each alias. */
  readonly aliasCount: number;
  readonly stopCount: number;
  /** Nodes with a child table, the root level included. */
  readonly fanCount: number;
  readonly fanSlotCount: number;
}

export interface VocabularyImage {
  readonly block: Uint8Array;
  readonly header: Uint32Array;
  /** Where each id's bytes start in `pool`; `size + 1` entries. */
  readonly offsets: Uint32Array;
  readonly stopTokenIds: Int32Array;
  readonly aliases: Int32Array;
  /** `ByteTrie.end`, `.token`, `.depth`, `.byte`. */
  readonly nodeEnd: Int32Array;
  readonly nodeToken: Int32Array;
  readonly nodeDepth: Uint16Array;
  readonly nodeByte: Uint8Array;
  /** The child table of each node, or 0 for none. Table 0 is the root level's. */
  readonly nodeFan: Uint16Array;
  /** Table `t` covers the bytes `fanLow[t]` to `fanHigh[t]`; `fanSlots[fanStart[t] + byte - fanLow[t]]` is the child or -1. */
  readonly fanStart: Int32Array;
  readonly fanSlots: Int32Array;
  readonly fanLow: Uint8Array;
  readonly fanHigh: Uint8Array;
  /** The kind of each id (`token-table.ts`). */
  readonly kinds: Uint8Array;
  /** The bytes of all tokens in the order of their ids. */
  readonly pool: Uint8Array;
}

/** Bytes that an image with these counts takes. */
export function imageBytes(counts: ImageCounts): number {
  let total = HEADER_WORDS * 4;
  for (const [, , bytes] of sections(counts)) total += align(bytes);
  return total;
}

/** Lays a new image out in `buffer`, which is zeroed and of `imageBytes(counts)` bytes, and writes the counts into its header. */
export function createImage(buffer: ArrayBufferLike, counts: ImageCounts): VocabularyImage {
  const header = new Uint32Array(buffer, 0, HEADER_WORDS);
  header[HEADER.magic] = MAGIC;
  header[HEADER.version] = IMAGE_VERSION;
  header[HEADER.totalBytes] = buffer.byteLength;
  for (const name of COUNT_NAMES) header[HEADER[name]] = counts[name];
  return layOut(new Uint8Array(buffer), counts);
}

/** Whether the bytes start as an image does, of this or the other byte order. */
export function isImage(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 4) return false;
  const [magic] = new Uint32Array(bytes.slice(0, 4).buffer);
  return magic === MAGIC || magic === MAGIC_SWAPPED;
}

/**
 * The image in a block that starts at a multiple of 4 bytes. Checks that the block is one and is whole, not what it says.
 * @throws StructagError `vocab-image-invalid`, `vocab-image-version`, `vocab-image-byte-order`
 */
export function openImage(block: Uint8Array): VocabularyImage {
  if (block.byteLength < HEADER_WORDS * 4)
    fail("vocab-image-invalid", "", `${block.byteLength} bytes are too few for a vocabulary image`, SAVE_AGAIN);
  const header = new Uint32Array(block.buffer, block.byteOffset, HEADER_WORDS);
  if (header[HEADER.magic] === MAGIC_SWAPPED) {
    fail("vocab-image-byte-order", "", "the vocabulary image was written on a machine of the other byte order", SAVE_AGAIN);
  }
  if (header[HEADER.magic] !== MAGIC) fail("vocab-image-invalid", "", "the bytes are no vocabulary image", SAVE_AGAIN);
  if (header[HEADER.version] !== IMAGE_VERSION) {
    fail("vocab-image-version", "", `the vocabulary image has version ${header[HEADER.version]}, not ${IMAGE_VERSION}`, SAVE_AGAIN);
  }
  const counts = {} as Record<keyof ImageCounts, number>;
  for (const name of COUNT_NAMES) counts[name] = header[HEADER[name]];
  if (header[HEADER.totalBytes] !== block.byteLength || imageBytes(counts) !== block.byteLength) {
    fail("vocab-image-invalid", "", `the vocabulary image is cut off or damaged: ${block.byteLength} bytes`, SAVE_AGAIN);
  }
  return layOut(block, counts);
}

export const SAVE_AGAIN = "write it again with serializeVocabulary";

const COUNT_NAMES = ["size", "poolBytes", "nodeCount", "aliasCount", "stopCount", "fanCount", "fanSlotCount"] as const;

/** Words first and single bytes last, so that each section stands at a multiple of its element size. */
function sections(counts: ImageCounts) {
  const { size, poolBytes, nodeCount, aliasCount, stopCount, fanCount, fanSlotCount } = counts;
  return [
    ["offsets", Uint32Array, (size + 1) * 4],
    ["stopTokenIds", Int32Array, stopCount * 4],
    ["aliases", Int32Array, aliasCount * 4],
    ["nodeEnd", Int32Array, nodeCount * 4],
    ["nodeToken", Int32Array, nodeCount * 4],
    ["fanStart", Int32Array, fanCount * 4],
    ["fanSlots", Int32Array, fanSlotCount * 4],
    ["nodeDepth", Uint16Array, nodeCount * 2],
    ["nodeFan", Uint16Array, nodeCount * 2],
    ["nodeByte", Uint8Array, nodeCount],
    ["fanLow", Uint8Array, fanCount],
    ["fanHigh", Uint8Array, fanCount],
    ["kinds", Uint8Array, size],
    ["pool", Uint8Array, poolBytes],
  ] as const;
}

function layOut(block: Uint8Array, counts: ImageCounts): VocabularyImage {
  const image: Record<string, unknown> = { block, header: new Uint32Array(block.buffer, block.byteOffset, HEADER_WORDS) };
  let at = block.byteOffset + HEADER_WORDS * 4;
  for (const [name, View, bytes] of sections(counts)) {
    image[name] = new View(block.buffer as ArrayBuffer, at, bytes / View.BYTES_PER_ELEMENT);
    at += align(bytes);
  }
  return image as unknown as VocabularyImage;
}

function align(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}
