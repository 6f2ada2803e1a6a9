import { StructagError } from "../../../src/core/errors.ts";
import { GrammarCompiler } from "../../../src/matcher/compiler.ts";
import { byteVocabulary } from "../../../tests/support/byte-vocabulary.ts";
import type { CaseKind } from "../case-kind.ts";
import { textDifference } from "../grammar-texts.ts";

const compiler = new GrammarCompiler(byteVocabulary());

/** Structural tags with texts that are outputs, texts that are none, or an error. */
export const kind: CaseKind = {
  name: "structural tag",

  covers({ fields }) {
    return fields.get("kind") === "structural_tag" ? ["accept", "reject", "error"] : [];
  },

  run({ fields }) {
    try {
      const grammar = compiler.compileStructuralTag(fields.get("spec"));
      if (fields.get("error") === true) return { reason: "it compiles, but an error is expected" };
      const reason = textDifference(grammar, fields);
      return reason === undefined ? undefined : { reason };
    } catch (error) {
      if (error instanceof StructagError && fields.get("error") === true) return undefined;
      throw error;
    }
  },
};
