import { fail } from "../core/errors.ts";
import type { VocabularyOptions } from "./options.ts";
import { KNOWN_STOP_TOKENS, PLAIN_STOP_TOKENS } from "./stop-tokens.ts";
import { KIND_NONE, KIND_SPECIAL, KIND_STOP, KIND_TEXT, type TokenTable } from "./token-table.ts";

/** What a loader's source says beside the tokens. */
export interface SourceFacts {
  /** The source says which tokens are special, so that text tokens are never taken for stop tokens. */
  readonly knowsSpecial: boolean;
  /** Ids of text tokens that are stop tokens if their text is a known one and no special token is. */
  readonly stopCandidates?: readonly number[];
  /** Ids that the source itself calls stop tokens. */
  readonly stopDefaults?: readonly number[];
}

/** The ids that the options call special or stop tokens. */
export function namedIds(options: VocabularyOptions): ReadonlySet<number> {
  const ids = new Set<number>(options.specialTokenIds);
  for (const [, id] of specialEntries(options)) ids.add(id);
  for (const id of options.stopTokenIds ?? []) ids.add(id);
  return ids;
}

/** Marks the special and stop tokens in a table: what the options name, else what the source says and known end markers. Ids from `size` on are left out. */
export function markSpecialTokens(table: TokenTable, size: number, options: VocabularyOptions, source: SourceFacts): void {
  const knowsSpecial = applySpecialTokens(table, options) || source.knowsSpecial;
  markStopTokens(table, size, options, { ...source, knowsSpecial });
}

/** The special tokens of the options as pairs of text and id. */
export function specialEntries(options: VocabularyOptions): Iterable<readonly [string, number]> {
  const special = options.specialTokens;
  if (special === undefined) return [];
  return special instanceof Map ? special : Object.entries(special as Readonly<Record<string, number>>);
}

const utf8 = new TextEncoder();

/** Marks what the options call special; true if they name any. */
function applySpecialTokens(table: TokenTable, options: VocabularyOptions): boolean {
  let named = false;
  for (const [text, id] of specialEntries(options)) {
    named = true;
    const bytes = utf8.encode(text);
    if (bytes.length === 0)
      fail(
        "vocab-special-token-empty",
        "",
        `the special token ${id} has an empty text`,
        "leave it out: an id without bytes is never allowed",
      );
    if (table.kind[id] === KIND_NONE) table.setBytes(id, bytes, KIND_SPECIAL);
    else if (equalBytes(table.bytesOf(id), bytes)) table.kind[id] = KIND_SPECIAL;
    else {
      const other = new TextDecoder().decode(table.bytesOf(id).slice());
      const message = `id ${id} is the special token ${JSON.stringify(text)}, but the vocabulary has ${JSON.stringify(other)} there`;
      fail("vocab-special-token-conflict", "", message, "check that the special tokens belong to this vocabulary");
    }
  }
  for (const id of options.specialTokenIds ?? []) {
    named = true;
    if (!isTokenOf(table, id))
      fail("vocab-token-id-invalid", "", `the special token id ${id} is no token of the vocabulary`, "give the text too, in specialTokens");
    table.kind[id] = KIND_SPECIAL;
  }
  return named;
}

/** Marks the stop tokens: those of the options, else what the source says and known end markers. */
function markStopTokens(table: TokenTable, size: number, options: VocabularyOptions, source: SourceFacts): void {
  if (options.stopTokenIds !== undefined) {
    for (const id of options.stopTokenIds) {
      if (!isTokenOf(table, id) || id >= size) {
        fail(
          "vocab-stop-token-invalid",
          "",
          `the stop token id ${id} is no token of the vocabulary`,
          "give its text in specialTokens, and a size that holds it",
        );
      }
      table.kind[id] = KIND_STOP;
    }
    return;
  }
  const { knowsSpecial } = source;
  for (const id of source.stopDefaults ?? []) if (isTokenOf(table, id)) table.kind[id] = KIND_STOP;
  const names = new Set(knowsSpecial ? KNOWN_STOP_TOKENS : PLAIN_STOP_TOKENS);
  const longest = Math.max(...KNOWN_STOP_TOKENS.map((name) => utf8.encode(name).length));
  const decoder = new TextDecoder();
  let found = false;
  const check = (id: number) => {
    if (table.length[id] > longest || !names.has(decoder.decode(table.bytesOf(id).slice()))) return;
    table.kind[id] = KIND_STOP;
    found ||= id < size;
  };
  for (let id = 0; id < table.width; id++) {
    const kind = table.kind[id];
    if (kind === KIND_SPECIAL || (kind === KIND_TEXT && !knowsSpecial)) check(id);
  }
  // Only for want of others: Gemma has `</s>` as an added token for the HTML tag, beside `<eos>`.
  if (!found) for (const id of source.stopCandidates ?? []) check(id);
}

function isTokenOf(table: TokenTable, id: number): boolean {
  return Number.isInteger(id) && id >= 0 && id < table.width && table.kind[id] !== KIND_NONE;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
