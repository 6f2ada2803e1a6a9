import { isJsonArray, isJsonObject, type Json, JsonNumber, type JsonObject, jsonTypeOf, type WritableCall } from "../../src/index.ts";
import { createValidator } from "../../src/schema/validate.ts";

/** A value of each type. */
const SAMPLES: readonly Json[] = [new JsonNumber("7"), "seven", true, ["x"], new Map([["x", "y"]]), null];

/** The calls with one argument's value replaced by one of a type that the tool's schema refuses there. */
export function* brokenCalls(
  calls: readonly WritableCall[],
  schemas: ReadonlyMap<string, Json>,
  report: { unbreakable: number },
): Generator<{ readonly calls: readonly WritableCall[]; readonly what: string }> {
  for (const [position, call] of calls.entries()) {
    const validator = createValidator(schemas.get(call.name) ?? true);
    for (const [key, value] of call.arguments) {
      const changed = SAMPLES.filter((sample) => jsonTypeOf(sample) !== jsonTypeOf(value))
        .map((sample): JsonObject => new Map([...call.arguments, [key, sample]]))
        .find((values) => !validator.validate(values).valid);
      if (changed === undefined) {
        report.unbreakable += 1;
        continue;
      }
      const what = `${JSON.stringify(key)} of call ${position + 1} as ${nameOf(changed.get(key))}`;
      yield { calls: calls.map((other, index) => (index === position ? { ...call, arguments: changed } : other)), what };
    }
  }
}

function nameOf(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  return isJsonArray(value) || isJsonObject(value) ? `an ${jsonTypeOf(value)}` : `a ${jsonTypeOf(value)}`;
}
