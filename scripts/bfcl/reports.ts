import { StructagError } from "../../src/index.ts";

/** What to print of an exception: a coded error's message, else where it came from. */
export function reasonOf(error: unknown): string {
  return error instanceof StructagError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The time since `start`. */
export function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
