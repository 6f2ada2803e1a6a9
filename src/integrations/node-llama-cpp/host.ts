/**
 * What structag uses of `node-llama-cpp` (tested with 3.21.1), as structural types: nothing is imported from it.
 * @see https://node-llama-cpp.withcat.ai
 */

/** A loaded GGUF model of the host. */
export interface LlamaModel {
  /** The header of the GGUF file; its `metadata` holds the tokenizer. */
  readonly fileInfo: { readonly metadata: unknown };
  readonly tokenizer: unknown;
  tokenize(text: string, specialTokens?: boolean): readonly number[];
  isEogToken(token: never): boolean;
  iterateAllTokens(): Iterable<number>;
}

export type LlamaEvaluateItem =
  | number
  | [token: number, options: { readonly generateNext: { token?: boolean; probabilities?: boolean; options?: object } }];

export interface LlamaEvaluateOutput {
  readonly next: { readonly token?: number | null; readonly probabilities?: ReadonlyMap<number, number> };
}

/** A context sequence of the host: one text in the making. */
export interface LlamaSequence {
  readonly model: LlamaModel;
  readonly contextSize: number;
  readonly nextTokenIndex: number;
  controlledEvaluate(input: never): Promise<readonly (LlamaEvaluateOutput | undefined)[]>;
  eraseContextTokenRanges(ranges: { start: number; end: number }[]): Promise<void>;
  adaptStateToTokens(tokens: never, allowShift?: boolean): Promise<void>;
}
