import { fail } from "../core/errors.ts";
import { type GgufTokenizerMetadata, vocabularyFromGguf } from "./from-gguf.ts";
import { vocabularyFromTiktoken } from "./from-tiktoken.ts";
import { vocabularyFromTokenStrings } from "./from-token-strings.ts";
import { vocabularyFromTokenizerJson } from "./from-tokenizer-json.ts";
import { isGguf, readGgufMetadata } from "./gguf-metadata.ts";
import { isImage } from "./image.ts";
import type { VocabularyOptions } from "./options.ts";
import { deserializeVocabulary } from "./serialize.ts";
import type { TokenDecoder } from "./token-decoder.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * A vocabulary from a file of any known form, told by its first bytes: a saved vocabulary, a GGUF file (its beginning with all metadata is enough), a
 * `tokenizer.json`, a JSON list of token strings, or tiktoken ranks. A saved vocabulary takes no options: it holds what it was made with.
 * @param options as for the loader of that form; `decoder` is for GGUF, `tokenizer.json` and lists
 * @throws StructagError `vocab-file-unknown`, `vocab-options-unused`, and what the loader of that form throws
 */
export function readVocabulary(file: Uint8Array, options: VocabularyOptions & { readonly decoder?: TokenDecoder } = {}): Vocabulary {
  if (isImage(file)) {
    const given = Object.keys(options);
    if (given.length > 0)
      fail(
        "vocab-options-unused",
        `/${given[0]}`,
        "a saved vocabulary takes no options",
        "give them where the vocabulary is made and saved",
      );
    return deserializeVocabulary(file);
  }
  if (isGguf(file)) return vocabularyFromGguf(readGgufMetadata(file, "tokenizer.ggml.") as unknown as GgufTokenizerMetadata, options);
  const first = file.find((byte) => !isSpace(byte) && !BYTE_ORDER_MARK.includes(byte));
  if (first === OPEN_BRACE) return vocabularyFromTokenizerJson(decodeText(file), options);
  if (first === OPEN_BRACKET) return vocabularyFromTokenStrings(parseList(decodeText(file)), { decoder: "auto", ...options });
  if (first === BANG || isBase64Start(file)) return vocabularyFromTiktoken(file, options);
  return fail(
    "vocab-file-unknown",
    "",
    "the file is no vocabulary of a known form",
    "give a tokenizer.json, a GGUF file, tiktoken ranks, a JSON list of token strings or a saved vocabulary",
  );
}

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const BANG = 0x21;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** Whether the file starts with base64, a space and a digit, as rank files do. */
function isBase64Start(file: Uint8Array): boolean {
  const start = new TextDecoder("latin1").decode(file.slice(0, 1024));
  return /^\s*[A-Za-z0-9+/]+={0,2} \d/.test(start);
}

function decodeText(file: Uint8Array): string {
  return new TextDecoder().decode(file);
}

function parseList(text: string): (string | null)[] {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return fail("vocab-file-unknown", "", `the list of tokens is no JSON: ${message}`, "give a JSON list of token strings");
  }
}
