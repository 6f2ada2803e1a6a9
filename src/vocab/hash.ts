/** Two 32-bit lanes of a multiplicative hash: for caches and damage, not against an adversary. */
export class ContentHash {
  high = 0x2545f491;
  low = 0x1b873593;

  word(value: number): void {
    this.high = Math.imul(this.high ^ value, 0x9e3779b1);
    this.high ^= this.high >>> 15;
    this.low = Math.imul(this.low ^ (value + this.high), 0x85ebca77);
    this.low ^= this.low >>> 13;
  }

  /** The bytes as words of four, least significant first, then the rest and the length. */
  bytes(bytes: Uint8Array): void {
    const whole = bytes.length & ~3;
    for (let i = 0; i < whole; i += 4) this.word(bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24));
    for (let i = whole; i < bytes.length; i++) this.word(bytes[i]);
    this.word(bytes.length);
  }

  words(words: Uint32Array | Int32Array): void {
    for (let i = 0; i < words.length; i++) this.word(words[i]);
    this.word(words.length);
  }
}
