import { fail } from "../../core/errors.ts";
import { type GgufTokenizerMetadata, vocabularyFromGguf } from "../../vocab/from-gguf.ts";
import type { Vocabulary } from "../../vocab/vocabulary.ts";
import type { LlamaModel } from "./host.ts";

const vocabularies = new WeakMap<object, Vocabulary>();

/**
 * The vocabulary of a loaded GGUF model, made once for each model. Its stop tokens are those that the model itself takes for the end of a generation.
 * @throws StructagError `host-vocabulary`, and the codes of {@link vocabularyFromGguf}
 */
export function vocabularyFromLlamaModel(model: LlamaModel): Vocabulary {
  const known = vocabularies.get(model);
  if (known !== undefined) return known;
  const metadata = tokenizerMetadata(model.fileInfo.metadata);
  const isEnd = model.isEogToken.bind(model) as (token: number) => boolean;
  const stopTokenIds = Array.from(model.iterateAllTokens()).filter((token) => isEnd(token));
  const vocabulary = vocabularyFromGguf(metadata, stopTokenIds.length === 0 ? {} : { stopTokenIds });
  vocabularies.set(model, vocabulary);
  return vocabulary;
}

/** The host nests the keys of the metadata at their dots. */
function tokenizerMetadata(metadata: unknown): GgufTokenizerMetadata {
  const ggml = (metadata as { tokenizer?: { ggml?: Record<string, unknown> } } | undefined)?.tokenizer?.ggml;
  if (!Array.isArray(ggml?.tokens)) {
    fail(
      "host-vocabulary",
      "/model",
      "the model's metadata hold no tokens",
      "load the model with node-llama-cpp 3.21, or use readVocabulary with the GGUF file",
    );
  }
  return Object.fromEntries(
    Object.entries(ggml).map(([key, value]) => [`tokenizer.ggml.${key}`, value]),
  ) as unknown as GgufTokenizerMetadata;
}
