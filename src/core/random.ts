/** Seeded random numbers: equal seeds give equal sequences on every platform. Not for security. */
export class SeededRandom {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  /** @param seed any number; its 32 lowest bits count, and so does what lies above them */
  constructor(seed: number) {
    // SplitMix32 fills the state, so that near seeds give unlike sequences.
    let state = (Math.floor(seed) ^ Math.floor(seed / 0x1_0000_0000)) | 0;
    const next = (): number => {
      state = (state + 0x9e3779b9) | 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      return mixed ^ (mixed >>> 15);
    };
    this.#a = next();
    this.#b = next();
    this.#c = next();
    this.#d = next() | 1;
  }

  /** The next 32 bits (sfc32). */
  bits(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 to 1, 1 excluded. */
  fraction(): number {
    return this.bits() / 0x1_0000_0000;
  }

  /** A whole number from 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.fraction() * count);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }
}
