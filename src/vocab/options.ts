/** What every loader takes. */
export interface VocabularyOptions {
  /**
   * Width of the logits. Wider than the vocabulary: the further ids stand for nothing and are never allowed. Narrower: tokens past it can't be generated and
   * are left out. Default: one past the highest id.
   */
  readonly size?: number;
  /** Special tokens: text to id. They are matched by id only and never as text. An entry of the vocabulary with the same id must have the same text. */
  readonly specialTokens?: ReadonlyMap<string, number> | Readonly<Record<string, number>>;
  /** Ids of tokens that are special; their text is what the vocabulary says. */
  readonly specialTokenIds?: readonly number[];
  /** The tokens that end a generation; they become special. Default: the special tokens whose text is a known end marker (`KNOWN_STOP_TOKENS`). */
  readonly stopTokenIds?: readonly number[];
}
