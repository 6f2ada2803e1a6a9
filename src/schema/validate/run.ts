import { isJsonArray, isJsonObject, type Json, JsonNumber, type JsonObject } from "../../core/json.ts";
import { childPointer } from "../../core/pointer.ts";
import type { DraftRules } from "./drafts.ts";
import type { Evaluated } from "./evaluated.ts";
import type { Resource, Resources } from "./resources.ts";

/** One finding of a validation. */
export interface ValidationError {
  /** `validate-mismatch`, or what kept the value from being judged: see `docs/errors.md`. */
  readonly code: string;
  /** The keyword that failed; absent for limits. */
  readonly keyword?: string;
  /** JSON pointer into the value. */
  readonly instancePath: string;
  /** JSON pointer of the keyword, along the references taken. */
  readonly schemaPath: string;
  readonly message: string;
}

/** A place, as a list from its end; `undefined` is the root. */
export type Path = { readonly parent: Path; readonly token: string | number } | undefined;

/** The resources that were entered on the way, innermost first. */
export interface Scope {
  readonly resource: Resource;
  readonly outer: Scope | undefined;
}

/** One schema object against one value. */
export interface Context {
  readonly run: Run;
  readonly schema: JsonObject;
  readonly value: Json;
  readonly instance: Path;
  readonly path: Path;
  readonly scope: Scope;
  readonly rules: DraftRules;
  /** Where evaluated members are noted down, if someone asks. */
  readonly seen: Evaluated | undefined;
}

/** Ends a validation that can't be decided. The value then counts as invalid. */
export class Abort {
  readonly error: ValidationError;

  constructor(error: ValidationError) {
    this.error = error;
  }
}

/** What all schemas of one validation share. */
export interface Run {
  readonly resources: Resources;
  readonly assertFormats: boolean;
  readonly maxDepth: number;
  readonly maxErrors: number;
  stepsLeft: number;
  depth: number;
  /** Above zero while only yes or no is wanted. */
  quiet: number;
  readonly errors: ValidationError[];
  readonly evaluate: (run: Run, schema: Json, value: Json, at: EvaluationPlace) => boolean;
}

export interface EvaluationPlace {
  readonly instance: Path;
  readonly path: Path;
  readonly scope: Scope;
  readonly seen?: Evaluated | undefined;
}

function pointerOf(path: Path): string {
  const tokens: (string | number)[] = [];
  for (let at = path; at !== undefined; at = at.parent) tokens.push(at.token);
  return tokens.reverse().reduce<string>(childPointer, "");
}

export function child(parent: Path, token: string | number): Path {
  return { parent, token };
}

/** Notes a failure of `keyword` and returns false. */
export function fails(context: Context, keyword: string, message: string): false {
  const { run } = context;
  if (run.quiet === 0 && run.errors.length < run.maxErrors) {
    run.errors.push({
      code: "validate-mismatch",
      keyword,
      instancePath: pointerOf(context.instance),
      schemaPath: pointerOf(child(context.path, keyword)),
      message,
    });
  }
  return false;
}

/** Gives up: neither valid nor invalid can be told. */
export function abort(context: Pick<Context, "instance" | "path">, code: string, message: string, keyword?: string): never {
  const path = keyword === undefined ? context.path : child(context.path, keyword);
  const place = { instancePath: pointerOf(context.instance), schemaPath: pointerOf(path) };
  throw new Abort(keyword === undefined ? { code, ...place, message } : { code, keyword, ...place, message });
}

export function malformed(context: Context, keyword: string, wanted: string): never {
  return abort(context, "validate-schema-malformed", `${keyword} must be ${wanted}`, keyword);
}

/** Applies a subschema to the value itself. */
export function appliesInPlace(context: Context, schema: Json, path: Path, seen = context.seen): boolean {
  const { run, value, instance, scope } = context;
  return run.evaluate(run, schema, value, { instance, path, scope, seen });
}

/** Applies a subschema to a member of the value. */
export function appliesToMember(context: Context, schema: Json, path: Path, token: string | number, member: Json): boolean {
  const { run, instance, scope } = context;
  return run.evaluate(run, schema, member, { instance: child(instance, token), path, scope });
}

/** Yes or no, without a trace in the errors. */
export function quietly(run: Run, body: () => boolean): boolean {
  run.quiet += 1;
  try {
    return body();
  } finally {
    run.quiet -= 1;
  }
}

// Keyword values. Null counts as absent: serialisers of other languages write it for what is not there.

export function objectOf(context: Context, keyword: string): JsonObject | undefined {
  const value = context.schema.get(keyword);
  if (value === undefined || value === null) return undefined;
  return isJsonObject(value) ? value : malformed(context, keyword, "an object");
}

export function listOf(context: Context, keyword: string): readonly Json[] | undefined {
  const value = context.schema.get(keyword);
  if (value === undefined || value === null) return undefined;
  return isJsonArray(value) ? value : malformed(context, keyword, "an array");
}

export function numberOf(context: Context, keyword: string): JsonNumber | undefined {
  const value = context.schema.get(keyword);
  if (value === undefined || value === null) return undefined;
  return value instanceof JsonNumber ? value : malformed(context, keyword, "a number");
}

/** A count: a whole number of zero or more, in any spelling. */
export function countOf(context: Context, keyword: string): number | undefined {
  const count = numberOf(context, keyword)?.value;
  if (count === undefined) return undefined;
  return Number.isInteger(count) && count >= 0 ? count : malformed(context, keyword, "a whole number of zero or more");
}

export function schemaOf(context: Context, keyword: string): Json | undefined {
  const value = context.schema.get(keyword);
  return value === null ? undefined : value;
}
