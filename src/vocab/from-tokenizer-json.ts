import { fail } from "../core/errors.ts";
import { buildVocabulary, checkSize, tableWidth } from "./build.ts";
import { decoderOfTokenizer } from "./hf-decoder.ts";
import type { VocabularyOptions } from "./options.ts";
import { namedIds } from "./special-tokens.ts";
import { commitDecoded, detectDecoder, type TokenDecoder } from "./token-decoder.ts";
import { KIND_SPECIAL, KIND_TEXT, TokenTable } from "./token-table.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * A vocabulary from a Hugging Face `tokenizer.json`, as text or as the value that `JSON.parse` gives. How its tokens stand for bytes is read from
 * the tokens themselves where they show it, else from the file's decoder. Added tokens marked special are special; other added tokens are text.
 * `size` is best taken from the model's configuration (`vocab_size`), which is often larger.
 * @param options `decoder` overrides what the file says about bytes
 * @throws StructagError `vocab-tokenizer-json-syntax`, `vocab-tokenizer-json-invalid`, `vocab-decoder-unsupported`, and what {@link vocabularyFromTokens} throws
 * for its options
 */
export function vocabularyFromTokenizerJson(
  tokenizer: string | object,
  options: VocabularyOptions & { readonly decoder?: TokenDecoder } = {},
): Vocabulary {
  const file = asObject(typeof tokenizer === "string" ? parse(tokenizer) : tokenizer, "");
  const texts = readModelVocabulary(asObject(file.model, "/model"));
  const added = readAddedTokens(file.added_tokens);
  const detected = options.decoder === undefined ? detectDecoder(texts) : undefined;
  const { decoder, space } = options.decoder ? { decoder: options.decoder, space: undefined } : decoderOfTokenizer(file.decoder, detected);

  let count = texts.length;
  for (const token of added) count = Math.max(count, token.id + 1);
  const table = new TokenTable(tableWidth(count, options), count * 8);
  // The text of an added token counts, whatever the model's vocabulary has at its id: the tokenizer looks for it first.
  for (const token of added) texts[token.id] = undefined;
  const named = namedIds(options);
  for (let id = 0; id < texts.length; id++) {
    const text = texts[id];
    if (text !== undefined) commitDecoded(table, id, text, KIND_TEXT, named.has(id) ? "raw" : decoder, space);
  }
  const candidates: number[] = [];
  for (const { id, content, special } of added) {
    commitDecoded(table, id, content, special ? KIND_SPECIAL : KIND_TEXT, special || named.has(id) ? "raw" : decoder, space);
    if (!special) candidates.push(id);
  }
  return buildVocabulary(table, options, { knowsSpecial: added.length > 0, stopCandidates: candidates });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return fail("vocab-tokenizer-json-syntax", "", `tokenizer.json is no JSON: ${message}`, "give the whole file");
  }
}

function asObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  return invalid(path, `${path === "" ? "the tokenizer" : path.slice(1)} is no object`);
}

/** Token strings by id: of an object from token to id (BPE, WordPiece), or of a list of pairs token, score (Unigram). */
function readModelVocabulary(model: Readonly<Record<string, unknown>>): (string | undefined)[] {
  const { vocab } = model;
  if (Array.isArray(vocab)) {
    return vocab.map((pair, id) => {
      if (Array.isArray(pair) && typeof pair[0] === "string") return pair[0];
      return invalid(`/model/vocab/${id}`, "the entry is no pair of a token and a score");
    });
  }
  const entries = asObject(vocab, "/model/vocab");
  // Keys and ids apart: 200,000 pairs would be 200,000 objects.
  const names = Object.keys(entries);
  const ids = new Float64Array(names.length);
  let width = 1;
  for (let i = 0; i < names.length; i++) {
    const id = entries[names[i]];
    if (!isId(id)) return invalid("/model/vocab", `the id of ${JSON.stringify(names[i])} is ${String(id)}`);
    ids[i] = id;
    if (id >= width) width = id + 1;
  }
  checkSize(width);
  const texts = new Array<string | undefined>(width);
  for (let i = 0; i < names.length; i++) {
    const other = texts[ids[i]];
    if (other !== undefined) invalid("/model/vocab", `${JSON.stringify(other)} and ${JSON.stringify(names[i])} have the same id ${ids[i]}`);
    texts[ids[i]] = names[i];
  }
  return texts;
}

interface AddedToken {
  readonly id: number;
  readonly content: string;
  readonly special: boolean;
}

function readAddedTokens(list: unknown): AddedToken[] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return invalid("/added_tokens", "added_tokens is no list");
  return list.map((entry, index) => {
    const { id, content, special } = asObject(entry, `/added_tokens/${index}`);
    if (!isId(id)) return invalid(`/added_tokens/${index}/id`, `the id is ${String(id)}`);
    if (typeof content !== "string") return invalid(`/added_tokens/${index}/content`, "the content is no string");
    return { id, content, special: special === true };
  });
}

function isId(id: unknown): id is number {
  return typeof id === "number" && Number.isInteger(id) && id >= 0;
}

function invalid(path: string, message: string): never {
  return fail("vocab-tokenizer-json-invalid", path, message, "give the tokenizer.json of a fast tokenizer");
}
