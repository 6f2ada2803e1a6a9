import { findJumpForwardTokens } from "../matcher/jump-forward.ts";
import type { GrammarMatcher } from "../matcher/matcher.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";

/** Text to token ids as the model's own tokenizer splits it, without adding special tokens. */
export type EncodeText = (text: string) => ArrayLike<number>;

/**
 * Accepts the tokens that the grammar forces, and returns them, as long as the output can still end within `tokensLeft` tokens after them. None, and no change, where nothing is forced or
 * the host's tokenizer does not write the forced text as it stands.
 */
export function takeForcedTokens(matcher: GrammarMatcher, encode: EncodeText, tokensLeft: number): readonly number[] {
  const forced = findJumpForwardTokens(matcher, (vocabulary, bytes) => splitText(vocabulary, bytes, encode));
  if (forced.length === 0) return forced;
  const accepted = matcher.acceptTokens(forced);
  if (
    accepted === forced.length &&
    (tokensLeft === Number.POSITIVE_INFINITY || matcher.minTokensToComplete() <= tokensLeft - forced.length)
  ) {
    return forced;
  }
  matcher.rollback(accepted);
  return [];
}

/** Nothing for bytes that are no whole text, and where the tokenizer changes the text (a space in front, a normal form). */
function splitText(vocabulary: Vocabulary, bytes: Uint8Array, encode: EncodeText): readonly number[] {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return [];
  }
  const ids = Array.from(encode(text));
  let at = 0;
  for (const id of ids) {
    if (!vocabulary.isText(id)) return [];
    for (const byte of vocabulary.bytesOf(id)) {
      if (bytes[at] !== byte) return [];
      at += 1;
    }
  }
  return at === bytes.length ? ids : [];
}
