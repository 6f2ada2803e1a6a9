/** What an id of the vocabulary stands for. `none`: nothing (a gap, an empty token, a logit past the vocabulary). */
export const KIND_NONE = 0;
export const KIND_TEXT = 1;
export const KIND_SPECIAL = 2;
/** A special token that ends the generation. */
export const KIND_STOP = 3;

/**
 * The tokens of a vocabulary while it is read: for each id a kind and a slice of one growing byte pool. Ids may come in any order; the last write of an id
 * counts. Loaders write bytes straight into `pool`, so that no object is made per token.
 */
export class TokenTable {
  /** Number of ids that may be read: 0 to `width - 1`. */
  readonly width: number;
  readonly start: Uint32Array;
  readonly length: Uint32Array;
  readonly kind: Uint8Array;
  pool: Uint8Array;
  used = 0;

  constructor(width: number, expectedBytes: number) {
    this.width = width;
    this.start = new Uint32Array(width);
    this.length = new Uint32Array(width);
    this.kind = new Uint8Array(width);
    this.pool = new Uint8Array(Math.max(64, expectedBytes));
  }

  /** Makes room for `count` more bytes at `pool[used]`. */
  reserve(count: number): void {
    if (this.used + count <= this.pool.length) return;
    const wider = new Uint8Array(Math.max(this.pool.length * 2, this.used + count));
    wider.set(this.pool.subarray(0, this.used));
    this.pool = wider;
  }

  /** The bytes from `start` to `used` become token `id`; an empty token has the kind `none`. */
  commit(id: number, start: number, kind: number): void {
    this.start[id] = start;
    this.length[id] = this.used - start;
    this.kind[id] = this.used === start ? KIND_NONE : kind;
  }

  setBytes(id: number, bytes: Uint8Array, kind: number): void {
    const start = this.used;
    this.reserve(bytes.length);
    this.pool.set(bytes, start);
    this.used += bytes.length;
    this.commit(id, start, kind);
  }

  bytesOf(id: number): Uint8Array {
    return this.pool.subarray(this.start[id], this.start[id] + this.length[id]);
  }
}
