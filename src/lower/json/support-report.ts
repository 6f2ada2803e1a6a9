import { type Diagnostic, StructagError } from "../../core/errors.ts";
import { fromNative, isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { readJson } from "../../core/json-read.ts";
import { childPointer } from "../../core/pointer.ts";
import { ExprArena } from "../../expr/arena.ts";
import { isConstraint } from "../../schema/normalize/keyword-sets.ts";
import { type JsonSchemaOptions, SchemaGrammar } from "./schema-grammar.ts";

/**
 * What becomes of a keyword.
 * - `enforced`: no output that it refuses is let through, and none that it allows is kept back for its sake.
 * - `loosened`: more is let through than it says, as `message` tells.
 * - `narrowed`: values that it allows are left out, since they can't be written.
 * - `unenforced`: the standard makes it an annotation here (an unknown format, `contentEncoding`, a keyword of a later draft).
 * - `refused`: the schema cannot be compiled because of it.
 * - `annotation`: it describes, names or holds schemas and refuses nothing by itself.
 * - `unknown`: no draft knows it, so it says nothing.
 */
export type KeywordStatus = "enforced" | "narrowed" | "loosened" | "unenforced" | "refused" | "annotation" | "unknown";

export interface KeywordSupport {
  /** JSON pointer of the keyword in the schema. */
  readonly path: string;
  readonly keyword: string;
  readonly status: KeywordStatus;
  /** Code and words of the finding, where there is one. */
  readonly code?: string;
  readonly message?: string;
  readonly hint?: string;
}

export interface SupportReport {
  /**
   * The worst that was found: `refused` where compiling throws, `loosened` where the grammar lets more through than the schema says, `narrowed` where it leaves out what can't be
   * written.
   */
  readonly verdict: "enforced" | "narrowed" | "loosened" | "refused";
  /** A row for each keyword of each subschema, in the order of the schema. Findings about a schema as a whole have an empty keyword. */
  readonly keywords: readonly KeywordSupport[];
}

const MAPS: ReadonlySet<string> = new Set(["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"]);
const LISTS: ReadonlySet<string> = new Set(["allOf", "anyOf", "items", "oneOf", "prefixItems"]);
const ONE: ReadonlySet<string> = new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
const ANNOTATIONS: ReadonlySet<string> = new Set(
  (
    "$anchor $comment $defs $dynamicAnchor $id $recursiveAnchor $schema $vocabulary default definitions deprecated description example examples externalDocs id readOnly title " +
    "writeOnly xml"
  ).split(" "),
);

/**
 * What a grammar of the schema enforces, keyword by keyword. It lowers the schema as compiling does, so the verdict is `refused` exactly where compiling throws; a schema that is refused
 * shows the findings that stopped it, and the keywords beside them as they would be.
 * @param schema text, which keeps key order and numbers exact, or a value
 * @throws StructagError `json-…` where a text is no JSON
 */
export function supportReport(schema: unknown, options: JsonSchemaOptions = {}): SupportReport {
  const json = typeof schema === "string" ? readJson(schema) : fromNative(schema);
  const findings: Finding[] = [];
  try {
    const grammar = new SchemaGrammar(json, options);
    for (const finding of grammar.diagnostics) findings.push(findingOf(finding));
    const before = findings.length;
    grammar.lower(new ExprArena());
    for (const finding of grammar.diagnostics.slice(before)) findings.push(findingOf(finding));
  } catch (error) {
    if (!(error instanceof StructagError)) throw error;
    for (const { code, path, message, hint } of error.issues) {
      findings.push({ status: "refused", code, path, message, ...(hint === undefined ? {} : { hint }) });
    }
  }
  const keywords: KeywordSupport[] = [];
  collect(json, "", new Map(findings.map((finding) => [finding.path, finding])), keywords);
  const shown = new Set(keywords.map(({ path }) => path));
  for (const finding of findings) if (!shown.has(finding.path)) keywords.push({ keyword: "", ...finding });
  const verdict = (["refused", "loosened", "narrowed"] as const).find((status) => findings.some((finding) => finding.status === status));
  return { verdict: verdict ?? "enforced", keywords };
}

function findingOf({ kind, code, path, message }: Diagnostic): Finding {
  const status = kind === "unenforced" || kind === "loosened" ? kind : "narrowed";
  return { status, code, path, message };
}

interface Finding {
  readonly status: "loosened" | "narrowed" | "unenforced" | "refused";
  readonly code: string;
  readonly path: string;
  readonly message: string;
  readonly hint?: string;
}

function collect(schema: Json, path: string, findings: ReadonlyMap<string, Finding>, into: KeywordSupport[]): void {
  if (!isJsonObject(schema)) return;
  for (const [keyword, value] of schema) {
    const at = childPointer(path, keyword);
    into.push({ keyword, path: at, status: statusOf(keyword), ...findings.get(at) });
    for (const [inner, place] of subschemas(keyword, value, at)) collect(inner, place, findings, into);
  }
}

function statusOf(keyword: string): KeywordStatus {
  if (isConstraint(keyword)) return "enforced";
  return ANNOTATIONS.has(keyword) ? "annotation" : "unknown";
}

function* subschemas(keyword: string, value: Json, path: string): Generator<readonly [schema: Json, path: string]> {
  if (MAPS.has(keyword) && isJsonObject(value)) for (const [name, member] of value as JsonObject) yield [member, childPointer(path, name)];
  else if (LISTS.has(keyword) && isJsonArray(value))
    for (const [index, member] of value.entries()) yield [member, childPointer(path, index)];
  else if (ONE.has(keyword)) yield [value, path];
}
