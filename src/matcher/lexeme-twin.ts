import type { ExprArena } from "../expr/arena.ts";
import { type ExprId, NEVER } from "../expr/kinds.ts";
import type { Transitions } from "../expr/transitions.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";

/** Trie nodes in which a lexeme may differ from its reference before a mask of its own is the better way. */
const MAX_DIFFERING_NODES = 2_000;

/**
 * A lexeme that does what a larger one does, `reference`, but for a few places: behind any of the same tails the same tokens are allowed, less those of some trie nodes. A key that is
 * none of the declared ones is any key in this sense.
 */
export interface LexemeTwin {
  readonly reference: ExprId;
  /** Nodes whose tokens are not allowed: first node and the one behind the last, pair by pair, ascending. */
  readonly lost: Int32Array;
}

/**
 * Compares a lexeme with a larger reference from the trie node `start` on (-1: from the roots). Undefined where they differ in too many places, where the lexeme holds what the reference
 * does not, or where the reference could go on behind one of its ends in more than one way.
 */
export function twinOf(
  arena: ExprArena,
  transitions: Transitions,
  vocabulary: Vocabulary,
  lexeme: ExprId,
  reference: ExprId,
  start: number,
): LexemeTwin | undefined {
  const { byte, end, depth, nodeCount } = vocabulary.trie;
  const base = start < 0 ? 0 : depth[start] + 1;
  const lexemes: ExprId[] = [lexeme];
  const references: ExprId[] = [reference];
  const lost: number[] = [];
  const stop = start < 0 ? nodeCount : end[start];
  let visited = 0;
  let at = start + 1;
  if (arena.isNullable(lexeme) && !arena.isNullable(reference)) return undefined;
  while (at < stop) {
    const level = depth[at] - base;
    const mine = lexemes[level];
    const other = references[level];
    const nextOther = transitions.step(other, byte[at]);
    if (nextOther === NEVER) {
      if (transitions.step(mine, byte[at]) !== NEVER) return undefined;
      // A token that goes on here has left the reference, which the lexeme could not do.
      if (!arena.isNullable(mine) && arena.isNullable(other)) lost.push(at, end[at]);
      at = end[at];
      continue;
    }
    const next = transitions.step(mine, byte[at]);
    if (next === nextOther) {
      at = end[at];
      continue;
    }
    visited += 1;
    if (visited > MAX_DIFFERING_NODES) return undefined;
    if (next === NEVER) {
      lost.push(at, end[at]);
      at = end[at];
      continue;
    }
    // Another end than the reference's own might go on in several ways.
    if (arena.isNullable(nextOther) ? nextOther !== reference : arena.isNullable(next)) return undefined;
    lexemes[level + 1] = next;
    references[level + 1] = nextOther;
    at += 1;
  }
  return { reference, lost: Int32Array.from(lost) };
}

/** Letters and a digit of which words have one early. */
const PROBES = [0x65, 0x71, 0x5a, 0x37];

/** Whether most of what may follow takes both to the same place, so that a comparison is worth it. */
export function soonMeet(transitions: Transitions, lexeme: ExprId, reference: ExprId): boolean {
  // A counter, for one, meets nothing, and each of its many states is new: a few bytes tell.
  if (PROBES.every((byte) => transitions.step(lexeme, byte) !== transitions.step(reference, byte))) return false;
  let alive = 0;
  let equal = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    const next = transitions.step(reference, byte);
    if (next === NEVER) continue;
    alive += 1;
    if (transitions.step(lexeme, byte) === next) equal += 1;
  }
  return equal * 3 >= alive;
}

/** Whether an end of the reference is certain: where it may end, no byte of `tail`'s beginnings could also continue it. */
export function endsClearly(transitions: Transitions, reference: ExprId, tail: ExprId): boolean {
  for (let byte = 0; byte < 256; byte += 1) {
    if (transitions.step(tail, byte) !== NEVER && transitions.step(reference, byte) !== NEVER) return false;
  }
  return true;
}
