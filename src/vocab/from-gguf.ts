import { fail } from "../core/errors.ts";
import { buildVocabulary, tableWidth } from "./build.ts";
import { checkStrings } from "./from-token-strings.ts";
import type { VocabularyOptions } from "./options.ts";
import { namedIds } from "./special-tokens.ts";
import { commitDecoded, type TokenDecoder } from "./token-decoder.ts";
import { KIND_SPECIAL, KIND_TEXT, TokenTable } from "./token-table.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The keys of GGUF metadata that a vocabulary is made of; further keys are ignored. */
export interface GgufTokenizerMetadata {
  /** `gpt2` (byte-level), `llama` (byte-fallback) or `t5` (metaspace). */
  readonly "tokenizer.ggml.model": string;
  readonly "tokenizer.ggml.tokens": readonly string[];
  /** 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte. Absent: all normal. */
  readonly "tokenizer.ggml.token_type"?: ArrayLike<number | bigint>;
  readonly "tokenizer.ggml.eos_token_id"?: number | bigint;
  readonly "tokenizer.ggml.eot_token_id"?: number | bigint;
  readonly "tokenizer.ggml.eom_token_id"?: number | bigint;
}

const DECODERS: ReadonlyMap<string, TokenDecoder> = new Map([
  ["gpt2", "byte-level"],
  ["llama", "byte-fallback"],
  ["t5", "metaspace"],
]);

const TYPE_UNKNOWN = 2;
const TYPE_CONTROL = 3;
const TYPE_USER_DEFINED = 4;
const TYPE_UNUSED = 5;

/**
 * A vocabulary from the metadata of a GGUF file, as GGUF readers return it (arrays may be typed, numbers bigints). Control and unknown tokens are special, user-defined
 * ones stand for themselves, unused ones for nothing. Stop tokens: those given, else the end tokens that the metadata names and the special tokens whose
 * text is a known end marker.
 * @param options `decoder` says how token strings stand for bytes where the metadata's model is not known here
 * @throws StructagError `vocab-gguf-invalid`, `vocab-decoder-unsupported`, `vocab-entry-invalid`, and what {@link vocabularyFromTokens} throws for its options
 */
export function vocabularyFromGguf(
  metadata: GgufTokenizerMetadata,
  options: VocabularyOptions & { readonly decoder?: TokenDecoder } = {},
): Vocabulary {
  const tokens = metadata["tokenizer.ggml.tokens"];
  if (!Array.isArray(tokens))
    fail("vocab-gguf-invalid", "/tokenizer.ggml.tokens", "the metadata has no list of tokens", "give the metadata of a GGUF model file");
  checkStrings(tokens);
  const types = metadata["tokenizer.ggml.token_type"];
  if (types !== undefined && types.length !== tokens.length) {
    fail(
      "vocab-gguf-invalid",
      "/tokenizer.ggml.token_type",
      `${types.length} token types for ${tokens.length} tokens`,
      "give the metadata of a GGUF model file",
    );
  }
  const model = metadata["tokenizer.ggml.model"];
  const decoder = options.decoder ?? DECODERS.get(model);
  if (decoder === undefined) {
    fail(
      "vocab-decoder-unsupported",
      "/tokenizer.ggml.model",
      `how the tokens of a ${JSON.stringify(model)} tokenizer stand for bytes is not known`,
      "give `decoder`",
    );
  }

  const table = new TokenTable(tableWidth(tokens.length, options), tokens.length * 8);
  const named = namedIds(options);
  for (let id = 0; id < tokens.length; id++) {
    const type = types === undefined ? 1 : Number(types[id]);
    if (type === TYPE_UNUSED && !named.has(id)) continue;
    const isSpecial = type === TYPE_CONTROL || type === TYPE_UNKNOWN;
    const isVerbatim = isSpecial || type === TYPE_USER_DEFINED || named.has(id);
    commitDecoded(table, id, tokens[id], isSpecial ? KIND_SPECIAL : KIND_TEXT, isVerbatim ? "raw" : decoder);
  }
  const ends = [metadata["tokenizer.ggml.eos_token_id"], metadata["tokenizer.ggml.eot_token_id"], metadata["tokenizer.ggml.eom_token_id"]];
  return buildVocabulary(table, options, {
    knowsSpecial: types !== undefined,
    stopDefaults: ends.filter((id) => id !== undefined).map(Number),
  });
}
