/** A set of bytes: eight 32-bit words, least significant bit first. Treat it as immutable once it is handed to an arena. */
export type ByteSet = Uint32Array;

export function byteSet(...bytes: readonly number[]): ByteSet {
  const set = new Uint32Array(8);
  for (const byte of bytes) set[byte >>> 5] |= 1 << (byte & 31);
  return set;
}

/** The bytes `low` to `high`, both included. */
export function byteRange(low: number, high: number): ByteSet {
  const set = new Uint32Array(8);
  for (let byte = low; byte <= high; byte += 1) set[byte >>> 5] |= 1 << (byte & 31);
  return set;
}

export function hasByte(set: ByteSet, byte: number): boolean {
  return ((set[byte >>> 5] >>> (byte & 31)) & 1) === 1;
}

export function unionSets(a: ByteSet, b: ByteSet): ByteSet {
  return a.map((word, index) => word | b[index]);
}

export function intersectSets(a: ByteSet, b: ByteSet): ByteSet {
  return a.map((word, index) => word & b[index]);
}

export function complementSet(set: ByteSet): ByteSet {
  return set.map((word) => ~word);
}

export function isEmptySet(set: ByteSet): boolean {
  return set.every((word) => word === 0);
}

export function isFullSet(set: ByteSet): boolean {
  return set.every((word) => word === 0xffffffff);
}

/** The bytes of a set in ascending order. */
export function bytesOfSet(set: ByteSet): number[] {
  const bytes: number[] = [];
  for (let byte = 0; byte < 256; byte += 1) if (hasByte(set, byte)) bytes.push(byte);
  return bytes;
}

/** The byte of a set of one, else undefined. */
export function onlyByte(set: ByteSet): number | undefined {
  let found: number | undefined;
  for (let word = 0; word < 8; word += 1) {
    const bits = set[word];
    if (bits === 0) continue;
    if (found !== undefined || (bits & (bits - 1)) !== 0) return undefined;
    found = word * 32 + 31 - Math.clz32(bits);
  }
  return found;
}

/** Maximal runs `[low, high]` of a set, ascending. */
export function rangesOfSet(set: ByteSet): [low: number, high: number][] {
  const ranges: [number, number][] = [];
  for (const byte of bytesOfSet(set)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === byte - 1) last[1] = byte;
    else ranges.push([byte, byte]);
  }
  return ranges;
}
