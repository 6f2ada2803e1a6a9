import { fail } from "../core/errors.ts";
import type { GrammarMatcher, MaskOptions } from "./matcher.ts";

/**
 * Writes the masks of several matchers, that of matcher `i` to row `indices[i]` (default `i`) of `bitmask`. Rows are as in {@link GrammarMatcher.fillNextTokenBitmask}; other rows stay as
 * they are. False where no row forbids a token, so that nothing need be applied.
 * @throws StructagError `matcher-batch-size`, `matcher-terminated`, `matcher-bitmask-size`
 */
export function batchFillNextTokenBitmask(
  matchers: readonly GrammarMatcher[],
  bitmask: Int32Array,
  indices?: readonly number[],
  options: MaskOptions = {},
): boolean {
  if (indices !== undefined) checkLength("indices", indices.length, matchers.length);
  let needed = false;
  for (let at = 0; at < matchers.length; at += 1) {
    if (matchers[at].fillNextTokenBitmask(bitmask, indices?.[at] ?? at, options)) needed = true;
  }
  return needed;
}

/**
 * Accepts token `i` in matcher `i`, and tells for each whether it was accepted. Matchers that refuse stay as they were; the others go on.
 * @throws StructagError `matcher-batch-size`
 */
export function batchAcceptToken(matchers: readonly GrammarMatcher[], tokens: ArrayLike<number>): boolean[] {
  checkLength("tokens", tokens.length, matchers.length);
  return matchers.map((matcher, at) => matcher.acceptToken(tokens[at]));
}

/**
 * Accepts text `i` in matcher `i`, all of it or none, and tells for each whether it was accepted.
 * @throws StructagError `matcher-batch-size`
 */
export function batchAcceptString(matchers: readonly GrammarMatcher[], texts: readonly (string | Uint8Array)[]): boolean[] {
  checkLength("texts", texts.length, matchers.length);
  return matchers.map((matcher, at) => matcher.acceptString(texts[at]));
}

/**
 * Takes back `steps[i]` steps of matcher `i`: in all of them or, where one has fewer, in none.
 * @throws StructagError `matcher-batch-size`, `matcher-rollback`
 */
export function batchRollback(matchers: readonly GrammarMatcher[], steps: ArrayLike<number>): void {
  checkLength("steps", steps.length, matchers.length);
  matchers.forEach((matcher, at) => {
    const count = steps[at];
    if (Number.isInteger(count) && count >= 0 && count <= matcher.historyLength) return;
    fail("matcher-rollback", `/${at}`, `cannot take back ${count} steps: there are ${matcher.historyLength}`);
  });
  matchers.forEach((matcher, at) => {
    matcher.rollback(steps[at]);
  });
}

function checkLength(name: string, given: number, expected: number): void {
  if (given !== expected)
    fail("matcher-batch-size", "", `${name} has ${given} entries for ${expected} matchers`, "give one for each matcher");
}
