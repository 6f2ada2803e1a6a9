import { type Diagnostic, fail, type Result, StructagError, toResult } from "../core/errors.ts";
import { DEFAULT_MAX_DEPTH, type Json } from "../core/json.ts";
import { isDeeperThan } from "../core/json-depth.ts";
import type { NormalSchema } from "./normal.ts";
import { Expander } from "./normalize/expander.ts";
import { Finisher } from "./normalize/finish.ts";
import { inhabitedNodes, prunedNodes } from "./normalize/inhabited.ts";
import type { NormalizeOptions } from "./normalize/options.ts";
import { Places } from "./normalize/places.ts";
import { describeUnsatisfiable } from "./normalize/unsatisfiable.ts";

export type { NormalizeLimits, NormalizeOptions } from "./normalize/options.ts";

/**
 * Resolves every keyword, reference, combinator and negation of a JSON Schema into unions of pieces of one type each. All that is reachable is worked out: afterwards no finding about the
 * schema is left, apart from patterns that contradict each other. Values of the source that fit the schema fit the result, and no others.
 * @throws StructagError `schema-…`: malformed keywords, references that lead nowhere, no valid value, limits; all in `docs/errors.md`
 */
export function normalizeSchema(schema: Json, options: NormalizeOptions = {}): NormalSchema {
  if (isDeeperThan(schema, DEFAULT_MAX_DEPTH))
    fail("schema-depth", "", `the schema is nested deeper than ${DEFAULT_MAX_DEPTH} levels`, "flatten it, or use $ref");
  const places = new Places(schema, options);
  const work = new Expander(places, options);
  const finisher = new Finisher(work);
  const root = finisher.ref(places.root);
  const made = finisher.nodes();
  const inhabited = inhabitedNodes(made);
  if (inhabited[root] === 0) throw new StructagError(describeUnsatisfiable(finisher, made, inhabited));
  return { root, nodes: prunedNodes(made, inhabited), diagnostics: distinctDiagnostics([...places.diagnostics, ...work.loosened]) };
}

/** As {@link normalizeSchema}, with the error as a value. */
export function safeNormalizeSchema(schema: Json, options: NormalizeOptions = {}): Result<NormalSchema> {
  return toResult(() => normalizeSchema(schema, options));
}

/** A schema that is reached in several dynamic scopes is still one finding. */
function distinctDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length < 2) return diagnostics;
  return [...new Map(diagnostics.map((diagnostic) => [`${diagnostic.code}\u0000${diagnostic.path}`, diagnostic])).values()];
}
