/**
 * Texts that end a generation wherever they are special tokens. Markers that end only a message or a call inside a generation (Harmony's `<|end|>`,
 * `<|call|>`) are not among them: as stop tokens they could no longer stand inside the output.
 * @see XGrammar's TokenizerInfo for the first eight; the others are the end-of-turn tokens of the model families' generation settings.
 */
export const KNOWN_STOP_TOKENS: readonly string[] = [
  "</s>",
  "<|end_of_text|>",
  "<|eot_id|>",
  "<|endoftext|>",
  "<eos>",
  "<|eos|>",
  "<end_of_turn>",
  "<｜end▁of▁sentence｜>",
  "<|im_end|>",
  "<|end_of_msg|>",
  "<|eom_id|>",
  "<|eot|>",
  "<|eom|>",
  "<|return|>",
  "<|END_OF_TURN_TOKEN|>",
  "<|END_RESPONSE|>",
  "<turn|>",
  "[EOS]",
  "[EOT]",
  "[e~[",
];

/** The part of the list that XGrammar looks for in any vocabulary, also in one that says nothing about special tokens. */
export const PLAIN_STOP_TOKENS: readonly string[] = KNOWN_STOP_TOKENS.slice(0, 8);
