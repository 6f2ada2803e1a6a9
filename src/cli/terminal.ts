/** What a command sees of the process it runs in; tests hand in their own. */
export interface Terminal {
  /** Writes to standard output. */
  out(text: string): void;
  /** Writes to standard error. */
  err(text: string): void;
  /** Text of a file, or of standard input for `-`, all at once. */
  read(path: string): Promise<string>;
  /** Bytes of a file, or of standard input for `-`. */
  readBytes(path: string): Promise<Uint8Array>;
  /** The same as {@link read} in the pieces in which it arrives. */
  readChunks(path: string): AsyncIterable<string>;
  readonly outStyle: Style;
  readonly errStyle: Style;
  /** True where a person reads standard output. */
  readonly interactive: boolean;
}

/** Thrown by a write whose reader has gone (`structag … | head`): the command ends quietly. */
export class ReaderGone extends Error {}

/** Colours and weights, or nothing where the stream is no terminal. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

export function createStyle(colored: boolean): Style {
  const paint =
    (open: number, close: number) =>
    (text: string): string =>
      colored ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return { bold: paint(1, 22), dim: paint(2, 22), red: paint(31, 39), yellow: paint(33, 39), cyan: paint(36, 39) };
}
