import { explain, explainToken, findJumpForwardString, type GrammarMatcher, type TokenMask, type Vocabulary } from "../../../src/engine.ts";
import { compiledGrammar } from "./grammars.ts";
import type { TokenChoice, WhyNot, WhyNotInput } from "./protocol.ts";
import { idsOf } from "./read-output.ts";
import { matcherAt } from "./step.ts";
import { bytesOfAll, tokenizeOutput, tokenText } from "./tokenize.ts";

const NEAREST = 6;

/** Says why a token or text can or cannot come behind the first tokens of an output, and what comes nearest to it. */
export function whyNot(input: WhyNotInput): WhyNot {
  const compiled = compiledGrammar(input.grammar, input.vocabulary);
  const { vocabulary } = compiled.loaded;
  const { matcher, position } = matcherAt(compiled, input);
  const ids = "id" in input.asked ? [input.asked.id] : tokenizeOutput(compiled.loaded, input.asked.text);
  if (ids.length === 1) {
    const { allowed, message, reason, byteOffset, outline } = explainToken(matcher, ids[0]);
    const asked = tokenText(vocabulary, ids[0]);
    const fits = new TextDecoder().decode(vocabulary.bytesOf(ids[0]).slice(0, allowed ? undefined : byteOffset));
    return {
      asked,
      allowed,
      message,
      ...(reason === undefined ? {} : { reason }),
      fits: allowed || reason === "text" ? fits : "",
      around: outline.map(({ formatPath, line }) => ({ path: formatPath, line })),
      nearest: allowed ? [] : nearest(vocabulary, matcher, vocabulary.bytesOf(ids[0])),
    };
  }
  const before = bytesOfAll(vocabulary, idsOf(compiled, input).slice(0, position));
  const asked = "text" in input.asked ? input.asked.text : "";
  const bytes = new TextEncoder().encode(asked);
  const whole = new Uint8Array(before.length + bytes.length);
  whole.set(before);
  whole.set(bytes, before.length);
  const { verdict, byteOffset, message, outline } = explain(compiled.grammar, whole);
  const allowed = verdict !== "refused";
  const fitting = allowed ? bytes : bytes.slice(0, Math.max(0, byteOffset - before.length));
  const fork = matcher.fork();
  fork.acceptString(fitting);
  return {
    asked,
    allowed,
    message,
    fits: new TextDecoder().decode(fitting),
    around: outline.map(({ formatPath, line }) => ({ path: formatPath, line })),
    nearest: allowed ? [] : nearest(vocabulary, fork, bytes.slice(fitting.length)),
  };
}

/** Allowed tokens that are most like some bytes: with the same beginning, in another case, without or with a space. What is forced comes first. */
function nearest(vocabulary: Vocabulary, matcher: GrammarMatcher, wanted: Uint8Array): TokenChoice[] {
  if (matcher.isTerminated()) return [];
  const mask: TokenMask = matcher.nextTokenMask();
  const forced = findJumpForwardString(matcher);
  const wish = fold(wanted);
  const best: { id: number; score: number }[] = [];
  for (const id of mask.toArray()) {
    const score =
      likeness(wish, vocabulary.bytesOf(id)) +
      (vocabulary.isSpecial(id) ? 0.5 : 0) +
      (forced !== "" && vocabulary.textOf(id) === forced ? 4 : 0) -
      id * 1e-8;
    if (best.length === NEAREST && score <= best[NEAREST - 1].score) continue;
    best.push({ id, score });
    best.sort((x, y) => y.score - x.score);
    best.length = Math.min(best.length, NEAREST);
  }
  return best.map(({ id }) => ({ id, text: tokenText(vocabulary, id) }));
}

/** Bytes in lower case, without spaces in front. */
function fold(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (bytes[start] === 0x20 && start + 1 < bytes.length) start += 1;
  return bytes.slice(start).map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));
}

function likeness(wish: Uint8Array, bytes: Uint8Array): number {
  let skip = 0;
  while (bytes[skip] === 0x20 && skip + 1 < bytes.length) skip += 1;
  let same = 0;
  while (same < wish.length && skip + same < bytes.length && lower(bytes[skip + same]) === wish[same]) same += 1;
  return same * 2 - Math.abs(bytes.length - skip - wish.length) * 0.5;
}

function lower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}
