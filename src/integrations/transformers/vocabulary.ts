import { fail } from "../../core/errors.ts";
import { vocabularyFromTokenizerJson } from "../../vocab/from-tokenizer-json.ts";
import type { Vocabulary } from "../../vocab/vocabulary.ts";
import type { TransformersModel, TransformersTokenizer } from "./host.ts";

export interface TransformersVocabularyOptions {
  /** Gives the width of the logits (`config.vocab_size`) and the stop tokens (`generation_config.eos_token_id`). */
  readonly model?: Pick<TransformersModel, "config" | "generation_config"> | undefined;
  /** Width of the logits. Default: the model's. */
  readonly size?: number | undefined;
  /** The tokens at which `generate()` stops. Default: the model's, else the tokenizer's end token. */
  readonly stopTokenIds?: readonly number[] | undefined;
}

const vocabularies = new WeakMap<object, Map<string, Vocabulary>>();

/**
 * The vocabulary of a tokenizer of transformers.js, made once for each tokenizer, width and stop tokens.
 * @throws StructagError `host-vocabulary`, and the codes of {@link vocabularyFromTokenizerJson}
 */
export function vocabularyFromTransformers(tokenizer: TransformersTokenizer, options: TransformersVocabularyOptions = {}): Vocabulary {
  const json = tokenizer._tokenizerJSON;
  if (typeof json !== "object" || json === null) {
    fail(
      "host-vocabulary",
      "/tokenizer",
      "the tokenizer holds no tokenizer.json",
      "use AutoTokenizer.from_pretrained of @huggingface/transformers 4.3",
    );
  }
  const size =
    options.size ?? numberAt(options.model?.config, "vocab_size") ?? numberAt(fieldOf(options.model?.config, "text_config"), "vocab_size");
  const stopTokenIds = options.stopTokenIds ?? stopTokens(tokenizer, options.model);
  const key = `${size ?? ""}:${stopTokenIds?.join() ?? "known"}`;
  let made = vocabularies.get(json);
  if (made === undefined) {
    made = new Map();
    vocabularies.set(json, made);
  }
  let vocabulary = made.get(key);
  if (vocabulary === undefined) {
    vocabulary = vocabularyFromTokenizerJson(json, {
      ...(size === undefined ? {} : { size }),
      ...(stopTokenIds === undefined ? {} : { stopTokenIds }),
    });
    made.set(key, vocabulary);
  }
  return vocabulary;
}

function stopTokens(tokenizer: TransformersTokenizer, model: TransformersVocabularyOptions["model"]): readonly number[] | undefined {
  for (const holder of [model?.generation_config, model?.config, tokenizer]) {
    const ids = idsOf(fieldOf(holder, "eos_token_id"));
    if (ids !== undefined) return ids;
  }
  return undefined;
}

function idsOf(value: unknown): readonly number[] | undefined {
  const ids = (Array.isArray(value) ? value : [value]).map(Number);
  return value !== undefined && value !== null && ids.length > 0 && ids.every((id) => Number.isInteger(id) && id >= 0) ? ids : undefined;
}

function numberAt(holder: unknown, name: string): number | undefined {
  const value = fieldOf(holder, name);
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
}

/** A field of an object or of a callable object. */
export function fieldOf(holder: unknown, name: string): unknown {
  return (typeof holder === "object" && holder !== null) || typeof holder === "function"
    ? (holder as Record<string, unknown>)[name]
    : undefined;
}
