import { HEADER, type VocabularyImage } from "./image.ts";
import { KIND_SPECIAL, KIND_TEXT } from "./token-table.ts";
import type { ByteTrie } from "./types.ts";

/**
 * What the engine needs to know about a tokenizer: the bytes of each id, a trie over the text tokens, and the special and stop tokens. Immutable, and one
 * block of memory: it can be saved (`serializeVocabulary`) and shared between workers (`shareVocabulary`). Made by `vocabularyFromTokens`,
 * `vocabularyFromTokenizerJson`, `vocabularyFromTiktoken`, `vocabularyFromGguf` or `deserializeVocabulary`.
 */
export class Vocabulary {
  /** Width of the logits: ids are 0 to `size - 1`. May be larger than the number of tokens; ids without bytes can never be accepted. */
  readonly size: number;
  /** The text tokens: no special, stop or empty ones. */
  readonly trie: ByteTrie;
  /** Length in bytes of the longest text token. */
  readonly maxTokenBytes: number;
  /** The tokens that end a generation, ascending. All of them are special. */
  readonly stopTokenIds: readonly number[];
  /** Text of each special token, stop tokens included, to its id (the lowest, where several have the same text). */
  readonly specialTokens: ReadonlyMap<string, number>;
  /** Ids whose bytes equal those of a lower id: pairs lower, alias, lower, alias, … in the order of the bytes. Not to be written. */
  readonly aliases: Int32Array;
  /** The bytes, ascending, that no token consists of alone. Text that needs one may be impossible to write. */
  readonly missingBytes: readonly number[];
  /** A hash of the contents as 16 hexadecimal digits: equal for equal vocabularies on every platform. For caches, not for security. */
  readonly fingerprint: string;
  readonly #image: VocabularyImage;

  /** @internal Use one of the functions that make a vocabulary. */
  constructor(image: VocabularyImage) {
    this.#image = image;
    const { header } = image;
    this.size = header[HEADER.size];
    this.maxTokenBytes = header[HEADER.maxTokenBytes];
    this.trie = {
      nodeCount: header[HEADER.nodeCount],
      byte: image.nodeByte,
      token: image.nodeToken,
      end: image.nodeEnd,
      depth: image.nodeDepth,
    };
    this.stopTokenIds = Object.freeze(Array.from(image.stopTokenIds));
    this.aliases = image.aliases;
    this.fingerprint = hexWord(header[HEADER.fingerprintHigh]) + hexWord(header[HEADER.fingerprintLow]);
    const special = new Map<string, number>();
    for (let id = 0; id < this.size; id++) {
      if (image.kinds[id] < KIND_SPECIAL) continue;
      const text = this.textOf(id);
      if (!special.has(text)) special.set(text, id);
    }
    this.specialTokens = special;
    this.missingBytes = Object.freeze(
      Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => {
        const node = image.fanSlots[byte];
        return node === -1 || image.nodeToken[node] === -1;
      }),
    );
  }

  /** True for special and stop tokens; false for text tokens and for ids that stand for nothing. */
  isSpecial(id: number): boolean {
    return this.#image.kinds[id] >= KIND_SPECIAL;
  }

  /** True for a token that is text: one that the trie holds, or an alias of one. */
  isText(id: number): boolean {
    return this.#image.kinds[id] === KIND_TEXT;
  }

  /** The bytes of a token (of a special one: its text as UTF-8); empty for an id that stands for nothing. A view, not to be written. */
  bytesOf(id: number): Uint8Array {
    const { offsets, pool } = this.#image;
    return id >= 0 && id < this.size && Number.isInteger(id) ? pool.subarray(offsets[id], offsets[id + 1]) : pool.subarray(0, 0);
  }

  /** The text of a token for display: bytes that are no UTF-8 show as U+FFFD. */
  textOf(id: number): string {
    // A copy, because text decoders of browsers refuse shared memory.
    return lossyUtf8.decode(this.bytesOf(id).slice());
  }

  /** The child of a trie node along `byte`, or -1. Node -1 stands for the root level. */
  child(node: number, byte: number): number {
    const image = this.#image;
    const fan = node === -1 ? 0 : image.nodeFan[node];
    if (fan !== 0 || node === -1) {
      const low = image.fanLow[fan];
      return byte < low || byte > image.fanHigh[fan] ? -1 : image.fanSlots[image.fanStart[fan] + byte - low];
    }
    const { nodeByte, nodeEnd } = image;
    const stop = nodeEnd[node];
    for (let child = node + 1; child < stop; child = nodeEnd[child]) {
      const edge = nodeByte[child];
      if (edge >= byte) return edge === byte ? child : -1;
    }
    return -1;
  }

  /** @internal The block of memory, for saving and sharing. */
  get block(): Uint8Array {
    return this.#image.block;
  }
}

const lossyUtf8 = new TextDecoder("utf-8", { ignoreBOM: true });

function hexWord(word: number): string {
  return word.toString(16).padStart(8, "0");
}
