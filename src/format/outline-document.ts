import { writeJson } from "../core/json-write.ts";
import { outline } from "./outline.ts";
import type { Format } from "./types.ts";
import { writeFormat } from "./write.ts";

/** A grammar with the cases it stands for, such as `auto` and `required`. */
export interface OutlineCase {
  readonly cases: readonly string[];
  /** Which part of the output the grammar covers: `from_token_zero` or `final_output_only`. */
  readonly coverage: string;
  readonly format: Format;
}

export interface OutlineDocumentOptions {
  /** Cases of equal coverage and equal grammar share one heading, at the place of the first. Default false: a block each. */
  readonly shareEqual?: boolean;
}

/**
 * Outlines under headings such as `# auto, required (final_output_only)`, one blank line between blocks, one newline at the end. Cases
 * with equal grammars stay apart unless `shareEqual` is set.
 * @throws StructagError `format-depth`, `format-size`, `json-depth`
 */
export function outlineDocument(cases: readonly OutlineCase[], options: OutlineDocumentOptions = {}): string {
  const blocks = options.shareEqual === true ? merged(cases) : cases;
  return blocks.map(({ cases: names, coverage, format }) => `# ${names.join(", ")} (${coverage})\n${outline(format)}`).join("\n");
}

function merged(cases: readonly OutlineCase[]): OutlineCase[] {
  const byGrammar = new Map<string, OutlineCase>();
  for (const item of cases) {
    const key = `${item.coverage} ${writeJson(writeFormat(item.format))}`;
    const first = byGrammar.get(key);
    byGrammar.set(key, first === undefined ? item : { ...first, cases: [...first.cases, ...item.cases] });
  }
  return [...byGrammar.values()];
}
