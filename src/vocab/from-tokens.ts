import { fail } from "../core/errors.ts";
import { buildVocabulary, tableWidth } from "./build.ts";
import type { VocabularyOptions } from "./options.ts";
import { KIND_TEXT, TokenTable } from "./token-table.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * A vocabulary from a list: the entry at index `i` is token `i`, a string (its UTF-8 is what the token writes) or bytes. An empty, null or undefined
 * entry is an id that stands for nothing.
 * @throws StructagError `vocab-entry-invalid`, `vocab-size-invalid`, `vocab-token-too-long`, `vocab-special-token-conflict`, `vocab-special-token-empty`,
 * `vocab-token-id-invalid`, `vocab-stop-token-invalid`
 */
export function vocabularyFromTokens(
  tokens: readonly (string | Uint8Array | null | undefined)[],
  options: VocabularyOptions = {},
): Vocabulary {
  const table = new TokenTable(tableWidth(tokens.length, options), tokens.length * 8);
  const utf8 = new TextEncoder();
  for (let id = 0; id < tokens.length; id++) {
    const entry = tokens[id];
    if (entry === null || entry === undefined) continue;
    if (typeof entry === "string") table.setBytes(id, utf8.encode(entry), KIND_TEXT);
    else if (entry instanceof Uint8Array) table.setBytes(id, entry, KIND_TEXT);
    else fail("vocab-entry-invalid", `/${id}`, `the entry is a ${typeof entry}`, "entries are strings, Uint8Arrays, or null for none");
  }
  return buildVocabulary(table, options, { knowsSpecial: false });
}
