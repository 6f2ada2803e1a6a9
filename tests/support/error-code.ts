import { StructagError } from "../../src/core/errors.ts";

/** The code of the error that `body` throws. */
export function codeOf(body: () => unknown): string | undefined {
  try {
    body();
  } catch (error) {
    if (error instanceof StructagError) return error.code;
    throw error;
  }
  return undefined;
}
