/** Writes protobuf messages: fields in the order given. */
export class Message {
  readonly #parts: Uint8Array[] = [];

  int(field: number, value: number | bigint): this {
    return this.#add(varint(field * 8), varint(value));
  }

  float(field: number, value: number): this {
    return this.#add(varint(field * 8 + 5), new Uint8Array(Float32Array.of(value).buffer));
  }

  bytes(field: number, value: Uint8Array): this {
    return this.#add(varint(field * 8 + 2), varint(value.length), value);
  }

  text(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value));
  }

  message(field: number, value: Message): this {
    return this.bytes(field, value.finish());
  }

  finish(): Uint8Array {
    return concat(this.#parts);
  }

  #add(...parts: Uint8Array[]): this {
    this.#parts.push(...parts);
    return this;
  }
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function varint(value: number | bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt(value);
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}
