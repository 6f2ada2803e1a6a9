import { FRONT_BUDGET } from "../expr/kinds.ts";
import { nameExpectations } from "./explain/expectations.ts";
import { textPlace } from "./explain/text-place.ts";
import { type Expectation, explain, type OutlineNode } from "./explain.ts";
import type { GrammarMatcher, MaskOptions } from "./matcher.ts";

/**
 * Why a token is banned.
 * - `terminated`: the output has ended.
 * - `unknown`: no token has this id, or it stands for no bytes.
 * - `end`: it is a stop token, and the output cannot end here.
 * - `special`: it is a special token, and none is expected here; its letters would be text.
 * - `text`: at one of its bytes no output can go on.
 * - `marker`: its letters are those of a marker, which must be written as its special token.
 * - `token-limit`: `max_tokens` of a format is spent.
 * - `budget`: after it the output could no longer end within `tokensLeft`.
 */
export type TokenRefusal = "terminated" | "unknown" | "end" | "special" | "text" | "marker" | "token-limit" | "budget";

/** What a matcher says about one token. */
export interface TokenExplanation {
  readonly allowed: boolean;
  /** Set where it is banned. */
  readonly reason: TokenRefusal | undefined;
  /** Bytes of the token that fit; those of the whole token, where its bytes are not the reason. */
  readonly byteOffset: number;
  /** The character of the token that cannot stand where it does; set for the reason `text`. */
  readonly character: string | undefined;
  /** What may stand there instead. */
  readonly expected: readonly Expectation[];
  readonly outline: readonly OutlineNode[];
  /** All of it in one sentence. */
  readonly message: string;
}

/**
 * Why the matcher's next mask allows or bans a token. Costs a mask and one reading of the text so far; the matcher is left as it is.
 * @throws StructagError `matcher-budget` where `tokensLeft` is not enough for any output, `explain-ambiguous`
 */
export function explainToken(matcher: GrammarMatcher, token: number, options: MaskOptions = {}): TokenExplanation {
  const { grammar } = matcher;
  const { vocabulary } = grammar;
  const known = Number.isInteger(token) && token >= 0 && token < vocabulary.size;
  const bytes = vocabulary.bytesOf(known ? token : -1);
  const name = JSON.stringify(vocabulary.textOf(token));
  const answer = (reason: TokenRefusal | undefined, message: string, more: Partial<TokenExplanation> = {}): TokenExplanation => ({
    allowed: reason === undefined,
    reason,
    byteOffset: bytes.length,
    character: undefined,
    expected: [],
    outline: [],
    message,
    ...more,
  });
  if (matcher.isTerminated()) return answer("terminated", "the output has ended: there is no next token");
  const written = matcher.text.slice(0, matcher.text.length);
  const here = explain(grammar, written);
  const { expected, outline } = here;
  const instead = expected.length === 0 ? "" : `; expected ${nameExpectations(expected)}`;
  if (matcher.nextTokenMask(options).has(token)) return answer(undefined, `${name} is allowed`, { expected, outline });
  if (!known) return answer("unknown", `the vocabulary has no token ${token}`);
  if (matcher.nextTokenMask().has(token)) {
    return answer("budget", `${name} fits, but after it the output could not end within ${options.tokensLeft} tokens`, { outline });
  }
  if (grammar.isStopToken(token)) return answer("end", `the output cannot end here${instead}`, { byteOffset: 0, expected, outline });
  if (bytes.length === 0) return answer("unknown", `token ${token} stands for no bytes`);
  const text = new Uint8Array(written.length + bytes.length);
  text.set(written);
  text.set(bytes, written.length);
  const after = explain(grammar, text);
  if (after.verdict === "refused") {
    const byteOffset = Math.max(0, after.byteOffset - written.length);
    const { character } = textPlace(bytes, byteOffset);
    const where = byteOffset === 0 ? "" : ` after ${JSON.stringify(new TextDecoder().decode(bytes.slice(0, byteOffset)))}`;
    const what = `${name} cannot stand here: ${JSON.stringify(character)} does not fit${where}`;
    const found = after.expected.length === 0 ? "" : `; expected ${nameExpectations(after.expected)}`;
    return answer("text", what + found, { byteOffset, character, expected: after.expected, outline: after.outline });
  }
  if (vocabulary.isSpecial(token)) {
    return answer("special", `${name} is a special token, and here only text may have its letters${instead}`, { expected, outline });
  }
  if (matcher.configs.some(({ expr }) => (matcher.generation.front.flags(expr) & FRONT_BUDGET) !== 0)) {
    return answer("token-limit", `${name} would be one token more than max_tokens allows${instead}`, { expected, outline });
  }
  return answer("marker", `${name} spells a marker, which is a token of its own${instead}`, { expected, outline });
}
