import { StructagError } from "../../src/core/errors.ts";
import { ExprArena } from "../../src/expr/arena.ts";
import { jsonContext } from "../../src/lower/json/context.ts";
import { lowerJsonSchema } from "../../src/lower/json/lower.ts";
import type { NormalSchema } from "../../src/schema/normal.ts";
import { normalizeSchema } from "../../src/schema/normalize.ts";
import { matchText } from "../../tests/support/accepts-text.ts";
import type { MaskBenchRow } from "./rows.ts";

export type Outcome = "pass" | "refused" | "accepts-invalid" | "rejects-valid" | "crash" | "timeout";

export interface Judgement {
  readonly id: string;
  readonly outcome: Outcome;
  readonly reason: string;
  /** A valid instance was only accepted with keys in any order. */
  readonly reordered: boolean;
  /** No instances: passes where it compiles. */
  readonly untested: boolean;
  /** The instance that decided. */
  readonly instance?: string;
  readonly compileMs: number;
  readonly totalMs: number;
}

const MAX_ROW_MS = 10_000;
const MAX_NODES = 400_000;

/** Judges rows one after the other; expressions are shared as in an engine, and start afresh when they have grown large. */
export class Judge {
  #arena = new ExprArena();

  judge(row: MaskBenchRow): Judgement {
    if (this.#arena.store.nodeCount > MAX_NODES) this.#arena = new ExprArena();
    const { schema, instances } = row;
    const start = performance.now();
    let compileMs = 0;
    let reordered = false;
    const done = (outcome: Outcome, reason: string, instance?: string): Judgement => ({
      id: row.id,
      outcome,
      reason,
      reordered,
      untested: instances.length === 0,
      ...(instance === undefined ? {} : { instance }),
      compileMs,
      totalMs: performance.now() - start,
    });
    try {
      const context = jsonContext(this.#arena);
      let normal: NormalSchema;
      let declared: number;
      try {
        normal = normalizeSchema(schema);
        declared = lowerJsonSchema(context, normal);
      } finally {
        compileMs = performance.now() - start;
      }
      let any: number | undefined;
      const accepts = (e: number, text: string): boolean => matchText(this.#arena, e, text).accepted;
      const anyOrder = (text: string): boolean => {
        any ??= lowerJsonSchema(context, normal, { anyOrder: true });
        return accepts(any, text);
      };
      for (const { valid, text } of instances) {
        const inOrder = accepts(declared, text);
        if (performance.now() - start > MAX_ROW_MS) return done("timeout", `more than ${MAX_ROW_MS} ms`, text);
        if (valid) {
          if (inOrder) continue;
          if (!anyOrder(text)) return done("rejects-valid", "a valid instance is refused", text);
          reordered = true;
        } else if (inOrder || anyOrder(text)) return done("accepts-invalid", "an invalid instance is accepted", text);
      }
      return done("pass", "");
    } catch (error) {
      if (error instanceof StructagError) return done("refused", error.code, error.message);
      return done("crash", error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    }
  }
}
