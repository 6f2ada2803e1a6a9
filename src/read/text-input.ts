const SURROGATE = /[\ud800-\udfff]/;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Turns pushed strings and bytes into well-formed text: only whole code points come out, and only in order. An unfinished UTF-8
 * sequence or surrogate pair waits for its rest; what can never be finished becomes U+FFFD.
 */
export class TextInput {
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  #highSurrogate = "";

  /** The text that is whole now; possibly empty. */
  push(chunk: string | Uint8Array): string {
    if (typeof chunk === "string") {
      const pending = this.#decoder === undefined ? "" : this.#flushBytes();
      return pending + this.#whole(chunk);
    }
    const pending = this.#highSurrogate === "" ? "" : this.#flushSurrogate();
    // A byte order mark is text like any other here: the stream is one part of a message, not a file.
    this.#decoder ??= new TextDecoder("utf-8", { ignoreBOM: true });
    return pending + this.#decoder.decode(chunk, { stream: true });
  }

  /** What was waiting, at the end of the stream. */
  flush(): string {
    return this.#flushBytes() + this.#flushSurrogate();
  }

  #whole(chunk: string): string {
    if (this.#highSurrogate === "" && !SURROGATE.test(chunk)) return chunk;
    let text = this.#highSurrogate + chunk;
    this.#highSurrogate = "";
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#highSurrogate = text.slice(-1);
      text = text.slice(0, -1);
    }
    return text.replace(LONE_SURROGATE, "\ufffd");
  }

  #flushBytes(): string {
    const text = this.#decoder?.decode() ?? "";
    this.#decoder = undefined;
    return text;
  }

  #flushSurrogate(): string {
    const text = this.#highSurrogate === "" ? "" : "\ufffd";
    this.#highSurrogate = "";
    return text;
  }
}
