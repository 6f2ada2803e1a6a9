export { MAX_TOKEN_BYTES, MAX_VOCABULARY_SIZE } from "./build.ts";
export { encodeRanks } from "./encode-ranks.ts";
export { type GgufTokenizerMetadata, vocabularyFromGguf } from "./from-gguf.ts";
export { vocabularyFromTiktoken } from "./from-tiktoken.ts";
export { type TokenStringOptions, vocabularyFromTokenStrings } from "./from-token-strings.ts";
export { vocabularyFromTokenizerJson } from "./from-tokenizer-json.ts";
export { vocabularyFromTokens } from "./from-tokens.ts";
export { type GgufValue, readGgufMetadata } from "./gguf-metadata.ts";
export type { VocabularyOptions } from "./options.ts";
export { readVocabulary } from "./read-vocabulary.ts";
export {
  attachVocabulary,
  type DeserializeOptions,
  deserializeVocabulary,
  type SharedVocabulary,
  serializeVocabulary,
  shareVocabulary,
} from "./serialize.ts";
export { KNOWN_STOP_TOKENS } from "./stop-tokens.ts";
export type { TokenDecoder } from "./token-decoder.ts";
export { tokenizeGreedy } from "./tokenize.ts";
export type { ByteTrie } from "./types.ts";
export { Vocabulary } from "./vocabulary.ts";
