import { fail } from "../core/errors.ts";
import { childPointer } from "../core/pointer.ts";
import type { WritableCall } from "./build-context.ts";

/** Why a name cannot stand where it is written as it is and read up to one of `terminators`; `undefined` where it can. */
export function nameProblem(name: string, terminators: readonly string[]): string | undefined {
  if (name === "") return "it is empty";
  if (name !== name.trim()) return "it begins or ends with whitespace";
  const found = terminators.find((text) => name.includes(text));
  return found === undefined ? undefined : `it holds ${JSON.stringify(found)}`;
}

/**
 * Checks the names of calls that are to be written.
 * @throws StructagError `family-call-name`
 */
export function checkCallNames(calls: readonly WritableCall[], unwritable: (name: string) => string | undefined): void {
  calls.forEach((call, position) => {
    const reason = unwritable(call.name);
    if (reason === undefined) return;
    const path = childPointer(childPointer("/calls", position), "name");
    fail("family-call-name", path, `the tool name ${JSON.stringify(call.name)} cannot be written: ${reason}`, "rename the tool");
  });
}
