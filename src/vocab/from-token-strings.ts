import { fail } from "../core/errors.ts";
import { buildVocabulary, tableWidth } from "./build.ts";
import type { VocabularyOptions } from "./options.ts";
import { namedIds } from "./special-tokens.ts";
import { commitDecoded, detectDecoder, type TokenDecoder } from "./token-decoder.ts";
import { KIND_TEXT, TokenTable } from "./token-table.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Options of {@link vocabularyFromTokenStrings}. */
export interface TokenStringOptions extends VocabularyOptions {
  /** How token strings stand for bytes; `auto` looks at the strings (and takes `raw` where they show nothing). */
  readonly decoder: TokenDecoder | "auto";
}

/**
 * A vocabulary from the encoded strings that a tokenizer lists for its ids (`Ġthe`, `▁the`, `<0x0A>`), and how they stand for bytes. The strings of ids that
 * the options call special or stop tokens are taken as they are. A null or undefined entry is an id that stands for nothing.
 * @throws StructagError `vocab-entry-invalid`, and what {@link vocabularyFromTokens} throws for its options
 */
export function vocabularyFromTokenStrings(tokens: readonly (string | null | undefined)[], options: TokenStringOptions): Vocabulary {
  const table = new TokenTable(tableWidth(tokens.length, options), tokens.length * 8);
  checkStrings(tokens);
  const decoder = options.decoder === "auto" ? (detectDecoder(tokens) ?? "raw") : options.decoder;
  const named = namedIds(options);
  for (let id = 0; id < tokens.length; id++) {
    const text = tokens[id];
    if (text !== null && text !== undefined) commitDecoded(table, id, text, KIND_TEXT, named.has(id) ? "raw" : decoder);
  }
  return buildVocabulary(table, options, { knowsSpecial: false });
}

/** @throws StructagError `vocab-entry-invalid` where an entry is neither a string nor absent */
export function checkStrings(tokens: readonly unknown[]): void {
  for (let id = 0; id < tokens.length; id++) {
    const text = tokens[id];
    if (typeof text === "string" || text === null || text === undefined) continue;
    fail("vocab-entry-invalid", `/${id}`, `the entry is a ${typeof text}`, "entries are strings, or null for none");
  }
}
