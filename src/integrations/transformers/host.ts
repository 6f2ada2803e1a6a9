/**
 * What structag uses of `@huggingface/transformers` (tested with 4.3.2), as structural types: nothing is imported from it.
 * @see https://huggingface.co/docs/transformers.js
 */

/** A tensor of the host. */
export interface TransformersTensor {
  readonly type: string;
  readonly data: unknown;
  readonly dims: readonly number[];
}

/** A tokenizer of the host. */
export interface TransformersTokenizer {
  (text: string, options?: { readonly add_special_tokens?: boolean }): { readonly input_ids: TransformersTensor };
  /** The whole `tokenizer.json`. */
  readonly _tokenizerJSON: unknown;
  readonly eos_token_id?: number | null | undefined;
  encode(text: string, options?: { readonly add_special_tokens?: boolean }): number[];
  apply_chat_template(messages: never, options?: never): unknown;
}

/** A text generation model of the host. */
export interface TransformersModel {
  readonly config: unknown;
  readonly generation_config?: unknown;
  generate(parameters: Record<string, unknown>): Promise<unknown>;
}

/** A function that the host calls once per step with all ids so far and the scores of the next token, `[sequences, width]`. */
export type TransformersLogitsCall = (inputIds: readonly (readonly bigint[])[], logits: TransformersTensor) => TransformersTensor;
