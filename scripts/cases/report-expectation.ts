import type { Diagnostic } from "../../src/core/errors.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { CompiledGrammar } from "../../src/matcher/compiled-grammar.ts";
import { listField, textOf } from "./fields.ts";
import { acceptsWhole, shortened } from "./grammar-texts.ts";

/** Texts in `reject` may be outputs only where a diagnostic names one of the keywords in `report_if_accepted`. */
export function reportDifference(grammar: CompiledGrammar, fields: JsonObject): string | undefined {
  const accepted = listField(fields, "reject")
    .map((value) => textOf(value, "reject"))
    .find((text) => acceptsWhole(grammar, text));
  if (accepted === undefined) return undefined;
  // `if/then` stands for either keyword.
  const keywords = listField(fields, "report_if_accepted").flatMap((value) => textOf(value, "report_if_accepted").split("/"));
  if (grammar.diagnostics.some((diagnostic) => keywords.some((keyword) => names(diagnostic, keyword)))) return undefined;
  return `${shortened(accepted)} is accepted, and no diagnostic names ${keywords.join(" or ")}`;
}

function names({ path, message }: Diagnostic, keyword: string): boolean {
  return path.split("/").includes(keyword) || message.split(/[^$\w]+/).includes(keyword);
}
