import { StructagError } from "../../src/core/errors.ts";
import type { Json } from "../../src/core/json.ts";
import { canonicalText } from "../../src/core/json-compare.ts";
import { writeJson } from "../../src/core/json-write.ts";
import { ExprArena } from "../../src/expr/arena.ts";
import { jsonContext } from "../../src/lower/json/context.ts";
import { lowerJsonSchema } from "../../src/lower/json/lower.ts";
import type { JsonWriting } from "../../src/lower/json/options.ts";
import type { NormalSchema } from "../../src/schema/normal.ts";
import { normalizeSchema } from "../../src/schema/normalize.ts";
import { matchText } from "../../tests/support/accepts-text.ts";
import type { SuiteRow } from "./rows.ts";

/**
 * - `pass`: accepted or refused as the suite says, in declared order; a schema that no value fits is rightly refused where the suite has no valid instance.
 * - `reordered`: valid, but written in an order other than the declared one.
 * - `written`: valid, but spelled as the default writing never does: 1.0 for an integer, accepted where that is switched on, or for a constant, whose shortest spelling is accepted.
 * - `refused`: the schema is refused by a code.
 */
export type SuiteOutcome = "pass" | "reordered" | "written" | "refused" | "accepts-invalid" | "rejects-valid" | "crash";

export interface SuiteJudgement {
  readonly outcome: SuiteOutcome;
  readonly reason: string;
}

const MAX_NODES = 500_000;

/** Runs rows of the suite through the engine: instances as compact text. */
export class SuiteJudge {
  readonly #documents: ReadonlyMap<string, Json>;
  #arena = new ExprArena();

  constructor(documents: ReadonlyMap<string, Json>) {
    this.#documents = documents;
  }

  /** One judgement for each test. */
  judge({ dialect, file, optional, schema, tests }: SuiteRow): SuiteJudgement[] {
    if (this.#arena.store.nodeCount > MAX_NODES) this.#arena = new ExprArena();
    const isAssertion = file.startsWith("optional/format/") || (!optional && file !== "format" && file !== "content");
    const all = (outcome: SuiteOutcome, reason: string): SuiteJudgement[] => tests.map(() => ({ outcome, reason }));
    try {
      const normal = normalizeSchema(schema, { draft: dialect, documents: this.#documents, formats: isAssertion ? "assert" : "annotate" });
      const run = new Run(this.#arena, normal);
      run.expression({});
      return tests.map(({ data, valid }) => run.judge(data, valid));
    } catch (error) {
      if (!(error instanceof StructagError)) return all("crash", String(error));
      const isRight = error.code === "schema-unsatisfiable" && tests.every(({ valid }) => !valid);
      return all(isRight ? "pass" : "refused", error.code);
    }
  }
}

class Run {
  readonly #arena: ExprArena;
  readonly #normal: NormalSchema;
  readonly #known = new Map<string, number>();

  constructor(arena: ExprArena, normal: NormalSchema) {
    this.#arena = arena;
    this.#normal = normal;
  }

  expression(writing: JsonWriting): number {
    const key = JSON.stringify(writing);
    let e = this.#known.get(key);
    if (e === undefined) this.#known.set(key, (e = lowerJsonSchema(jsonContext(this.#arena), this.#normal, writing)));
    return e;
  }

  judge(data: Json, valid: boolean): SuiteJudgement {
    const text = writeJson(data);
    const accepts = (writing: JsonWriting, spelled = text): boolean => matchText(this.#arena, this.expression(writing), spelled).accepted;
    if (!valid) {
      const accepted = [{}, { anyOrder: true }, { anyOrder: true, integerSpelling: "any" } as const].some((writing) => accepts(writing));
      return accepted ? { outcome: "accepts-invalid", reason: text } : { outcome: "pass", reason: "" };
    }
    if (accepts({})) return { outcome: "pass", reason: "" };
    if (accepts({ anyOrder: true })) return { outcome: "reordered", reason: "" };
    if (accepts({ anyOrder: true, integerSpelling: "any" }))
      return { outcome: "written", reason: "an integer with a fraction or exponent" };
    if (accepts({ anyOrder: true }, canonicalText(data))) return { outcome: "written", reason: "a constant in another spelling" };
    return { outcome: "rejects-valid", reason: text };
  }
}
