import { type ExprId, FRONT_BUDGET, FRONT_EFFECT, FRONT_TOKENS, NEVER } from "../expr/kinds.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import type { Generation } from "./generation.ts";
import type { GrammarMatcher } from "./matcher.ts";

/** Bytes that one call looks ahead at most. */
const MAX_BYTES = 4096;

/** A piece of output that the grammar leaves no choice about: bytes, or one special token. */
type ForcedPiece = { readonly bytes: readonly number[] } | { readonly token: number };

/**
 * The bytes that must come next, as far as there is one continuation: they stop where the output may end, where a choice or a special token begins, and after 4,096 bytes. They may stop
 * inside a UTF-8 character.
 */
export function findJumpForwardBytes(matcher: GrammarMatcher): Uint8Array {
  const first = forcedPieces(matcher, true)[0];
  return first !== undefined && "bytes" in first ? Uint8Array.from(first.bytes) : new Uint8Array(0);
}

/** {@link findJumpForwardBytes} as text, without an incomplete last character. */
export function findJumpForwardString(matcher: GrammarMatcher): string {
  return new TextDecoder().decode(findJumpForwardBytes(matcher), { stream: true });
}

/**
 * The tokens that must come next, special ones included, so that a host can skip their forward passes. The last text token is held back where a longer token of the vocabulary could also
 * cover what follows the forced text, since a tokenizer might have chosen that one. `tokenize` splits forced text as the model's tokenizer does.
 */
export function findJumpForwardTokens(
  matcher: GrammarMatcher,
  tokenize: (vocabulary: Vocabulary, bytes: Uint8Array) => readonly number[],
): number[] {
  const { vocabulary } = matcher.generation;
  const pieces = forcedPieces(matcher, false);
  const tokens: number[] = [];
  pieces.forEach((piece, index) => {
    if ("token" in piece) {
      tokens.push(piece.token);
      return;
    }
    const split = tokenize(vocabulary, Uint8Array.from(piece.bytes));
    if (index < pieces.length - 1) {
      tokens.push(...split);
      return;
    }
    let end = piece.bytes.length;
    const kept = [...split];
    while (kept.length > 0) {
      const start = end - vocabulary.bytesOf(kept[kept.length - 1]).length;
      if (!canGrow(vocabulary, piece.bytes, start)) break;
      kept.pop();
      end = start;
    }
    tokens.push(...kept);
  });
  return tokens;
}

/** Whether some token starts with all bytes from `start` on and is longer. */
function canGrow(vocabulary: Vocabulary, bytes: readonly number[], start: number): boolean {
  let node = -1;
  for (let at = start; at < bytes.length; at += 1) {
    node = vocabulary.child(node, bytes[at]);
    if (node < 0) return false;
  }
  return vocabulary.trie.end[node] > node + 1;
}

function forcedPieces(matcher: GrammarMatcher, bytesOnly: boolean): ForcedPiece[] {
  const { generation, configs } = matcher;
  if (matcher.isTerminated() || configs.length !== 1) return [];
  const pieces: ForcedPiece[] = [];
  let bytes: number[] = [];
  let state: ExprId = configs[0].expr;
  for (let count = 0; count < MAX_BYTES; count += 1) {
    const flags = generation.front.flags(state);
    // Effects and budgets depend on more than the expression.
    if ((flags & (FRONT_EFFECT | FRONT_BUDGET)) !== 0 || generation.arena.isNullable(state)) break;
    if ((flags & FRONT_TOKENS) !== 0) {
      const next = bytesOnly ? undefined : forcedToken(generation, state);
      if (next === undefined) break;
      if (bytes.length > 0) pieces.push({ bytes });
      bytes = [];
      pieces.push({ token: next.token });
      state = next.state;
      continue;
    }
    const next = forcedByte(generation, state);
    if (next === undefined) break;
    bytes.push(next.byte);
    state = next.state;
  }
  if (bytes.length > 0) pieces.push({ bytes });
  return pieces;
}

function forcedByte(generation: Generation, state: ExprId): { byte: number; state: ExprId } | undefined {
  let found: { byte: number; state: ExprId } | undefined;
  for (let byte = 0; byte < 256; byte += 1) {
    const next = generation.transitions.step(state, byte);
    if (next === NEVER) continue;
    if (found !== undefined) return undefined;
    found = { byte, state: next };
  }
  return found;
}

function forcedToken(generation: Generation, state: ExprId): { token: number; state: ExprId } | undefined {
  for (let byte = 0; byte < 256; byte += 1) if (generation.transitions.step(state, byte) !== NEVER) return undefined;
  let token: number | undefined;
  let several = false;
  generation.front.tokenSets(state, (index) => {
    const { ids, negated } = generation.arena.store.tokenSets[index];
    if (negated || ids.size !== 1) several = true;
    for (const id of ids) {
      if (token !== undefined && token !== id) several = true;
      token = id;
    }
  });
  if (several || token === undefined) return undefined;
  return { token, state: generation.arena.tokenDerivative(state, token, generation.vocabulary.isText(token)) };
}
