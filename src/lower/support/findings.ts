import { type Diagnostic, StructagError } from "../../core/errors.ts";
import { isJsonArray, isJsonObject, type Json } from "../../core/json.ts";
import { pointerTokens } from "../../core/pointer.ts";
import { ExprArena } from "../../expr/arena.ts";
import { NEVER } from "../../expr/kinds.ts";
import type { JsonSchemaStyle } from "../../format/types.ts";
import { normalizeSchema } from "../../schema/normalize.ts";
import { type JsonSchemaOptions, SchemaGrammar } from "../json/schema-grammar.ts";
import { lowerStyledArguments } from "../styles/lower-style.ts";

export interface SupportOptions extends JsonSchemaOptions {
  /** The writing of a `json_schema` format. Default `json`. In the others objects without a word about undeclared members have none, as in structural tags. */
  readonly style?: JsonSchemaStyle;
}

export interface SupportFinding {
  readonly status: "loosened" | "narrowed" | "unenforced" | "refused";
  readonly code: string;
  /** JSON pointer of a keyword or a subschema; with the document before it where that is another one. */
  readonly path: string;
  readonly message: string;
  readonly hint?: string;
}

/** Most faults of a refused schema that are looked for, one after the other. */
const MAX_FAULTS = 20;

/**
 * What compiling the schema reports. Where it throws, the keyword it throws at is taken out, and what is left is compiled again, so that all faults are found and not only the first.
 */
export function findFaults(schema: Json, options: SupportOptions): SupportFinding[] {
  const faults: SupportFinding[] = [];
  for (let rest: Json | undefined = schema; rest !== undefined && faults.length < MAX_FAULTS; ) {
    const { diagnostics, refusal } = compile(rest, options);
    if (refusal === undefined) return [...faults, ...diagnostics.map(findingOf)];
    // That nothing is left may come of what was taken out.
    if (faults.length > 0 && refusal.issues.some(({ code }) => WHOLE.test(code))) break;
    const before = faults.length;
    for (const { code, path, message, hint } of refusal.issues) {
      faults.push({ status: "refused", code, path, message, ...(hint === undefined ? {} : { hint }) });
    }
    // Some lists are refused item by item; one of them is enough.
    if (faults.some(({ path }, index) => index < before && path === refusal.issues[0].path)) break;
    rest = refusal.issues.some(({ code }) => WHOLE.test(code)) ? undefined : without(rest, refusal.issues[0].path);
  }
  return faults;
}

/** Codes that are about how keywords meet, so that no keyword alone is to blame. */
const WHOLE = /unsatisfiable|unwritable|limit|depth|too-/;

function compile(
  schema: Json,
  { style = "json", ...options }: SupportOptions,
): { readonly diagnostics: readonly Diagnostic[]; readonly refusal: StructagError | undefined } {
  const diagnostics: Diagnostic[] = [];
  try {
    const arena = new ExprArena();
    if (style === "json") {
      const grammar = new SchemaGrammar(schema, options);
      const isEmpty = grammar.lower(arena) === NEVER;
      if (isEmpty) throw new StructagError({ code: "compile-unsatisfiable", path: "", message: "no output is accepted" });
      diagnostics.push(...grammar.diagnostics);
    } else {
      const normal = normalizeSchema(schema, { closed: true, ...options.schema });
      diagnostics.push(...normal.diagnostics);
      const report = (finding: Diagnostic): unknown => diagnostics.push(finding);
      lowerStyledArguments(arena, normal, { style, writing: options.writing ?? {}, literal: (text) => arena.literal(text), report });
    }
    return { diagnostics, refusal: undefined };
  } catch (error) {
    if (error instanceof StructagError) return { diagnostics, refusal: error };
    throw error;
  }
}

function findingOf({ kind, code, path, message }: Diagnostic): SupportFinding {
  const status = kind === "unenforced" || kind === "loosened" ? kind : "narrowed";
  return { status, code, path, message };
}

/** The schema without what stands at a pointer; undefined where nothing does. */
function without(schema: Json, path: string): Json | undefined {
  const tokens = pointerTokens(path);
  return tokens === undefined || tokens.length === 0 ? undefined : withoutMember(schema, tokens);
}

function withoutMember(schema: Json, [first, ...others]: readonly string[]): Json | undefined {
  if (isJsonObject(schema) && schema.has(first)) {
    const copy = new Map(schema);
    const inner = others.length === 0 ? undefined : withoutMember(schema.get(first)!, others);
    if (others.length > 0) return inner === undefined ? undefined : copy.set(first, inner);
    copy.delete(first);
    return copy;
  }
  if (!isJsonArray(schema) || !/^\d{1,9}$/.test(first) || Number(first) >= schema.length) return undefined;
  const inner = others.length === 0 ? true : withoutMember(schema[Number(first)], others);
  return inner === undefined ? undefined : schema.map((item, index) => (index === Number(first) ? inner : item));
}
