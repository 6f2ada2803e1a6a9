/** The largest integer that the wire's 32-bit fields hold. */
export const MAX_INT32 = 2 ** 31 - 1;

/** What is wrong with an integer field, as a phrase after the field's name; `undefined` where nothing is. */
export function integerFault(value: number, least: number): string | undefined {
  if (!Number.isInteger(value)) return `must be an integer, not ${value}`;
  if (value < least || value > MAX_INT32) return `must be from ${least} to ${MAX_INT32}, not ${value}`;
  return undefined;
}
