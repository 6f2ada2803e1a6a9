import type { Json } from "../core/json.ts";
import type { Draft } from "./validate/drafts.ts";
import { evaluate } from "./validate/evaluate.ts";
import { Resources } from "./validate/resources.ts";
import { Abort, type Run, type ValidationError } from "./validate/run.ts";

export type { Draft } from "./validate/drafts.ts";
export type { ValidationError } from "./validate/run.ts";

/** What a validation found. A value whose validity could not be decided (limits, a broken schema) counts as invalid. */
export type ValidationOutcome = { readonly valid: true } | { readonly valid: false; readonly errors: readonly ValidationError[] };

export interface ValidatorOptions {
  /** The draft of schemas that name none by `$schema`. Default `mixed`: the keywords of all drafts from 7 on. */
  readonly draft?: Draft;
  /** Default true: the known formats are asserted; unknown ones never are. */
  readonly assertFormats?: boolean;
  /** Documents that references may lead to, by URI. Nothing is ever fetched. */
  readonly documents?: ReadonlyMap<string, Json>;
  /** Most errors that are reported; default 20. */
  readonly maxErrors?: number;
  /** Most schemas inside one another, along references and members; default 800. Beyond: `validate-depth`. */
  readonly maxDepth?: number;
  /** Most applications of a schema to a value; default 1,000,000. Beyond: `validate-steps`. */
  readonly maxSteps?: number;
}

export interface Validator {
  /** Judges a value. It never throws, never recurses without end and never fetches. */
  validate(value: Json): ValidationOutcome;
}

/**
 * A validator for draft 7, 2019-09 and 2020-12. Numbers are compared exactly, strings are measured in code points, patterns are searched
 * in Unicode mode, and key order never counts. A keyword of the wrong type is an error of the schema (`validate-schema-malformed`)
 * when it is reached; null stands for an absent keyword.
 */
export function createValidator(schema: Json, options: ValidatorOptions = {}): Validator {
  const resources = new Resources(schema, options.draft, options.documents ?? new Map());
  return {
    validate(value) {
      const errors: ValidationError[] = [];
      const run: Run = {
        resources,
        assertFormats: options.assertFormats ?? true,
        maxDepth: options.maxDepth ?? 800,
        maxErrors: options.maxErrors ?? 20,
        stepsLeft: options.maxSteps ?? 1_000_000,
        depth: 0,
        quiet: 0,
        errors,
        evaluate,
      };
      try {
        const scope = { resource: resources.root, outer: undefined };
        const valid = evaluate(run, schema, value, { instance: undefined, path: undefined, scope });
        return valid ? { valid } : { valid, errors };
      } catch (error) {
        if (error instanceof Abort) return { valid: false, errors: [...errors, error.error] };
        // A caller that is deep in the stack itself, or raised the limit, may get here before the limit does.
        if (error instanceof RangeError) return { valid: false, errors: [...errors, stackExhausted()] };
        throw error;
      }
    },
  };
}

function stackExhausted(): ValidationError {
  return { code: "validate-depth", instancePath: "", schemaPath: "", message: "the stack does not suffice for schemas nested this deep" };
}
