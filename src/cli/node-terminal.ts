import { createReadStream, fstatSync, writeSync } from "node:fs";
import { StructagError } from "../index.ts";
import { createStyle, ReaderGone, type Terminal } from "./terminal.ts";

/** The terminal of this process. Writes are synchronous, so nothing is lost at exit. */
export function createNodeTerminal(): Terminal {
  return {
    out: (text) => writeFully(1, text),
    err: (text) => writeFully(2, text),
    read: async (path) => {
      let text = "";
      for await (const chunk of readChunks(path)) text += chunk;
      return text.startsWith("\ufeff") ? text.slice(1) : text;
    },
    readBytes: async (path) => {
      const chunks: Buffer[] = [];
      for await (const chunk of rawChunks(path)) chunks.push(Buffer.from(chunk));
      return new Uint8Array(Buffer.concat(chunks));
    },
    readChunks,
    outStyle: createStyle(isColored(process.stdout)),
    errStyle: createStyle(isColored(process.stderr)),
    interactive: process.stdout.isTTY === true,
  };
}

/** https://no-color.org: a non-empty NO_COLOR turns colour off; FORCE_COLOR turns it on where there is no terminal. */
function isColored(stream: { readonly isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "" && FORCE_COLOR !== "0") return true;
  return stream.isTTY === true && TERM !== "dumb";
}

function writeFully(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE") throw new ReaderGone();
      // The pipe is full: its reader is slower than we are.
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function readChunks(path: string): AsyncGenerator<string> {
  return strictUtf8(rawChunks(path), path === "-" || path === "/dev/stdin" ? "standard input" : path);
}

async function* rawChunks(path: string): AsyncGenerator<Buffer | string> {
  try {
    if (path !== "-" && path !== "/dev/stdin") yield* createReadStream(path);
    else if (isReadable(0)) yield* process.stdin;
  } catch (error) {
    if (error instanceof StructagError || error instanceof ReaderGone) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "it is a folder" : message;
    throw new StructagError({ code: "cli-input-unreadable", path: "", message: `can't read ${path}: ${why}` }, { cause: error });
  }
}

function isReadable(descriptor: number): boolean {
  try {
    fstatSync(descriptor);
    return true;
  } catch {
    return false;
  }
}

async function* strictUtf8(chunks: AsyncIterable<Buffer | string>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch (error) {
      const hint = "structag reads UTF-8 text";
      throw new StructagError({ code: "cli-input-not-utf8", path: "", message: `${name} is not UTF-8`, hint }, { cause: error });
    }
  };
  for await (const chunk of chunks) {
    const text = typeof chunk === "string" ? chunk : decode(chunk);
    if (text !== "") yield text;
  }
  const rest = decode();
  if (rest !== "") yield rest;
}
