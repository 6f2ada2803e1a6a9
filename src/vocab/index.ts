export { MAX_TOKEN_BYTES, MAX_VOCABULARY_SIZE } from "./build.ts";
export { vocabularyFromTokens } from "./from-tokens.ts";
export type { VocabularyOptions } from "./options.ts";
export { KNOWN_STOP_TOKENS } from "./stop-tokens.ts";
export type { ByteTrie } from "./types.ts";
export { Vocabulary } from "./vocabulary.ts";
