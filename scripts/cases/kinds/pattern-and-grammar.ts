import { StructagError } from "../../../src/core/errors.ts";
import { ExprArena } from "../../../src/expr/arena.ts";
import { type ExprId, NEVER } from "../../../src/expr/kinds.ts";
import { lowerGrammar } from "../../../src/lower/grammar/lower.ts";
import { lowerRegex } from "../../../src/lower/regex/lower.ts";
import { utf8Spelling } from "../../../src/lower/utf8.ts";
import { matchText } from "../../../tests/support/accepts-text.ts";
import type { CaseKind } from "../case-kind.ts";
import { listField, textField, textOf } from "../fields.ts";

/** Patterns and grammar texts with the texts that they match as a whole, or an error. */
export const kind: CaseKind = {
  name: "pattern and grammar",

  covers({ fields }) {
    const of = fields.get("kind");
    return of === "regex" || of === "ebnf" ? ["accept", "reject", "error"] : [];
  },

  run({ fields }) {
    const arena = new ExprArena();
    const spec = textField(fields, "spec");
    let e: ExprId;
    try {
      e =
        fields.get("kind") === "regex"
          ? lowerRegex(arena, spec, { spelling: utf8Spelling(arena), mode: "whole" })
          : lowerGrammar(arena, spec).expr;
    } catch (error) {
      if (error instanceof StructagError && fields.get("error") === true) return undefined;
      throw error;
    }
    if (fields.get("error") === true && e !== NEVER) return { reason: "it is accepted, but an error is expected" };
    for (const [name, expected] of [
      ["accept", true],
      ["reject", false],
    ] as const) {
      for (const value of listField(fields, name)) {
        const text = textOf(value, name);
        if (matchText(arena, e, text).accepted !== expected)
          return { reason: `${JSON.stringify(text)} is ${expected ? "refused" : "accepted"}` };
      }
    }
    return undefined;
  },
};
