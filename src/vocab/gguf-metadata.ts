import { fail } from "../core/errors.ts";

/** A value of GGUF metadata: 64-bit integers are bigints, number arrays are plain arrays. */
export type GgufValue = number | bigint | boolean | string | readonly GgufValue[];

const MAGIC = 0x46554747;
/** Arrays in arrays: no known file has any. */
const MAX_DEPTH = 4;
const HINT = "give the file from its start, at least up to its tensors (the first 32 MB are enough for most)";

/** Whether the bytes start as a GGUF file does. */
export function isGguf(file: Uint8Array): boolean {
  return file.length >= 4 && new DataView(file.buffer, file.byteOffset, 4).getUint32(0, true) === MAGIC;
}

/**
 * The metadata whose key starts with `prefix`, of a GGUF file of version 2 or 3, or of its beginning: tensors are not needed.
 * @throws StructagError `vocab-gguf-invalid`
 * @see the GGUF specification of the ggml project
 */
export function readGgufMetadata(file: Uint8Array, prefix = ""): Record<string, GgufValue> {
  if (!isGguf(file)) fail("vocab-gguf-invalid", "", "the bytes are no GGUF file", HINT);
  const cursor = new Cursor(file);
  cursor.at = 4;
  const version = cursor.uint32();
  if (version !== 2 && version !== 3)
    fail("vocab-gguf-invalid", "", `GGUF version ${version} is not supported`, "little-endian files of version 2 and 3 are");
  cursor.count();
  const entries: [string, GgufValue][] = [];
  for (let left = cursor.count(); left > 0; left--) {
    const key = cursor.text();
    const type = cursor.uint32();
    if (key.startsWith(prefix)) entries.push([key, cursor.value(type, 0)]);
    else cursor.skip(type, 0);
  }
  return Object.fromEntries(entries);
}

/** Bytes of each scalar type by its number; 0 for string (8) and array (9). */
const WIDTHS: readonly number[] = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];
const TYPE_STRING = 8;
const TYPE_ARRAY = 9;

class Cursor {
  at = 0;
  readonly #file: Uint8Array;
  readonly #view: DataView;
  readonly #utf8 = new TextDecoder();

  constructor(file: Uint8Array) {
    this.#file = file;
    this.#view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  }

  uint32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  /** A 64-bit count. Whatever is counted takes at least a byte each, so that more than the file has is damage or a cut. */
  count(): number {
    const count = this.#view.getBigUint64(this.#take(8), true);
    if (count > BigInt(this.#file.length)) this.#cutOff();
    return Number(count);
  }

  text(): string {
    const length = this.count();
    const start = this.#take(length);
    return this.#utf8.decode(this.#file.slice(start, start + length));
  }

  value(type: number, depth: number): GgufValue {
    if (type === TYPE_STRING) return this.text();
    if (type !== TYPE_ARRAY) return this.#scalar(type);
    const { itemType, length } = this.#arrayHead(depth);
    const items: GgufValue[] = [];
    for (let i = 0; i < length; i++) items.push(this.value(itemType, depth + 1));
    return items;
  }

  skip(type: number, depth: number): void {
    if (type === TYPE_STRING) this.#take(this.count());
    else if (type !== TYPE_ARRAY) this.#take(this.#width(type));
    else {
      const { itemType, length } = this.#arrayHead(depth);
      if (itemType !== TYPE_STRING && itemType !== TYPE_ARRAY) this.#take(this.#width(itemType) * length);
      else for (let i = 0; i < length; i++) this.skip(itemType, depth + 1);
    }
  }

  #arrayHead(depth: number): { itemType: number; length: number } {
    if (depth >= MAX_DEPTH) fail("vocab-gguf-invalid", "", "arrays of metadata are nested too deep", HINT);
    return { itemType: this.uint32(), length: this.count() };
  }

  #scalar(type: number): GgufValue {
    const at = this.#take(this.#width(type));
    const view = this.#view;
    switch (type) {
      case 0:
        return view.getUint8(at);
      case 1:
        return view.getInt8(at);
      case 2:
        return view.getUint16(at, true);
      case 3:
        return view.getInt16(at, true);
      case 4:
        return view.getUint32(at, true);
      case 5:
        return view.getInt32(at, true);
      case 6:
        return view.getFloat32(at, true);
      case 7:
        return view.getUint8(at) !== 0;
      case 10:
        return view.getBigUint64(at, true);
      case 11:
        return view.getBigInt64(at, true);
      default:
        return view.getFloat64(at, true);
    }
  }

  #width(type: number): number {
    const width = WIDTHS[type];
    if (width === undefined) fail("vocab-gguf-invalid", "", `metadata of the unknown type ${type} at byte ${this.at}`, HINT);
    return width;
  }

  /** Moves past `bytes` bytes; returns where they start. */
  #take(bytes: number): number {
    const start = this.at;
    if (start + bytes > this.#file.length) this.#cutOff();
    this.at = start + bytes;
    return start;
  }

  #cutOff(): never {
    return fail("vocab-gguf-invalid", "", `the GGUF metadata is cut off or damaged at byte ${this.at}`, HINT);
  }
}
