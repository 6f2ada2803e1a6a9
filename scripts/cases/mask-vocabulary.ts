import type { Json } from "../../src/core/json.ts";
import { vocabularyFromTokens } from "../../src/vocab/from-tokens.ts";
import type { Vocabulary } from "../../src/vocab/vocabulary.ts";
import { objectOf, optionalNumber, optionalText } from "./fields.ts";

/** The vocabulary that a row spells out: `{id, text | hex, special?, stop?}`. `width` ids have logits; default: as many as there are entries. */
export function spelledVocabulary(entries: readonly Json[], width: number | undefined): Vocabulary {
  const tokens: (string | Uint8Array)[] = [];
  const specialTokenIds: number[] = [];
  const stopTokenIds: number[] = [];
  for (const entry of entries) {
    const fields = objectOf(entry, "vocab");
    const id = optionalNumber(fields, "id");
    if (id === undefined) throw new TypeError("an entry of the vocabulary has no id");
    const hex = optionalText(fields, "hex");
    tokens[id] = hex === undefined ? (optionalText(fields, "text") ?? "") : Uint8Array.from(Buffer.from(hex, "hex"));
    if (fields.get("special") === true) specialTokenIds.push(id);
    if (fields.get("stop") === true) stopTokenIds.push(id);
  }
  return vocabularyFromTokens(Array.from(tokens), { specialTokenIds, stopTokenIds, ...(width === undefined ? {} : { size: width }) });
}
