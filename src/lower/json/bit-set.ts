/** Small immutable sets of indexes as words of 32 bits. */
export type Bits = Uint32Array;

export function noBits(size: number): Bits {
  return new Uint32Array((size + 31) >>> 5);
}

export function hasBit(bits: Bits, index: number): boolean {
  return ((bits[index >>> 5] >>> (index & 31)) & 1) === 1;
}

export function withBit(bits: Bits, index: number): Bits {
  const copy = bits.slice();
  copy[index >>> 5] |= 1 << (index & 31);
  return copy;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let word of bits) for (; word !== 0; word &= word - 1) count += 1;
  return count;
}
