import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitsNormal } from "../../tests/support/normal-evaluator.ts";
import { type PlainSchema, type PlainValue, randomSchema, randomValue } from "../../tests/support/random-schema.ts";
import { StructagError } from "../core/errors.ts";
import { fromNative } from "../core/json.ts";
import { normalizeSchema } from "./normalize.ts";
import { createValidator } from "./validate.ts";

const runs = Number(process.env.NORMALIZE_RUNS ?? 300);

/** What two validators say of a value; `undefined` where they disagree or one gives up (Ajv overlooks `contains` in some arrays and stumbles over some `unevaluatedProperties`). */
function judge(schema: PlainSchema): (value: PlainValue) => boolean | undefined {
  const second = createValidator(fromNative(schema), { draft: "2020-12" });
  try {
    const first = new Ajv2020({ strict: false, logger: false }).compile(schema);
    return (value) => {
      try {
        return second.validate(fromNative(value)).valid === first(value) ? first(value) : undefined;
      } catch {
        return undefined;
      }
    };
  } catch {
    return () => undefined;
  }
}

describe("a normalised schema", () => {
  it("accepts what Ajv accepts, and nothing else", () => {
    let [decided, refused, disputed] = [0, 0, 0];
    fc.assert(
      fc.property(randomSchema, fc.array(randomValue, { minLength: 12, maxLength: 12 }), (schema, values) => {
        const isValid = judge(schema);
        let normal: ReturnType<typeof normalizeSchema>;
        try {
          normal = normalizeSchema(fromNative(schema), { limits: { maxPieces: 300, maxSteps: 20_000 } });
        } catch (error) {
          if (!(error instanceof StructagError)) throw error;
          if (error.code === "schema-unsatisfiable") for (const value of values) expect(isValid(value)).not.toBe(true);
          else expect(error.code).toMatch(/^schema-limit-/);
          refused += 1;
          return;
        }
        decided += 1;
        for (const value of values) {
          const verdict = isValid(value);
          if (verdict === undefined) disputed += 1;
          else expect(fitsNormal(normal, fromNative(value))).toBe(verdict);
        }
      }),
      { numRuns: runs },
    );
    // Refusing everything would agree as well.
    expect(decided).toBeGreaterThan(refused * 2);
    expect(disputed).toBeLessThan(decided);
    if (process.env.NORMALIZE_RUNS !== undefined) console.log({ decided, refused, disputed });
  });
});
