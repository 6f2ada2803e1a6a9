import { fail } from "../core/errors.ts";
import { decodeBase64 } from "./base64.ts";
import { buildVocabulary, tableWidth } from "./build.ts";
import type { VocabularyOptions } from "./options.ts";
import { KIND_TEXT, TokenTable } from "./token-table.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * A vocabulary from a tiktoken rank file: a token a line, its bytes as base64, a space, its rank, which is its id. The packed form of `js-tiktoken` is read too
 * (`! FIRST_RANK TOKEN TOKEN …`). Rank files hold no special tokens: give them in `specialTokens`, and the width of the logits in `size`.
 * @param ranks the file as text or as its bytes
 * @throws StructagError `vocab-ranks-syntax`, `vocab-ranks-duplicate`, and what {@link vocabularyFromTokens} throws for its options
 */
export function vocabularyFromTiktoken(ranks: string | Uint8Array, options: VocabularyOptions = {}): Vocabulary {
  const text = typeof ranks === "string" ? new TextEncoder().encode(ranks) : ranks;
  const parsed = parseRanks(text);
  const table = new TokenTable(tableWidth(parsed.width, options), 0);
  table.pool = parsed.pool;
  table.used = parsed.pool.length;
  for (let i = 0; i < parsed.count; i++) {
    const id = parsed.ids[i];
    if (table.kind[id] === KIND_TEXT)
      fail("vocab-ranks-duplicate", "", `rank ${id} stands twice in the rank file`, "a rank belongs to one token");
    table.start[id] = parsed.starts[i];
    table.length[id] = parsed.starts[i + 1] - parsed.starts[i];
    if (table.length[id] > 0) table.kind[id] = KIND_TEXT;
  }
  return buildVocabulary(table, options, { knowsSpecial: true });
}

interface ParsedRanks {
  readonly count: number;
  /** One past the highest rank. */
  readonly width: number;
  readonly ids: Float64Array;
  /** Where each entry's bytes start in the pool; `count + 1` entries. */
  readonly starts: Uint32Array;
  readonly pool: Uint8Array;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const BANG = 0x21;

function parseRanks(text: Uint8Array): ParsedRanks {
  let fields = 1;
  for (let i = 0; i < text.length; i++) if (text[i] === NEWLINE || text[i] === SPACE) fields++;
  const ids = new Float64Array(fields);
  const starts = new Uint32Array(fields + 1);
  // Three bytes in four characters, and the last group of each token may be short.
  const pool = new Uint8Array(Math.ceil((text.length * 3) / 4) + 3);
  let used = 0;
  let count = 0;
  let width = 0;
  let line = 0;
  const add = (from: number, to: number, id: number) => {
    const next = decodeBase64(text, from, to, pool, used);
    if (next === -1) syntaxError(line, "the token is no base64");
    ids[count] = id;
    starts[count++] = used;
    used = next;
    if (id >= width) width = id + 1;
  };
  for (let at = 0; at < text.length; ) {
    line++;
    let next = text.indexOf(NEWLINE, at);
    if (next === -1) next = text.length;
    let stop = next;
    while (stop > at && (text[stop - 1] === RETURN || text[stop - 1] === SPACE)) stop--;
    if (stop > at) {
      const space = text.indexOf(SPACE, at);
      if (space === -1 || space >= stop) syntaxError(line, "a rank is missing");
      if (text[at] === BANG && space === at + 1) {
        let from = fieldEnd(text, space + 1, stop);
        let id = readRank(text, space + 1, from, line);
        while (from < stop) {
          const to = fieldEnd(text, from + 1, stop);
          add(from + 1, to, id++);
          from = to;
        }
      } else add(at, space, readRank(text, space + 1, stop, line));
    }
    at = next + 1;
  }
  starts[count] = used;
  if (count === 0) syntaxError(1, "the file has no ranks");
  return { count, width, ids, starts, pool: pool.subarray(0, used) };
}

function fieldEnd(text: Uint8Array, from: number, stop: number): number {
  let at = from;
  while (at < stop && text[at] !== SPACE) at++;
  return at;
}

function readRank(text: Uint8Array, from: number, to: number, line: number): number {
  let rank = 0;
  for (let i = from; i < to; i++) {
    const digit = text[i] - 0x30;
    if (digit < 0 || digit > 9) syntaxError(line, "the rank is no number");
    rank = rank * 10 + digit;
  }
  if (from === to || to - from > 9) syntaxError(line, "the rank is no number");
  return rank;
}

function syntaxError(line: number, what: string): never {
  fail(
    "vocab-ranks-syntax",
    `/${line - 1}`,
    `line ${line} of the rank file: ${what}`,
    "each line is base64, a space and a rank; a packed line starts with `!`",
  );
}
