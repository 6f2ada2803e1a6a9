import { StructagError } from "../../core/errors.ts";
import { fromNative, type Json } from "../../core/json.ts";
import { readJson } from "../../core/json-read.ts";
import { type KeywordUse, keywordUses } from "../../schema/keyword-uses.ts";
import { findFaults, type SupportFinding, type SupportOptions } from "./findings.ts";

export type { SupportOptions } from "./findings.ts";

/**
 * What becomes of a keyword.
 * - `enforced`: no output that it refuses is let through, and none that it allows is kept back for its sake.
 * - `loosened`: more is let through than it says, as `message` tells.
 * - `narrowed`: values that it allows are left out, since they can't be written.
 * - `unenforced`: the standard makes it an annotation here (an unknown format, `contentEncoding`, a keyword of a later draft).
 * - `refused`: the schema cannot be compiled because of it.
 * - `idle`: it refuses nothing where it stands, as `message` tells: no value of its type is left, its draft does not know it, nothing leads to its schema.
 * - `annotation`: it describes, names or holds schemas and refuses nothing by itself.
 * - `unknown`: no draft knows it, so it says nothing.
 */
export type KeywordStatus = "enforced" | "narrowed" | "loosened" | "unenforced" | "refused" | "idle" | "annotation" | "unknown";

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
  /** A row for each keyword of each subschema, in the order of the schema. Findings about a subschema as a whole have an empty keyword and come before its keywords. */
  readonly keywords: readonly KeywordSupport[];
}

/**
 * What a grammar of the schema enforces, keyword by keyword. It lowers the schema as compiling does, so the verdict is `refused` exactly where compiling throws. Of a schema that is refused
 * it goes on to look for further faults as if those found were corrected, and says of the keywords beside them what would become of them then.
 * @param schema text, which keeps key order and numbers exact, or a value
 * @throws StructagError `json-…` where a text is no JSON
 */
export function supportReport(schema: unknown, options: SupportOptions = {}): SupportReport {
  const json = typeof schema === "string" ? readJson(schema) : fromNative(schema);
  const findings = findFaults(json, options);
  const open = new Map<string, SupportFinding[]>();
  for (const finding of findings) open.set(finding.path, [...(open.get(finding.path) ?? []), finding]);
  const take = (path: string, keyword: string): KeywordSupport[] => {
    const found = open.get(path) ?? [];
    open.delete(path);
    return found.map(({ status, code, message, hint }) => ({
      path,
      keyword,
      status,
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
    }));
  };
  const keywords: KeywordSupport[] = take("", "");
  for (const use of usesOf(json, options)) {
    const subschema = use.path.slice(0, use.path.lastIndexOf("/"));
    if (open.has(subschema)) keywords.push(...take(subschema, ""));
    const found = take(use.path, use.keyword);
    keywords.push(...(found.length > 0 ? found : [rowOf(use)]));
  }
  // What stands in other documents, or in no subschema.
  for (const path of [...open.keys()]) keywords.push(...take(path, ""));
  const verdict = (["refused", "loosened", "narrowed"] as const).find((status) => findings.some((finding) => finding.status === status));
  return { verdict: verdict ?? "enforced", keywords };
}

function rowOf({ path, keyword, use, message }: KeywordUse): KeywordSupport {
  const status = use === "constraint" ? "enforced" : use;
  return { path, keyword, status, ...(message === undefined ? {} : { message }) };
}

/** Empty where the schema is too large or too deep to be walked, which is then a finding. */
function usesOf(json: Json, { schema }: SupportOptions): readonly KeywordUse[] {
  try {
    return keywordUses(json, schema);
  } catch (error) {
    if (error instanceof StructagError) return [];
    throw error;
  }
}
