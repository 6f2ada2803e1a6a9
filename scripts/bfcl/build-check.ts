import { StructagError } from "../../src/core/errors.ts";
import { writeJson } from "../../src/core/json-write.ts";
import { outline } from "../../src/format/outline.ts";
import { readStructuralTag } from "../../src/format/read.ts";
import { writeStructuralTag } from "../../src/format/write.ts";
import { buildOutputGrammar } from "../../src/models/build.ts";
import { resolveFamily } from "../../src/models/registry.ts";
import { namesOf, type Row } from "./rows.ts";

const MAX_NAMED = 3;

export interface BuildOutcome {
  /** Code, tab, and the rest of the issue. */
  readonly refusals: ReadonlySet<string>;
  readonly diagnostics: readonly string[];
  readonly fault: string | undefined;
  readonly builds: number;
}

/** Builds a row under every choice and coverage; each tree must survive its JSON form and have an outline. */
export function checkBuilds(row: Row, family: string): BuildOutcome {
  const refusals = new Set<string>();
  const diagnostics: string[] = [];
  let builds = 0;
  const named = namesOf(row.tools).slice(0, MAX_NAMED);
  const choices: unknown[] = ["auto", "required", ...named.map((name) => ({ type: "function", name }))];
  for (const coverage of resolveFamily(family).coverages) {
    for (const toolChoice of choices) {
      builds += 1;
      try {
        const grammar = buildOutputGrammar({ model: family, tools: row.tools, toolChoice, coverage });
        const json = writeJson(writeStructuralTag(grammar.format));
        const again = writeJson(writeStructuralTag(readStructuralTag(json).format));
        const fault =
          again !== json ? "the JSON form reads back as another tree" : outline(grammar.format) === "" ? "the outline is empty" : undefined;
        if (fault !== undefined) return { refusals, diagnostics, fault, builds };
        for (const item of grammar.diagnostics) diagnostics.push(item.code);
      } catch (error) {
        if (!(error instanceof StructagError)) {
          return { refusals, diagnostics, fault: error instanceof Error ? (error.stack ?? error.message) : String(error), builds };
        }
        for (const issue of error.issues) refusals.add(`${issue.code}\t${issue.path}: ${issue.message}`);
      }
    }
  }
  return { refusals, diagnostics, fault: undefined, builds };
}
