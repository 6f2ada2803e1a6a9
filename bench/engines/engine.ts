import type { BenchCase } from "../cases/bench-case.ts";

/** An engine under measurement, through the interface that its users call. */
export interface Engine {
  readonly name: string;
  readonly version: string;
  /** Whether what one grammar needed helps another of the same compiler, so that there is something to warm. */
  readonly sharesWork: boolean;
  /** Loads the vocabulary, again if it was loaded. The caller takes the time. */
  load(): void | Promise<void>;
  /** A compiler that has seen no grammar. */
  session(): Session | Promise<Session>;
}

export interface Session {
  /** Everything before compiling from parsed JSON; the function that it returns is timed. Throws what the engine throws where it has no such grammars. */
  prepare(benchCase: BenchCase): () => Compiled | Promise<Compiled>;
  dispose(): void;
}

export interface Compiled {
  matcher(): Matcher | Promise<Matcher>;
  /** Microseconds of a mask by reference at each place of the document; absent where the engine only copies. */
  byReference?(tokens: readonly number[], overhead: number): number[];
  dispose(): void;
}

export interface Matcher {
  /** The mask of the next token in the caller's memory: one bit for each id. */
  fill(): Int32Array | Promise<Int32Array>;
  accept(token: number): boolean;
  dispose(): void;
}

/** Thrown where an engine has no way to express a case. */
export class NotExpressible extends Error {}
